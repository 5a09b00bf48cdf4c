/** The forms of the account page. Linking needs a popup and is no form. */
export type AccountIntent =
	| 'verify'
	| 'email'
	| 'emailWithdraw'
	| 'password'
	| 'revoke'
	| 'revokeOthers'
	| 'unlink'
	| 'passkeyRemove'
	| 'factorStart'
	| 'factorConfirm'
	| 'factorCodes'
	| 'factorRemove'

export const doneSentences: Record<AccountIntent, string> = {
	verify: '確認のメールを送りました。メールのリンクを開いてください。',
	email: '新しいメールアドレスに確認のメールを送りました。リンクを開いて確認が終わると、切り替わります。',
	emailWithdraw: 'メールアドレスの変更を取りやめました。',
	password: 'パスワードを変更しました。ほかの端末からはログアウトしました。',
	revoke: 'その端末からログアウトしました。',
	revokeOthers: 'ほかの端末からログアウトしました。',
	passkeyRemove: 'パスキーを削除しました。',
	unlink: '連携を解除しました。',
	factorStart: '認証アプリに鍵を登録して、表示された6桁のコードを入力してください。',
	factorConfirm:
		'二段階認証を有効にしました。ほかの端末からはログアウトしました。回復用コードを安全な場所に控えてください。このページを離れると、もう表示できません。',
	factorCodes:
		'回復用コードを作り直しました。前のコードは使えません。安全な場所に控えてください。このページを離れると、もう表示できません。',
	factorRemove: '二段階認証を解除しました。',
}

export const isAccountIntent = (intent: string): intent is AccountIntent => Object.hasOwn(doneSentences, intent)
