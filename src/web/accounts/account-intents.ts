/** The forms of the account page. Linking needs a popup and is no form. */
export type AccountIntent = 'verify' | 'email' | 'password' | 'revoke' | 'revokeOthers' | 'unlink'

export const doneSentences: Record<AccountIntent, string> = {
	verify: '確認のメールを送りました。メールのリンクを開いてください。',
	email: 'メールアドレスを変更しました。新しいアドレスに確認のメールを、前のアドレスにお知らせのメールを送りました。',
	password: 'パスワードを変更しました。ほかの端末からはログアウトしました。',
	revoke: 'その端末からログアウトしました。',
	revokeOthers: 'ほかの端末からログアウトしました。',
	unlink: '連携を解除しました。',
}
