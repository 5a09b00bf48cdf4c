import { defineMail } from './mail-words.ts'

/** The words of the mails of accounts. Security mails go out whatever `receiveEmail` says. */

/** What the link of a changed address does; the page behind it says the same. */
const RECOVERY_EFFECT =
	'すべての端末からログアウトし、いまのパスワードを無効にします。あなたが最後にログインしたあとに追加された外部アカウントの連携、パスキー、二段階認証は削除します。新しいパスワードを設定するためのメールをお送りします。'
const RESET_BUTTON = 'パスワードを再設定する'
const UNCHANGED = 'お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。'
const OWN_ACT =
	'ご自身で手続きされた場合は、何もする必要はありません。お心当たりがない場合は、下のボタンからすぐにパスワードを再設定してください。'
const PASSKEY_ACT =
	'ご自身で手続きされた場合は、何もする必要はありません。お心当たりがない場合は、パスワードを再設定したうえで、マイページのアカウントで覚えのないパスキーを削除してください。'

export const accountWords = {
	verification: defineMail({
		key: 'account.verification',
		label: '会員登録：メールアドレスの確認',
		samples: {},
		words: {
			subject: 'メールアドレスの確認をお願いします',
			heading: 'メールアドレスの確認',
			body: '{サイト名}へのご登録ありがとうございます。\n下のボタンを押すと、メールアドレスの確認が終わります。そのあとログインしてご利用ください。',
			button: 'メールアドレスを確認する',
			after:
				'このリンクは3日間有効です。\nお心当たりがない場合は、このメールを破棄してください。確認されないかぎり、お手続きは進みません。',
		},
	}),
	newAddress: defineMail({
		key: 'account.new-address',
		label: 'アドレスの変更：新しいアドレスの確認',
		samples: {},
		words: {
			subject: '新しいメールアドレスの確認をお願いします',
			heading: '新しいメールアドレスの確認',
			body: '{サイト名}のアカウントのメールアドレスを、このメールアドレスに変更するお申し込みがありました。\n下のボタンを押して確認すると、このメールアドレスに切り替わります。',
			button: 'メールアドレスを確認する',
			after:
				'このリンクは3日間有効です。\nお心当たりがない場合は、リンクを開かずにこのメールを破棄してください。確認されないかぎり、このメールアドレスは使われません。',
		},
	}),
	addressChanged: defineMail({
		key: 'account.address-changed',
		label: 'アドレスの変更：申し込みがあったことを、いまのアドレスへ',
		samples: { 新しいアドレス: 'hanako.new@example.com' },
		required: ['新しいアドレス'],
		words: {
			subject: 'メールアドレスの変更のお申し込みがありました',
			heading: 'メールアドレスの変更のお知らせ',
			body: `{サイト名}のアカウントのメールアドレスを {新しいアドレス} に変更するお申し込みがありました。\n新しいメールアドレスの確認が終わるまでは、これまでどおり、このメールアドレスでログインでき、お知らせもこのメールアドレスに届きます。\nご自身で変更された場合は、お手続きは要りません。\nお心当たりがない場合は、下のボタンから、すぐに変更を取り消してください。${RECOVERY_EFFECT}`,
			button: '元のメールアドレスに戻す',
			after:
				'このリンクは1時間有効です。\n期限を過ぎた場合は、ログイン画面からパスワードを再設定してください。変更のお申し込みも取り消されます。',
		},
	}),
	addressMoved: defineMail({
		key: 'account.address-moved',
		label: 'アドレスの変更：切り替わったことを、前のアドレスへ',
		samples: { 新しいアドレス: 'hanako.new@example.com' },
		required: ['新しいアドレス'],
		words: {
			subject: '新しいメールアドレスが確認されました',
			heading: 'メールアドレスが切り替わりました',
			body: `{サイト名}のアカウントの新しいメールアドレス {新しいアドレス} が確認されました。今後のログインとお知らせには、新しいメールアドレスを使います。\nご自身で変更された場合は、お手続きは要りません。\nお心当たりがない場合は、下のボタンから、すぐに元のメールアドレスへ戻してください。${RECOVERY_EFFECT}`,
			button: '元のメールアドレスに戻す',
			after: 'このリンクは1時間有効です。',
		},
	}),
	addressRestored: defineMail({
		key: 'account.address-restored',
		label: 'アドレスの変更：元に戻した',
		samples: {},
		words: {
			subject: 'メールアドレスを元に戻しました',
			heading: 'メールアドレスを元に戻しました',
			body: '{サイト名}のアカウントを、このメールアドレスに戻しました。\nすべての端末からログアウトし、これまでのパスワードを無効にしました。あなたが最後にログインしたあとに追加された外部アカウントの連携、パスキー、二段階認証は削除しました。\n24時間、または下のボタンから新しいパスワードを設定するまで、メールアドレス、パスワード、連携、パスキー、二段階認証は変更できません。',
			button: RESET_BUTTON,
			after: 'このリンクは1時間有効です。',
		},
	}),
	addressWanted: defineMail({
		key: 'account.address-wanted',
		label: '登録済みのアドレスへの変更の申し込み',
		samples: {},
		words: {
			subject: 'すでにご登録いただいています',
			heading: 'すでにご登録いただいています',
			body: '{サイト名}の別のアカウントから、このメールアドレスへの変更のお申し込みがありましたが、このメールアドレスはすでにほかのアカウントで使われています。\n変更は行われません。ご自身のお申し込みの場合は、このメールアドレスのアカウントにログインしてご利用ください。',
			button: 'ログインする',
			after: UNCHANGED,
		},
	}),
	passwordReset: defineMail({
		key: 'account.password-reset',
		label: 'パスワードの再設定',
		samples: {},
		words: {
			subject: 'パスワードの再設定',
			heading: 'パスワードの再設定',
			body: '{サイト名}のパスワードを再設定するお申し込みを受け付けました。\n下のボタンから、新しいパスワードを設定してください。',
			button: '新しいパスワードを設定する',
			after: 'このリンクは1時間有効で、1回だけ使えます。\nお心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
		},
	}),
	addressTaken: defineMail({
		key: 'account.address-taken',
		label: '登録済みのアドレスでの会員登録',
		samples: {},
		words: {
			subject: 'すでにご登録いただいています',
			heading: 'すでにご登録いただいています',
			body: 'このメールアドレスで{サイト名}への新規登録のお申し込みがありましたが、すでにアカウントがあります。\nログインしてご利用ください。パスワードをお忘れの場合は、ログイン画面から再設定できます。',
			button: 'ログインする',
			after: UNCHANGED,
		},
	}),
	passwordChanged: defineMail({
		key: 'account.password-changed',
		label: 'パスワードの変更',
		samples: {},
		words: {
			subject: 'パスワードが変更されました',
			heading: 'パスワードの変更のお知らせ',
			body: '{サイト名}のパスワードが変更され、ほかの端末からログアウトしました。\nご自身で変更された場合は、お手続きは要りません。お心当たりがない場合は、下のボタンからすぐに再設定してください。',
			button: RESET_BUTTON,
			after: '',
		},
	}),
	providerLinked: defineMail({
		key: 'account.provider-linked',
		label: '外部アカウントの連携',
		samples: { 連携先: 'Google' },
		required: ['連携先'],
		words: {
			subject: '{連携先}アカウントと連携しました',
			heading: '外部アカウントの連携のお知らせ',
			body: '{サイト名}のアカウントが、{連携先}アカウントと連携されました。今後は{連携先}でもログインできます。\nお心当たりがない場合は、マイページで連携を解除し、パスワードを変更してください。',
			button: 'マイページを開く',
			after: '',
		},
	}),
	passkeyAdded: defineMail({
		key: 'account.passkey-added',
		label: 'パスキーの登録',
		samples: {},
		words: {
			subject: 'パスキーを登録しました',
			heading: 'パスキーの登録のお知らせ',
			body: `{サイト名}に、新しいパスキーでログインできるようになりました。\n${PASSKEY_ACT}`,
			button: RESET_BUTTON,
			after: '',
		},
	}),
	passkeyRemoved: defineMail({
		key: 'account.passkey-removed',
		label: 'パスキーの削除',
		samples: {},
		words: {
			subject: 'パスキーを削除しました',
			heading: 'パスキーの削除のお知らせ',
			body: `{サイト名}に登録されていたパスキーのひとつを削除しました。\n${PASSKEY_ACT}`,
			button: RESET_BUTTON,
			after: '',
		},
	}),
	secondFactorOn: defineMail({
		key: 'account.second-factor-on',
		label: '二段階認証の設定',
		samples: {},
		words: {
			subject: '二段階認証を設定しました',
			heading: '二段階認証の設定のお知らせ',
			body: `{サイト名}へのログインに、認証アプリのコードが必要になりました。\n${OWN_ACT}`,
			button: RESET_BUTTON,
			after: '',
		},
	}),
	secondFactorOff: defineMail({
		key: 'account.second-factor-off',
		label: '二段階認証の解除',
		samples: {},
		words: {
			subject: '二段階認証を解除しました',
			heading: '二段階認証の解除のお知らせ',
			body: `{サイト名}へのログインに、認証アプリのコードは要らなくなりました。\n${OWN_ACT}`,
			button: RESET_BUTTON,
			after: '',
		},
	}),
	recoveryCodes: defineMail({
		key: 'account.recovery-codes',
		label: '回復用コードの作り直し',
		samples: {},
		words: {
			subject: '回復用コードを作り直しました',
			heading: '回復用コードを作り直したお知らせ',
			body: `{サイト名}の二段階認証の回復用コードを作り直しました。前のコードはもう使えません。\n${OWN_ACT}`,
			button: RESET_BUTTON,
			after: '',
		},
	}),
	accountDeleted: defineMail({
		key: 'account.deleted',
		label: '退会の完了',
		samples: {},
		words: {
			subject: '退会のお手続きが完了しました',
			heading: '退会のお手続きが完了しました',
			body: '{サイト名}のアカウントを削除しました。これまでご利用いただき、ありがとうございました。\n公開された回答など、ほかの方の役に立っている内容は、お名前を外して残ることがあります。',
			button: '',
			after: '',
		},
	}),
} as const
