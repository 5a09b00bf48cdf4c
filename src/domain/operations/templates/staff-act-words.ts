import { defineMail } from '../../accounts/mailing/mail-words.ts'

/** The words of mails about what staff did with an account. */
const reason = { 理由: '同じ内容の宣伝を、続けて投稿されたためです。' }
const objection = 'この判断に納得できない場合は、お問い合わせ（{お問い合わせ先}）からお知らせください。担当者が改めて確認します。'
const contact = { お問い合わせ先: 'https://example.com/contact' }

export const staffActWords = {
	limited: defineMail({
		key: 'person.limited',
		label: '投稿の制限',
		samples: { 期日: '2026年12月1日 18:00', ...reason, ...contact },
		required: ['期日', '理由', 'お問い合わせ先'],
		words: {
			subject: '投稿を制限しました',
			heading: '投稿の制限のお知らせ',
			body: 'お使いの{サイト名}のアカウントで、{期日}まで投稿を制限しました。\n理由：{理由}\nこの間は、質問・回答・コメント・口コミ・記事の投稿と編集、事務所への新しい問い合わせができません。閲覧と、進行中のやり取りや見積もりは、これまでどおり続けられます。\n期日を過ぎると、制限は自動で解けます。',
			button: '',
			after: objection,
		},
	}),
	suspended: defineMail({
		key: 'person.suspended',
		label: '利用停止',
		samples: { ...reason, ...contact },
		required: ['理由', 'お問い合わせ先'],
		words: {
			subject: 'アカウントの利用を停止しました',
			heading: 'アカウントの利用停止のお知らせ',
			body: 'お使いの{サイト名}のアカウントの利用を停止しました。すべての端末からログアウトし、停止が解けるまでログインできません。\n理由：{理由}',
			button: '',
			after: objection,
		},
	}),
	unsuspended: defineMail({
		key: 'person.unsuspended',
		label: '利用停止の解除',
		samples: reason,
		required: ['理由'],
		words: {
			subject: 'アカウントの利用停止を解きました',
			heading: '利用停止の解除のお知らせ',
			body: '{サイト名}のアカウントの利用停止を解きました。これまでの方法でログインできます。\n理由：{理由}',
			button: 'ログインする',
			after: '',
		},
	}),
	unlimited: defineMail({
		key: 'person.unlimited',
		label: '投稿の制限の解除',
		samples: reason,
		required: ['理由'],
		words: {
			subject: '投稿の制限を解きました',
			heading: '投稿の制限の解除のお知らせ',
			body: '{サイト名}のアカウントの投稿の制限を解きました。これまでどおり投稿できます。\n理由：{理由}',
			button: 'マイページを開く',
			after: '',
		},
	}),
	factorRequested: defineMail({
		key: 'person.factor-requested',
		label: '二段階認証の解除：申し出を受け付けた',
		samples: contact,
		required: ['お問い合わせ先'],
		words: {
			subject: '二段階認証の解除のお申し出を受け付けました',
			heading: '二段階認証の解除のお申し出',
			body: '{サイト名}の二段階認証を解除するお申し出を受け付けました。別の担当者が確認したうえで解除します。\nお心当たりがない場合は、すぐにお問い合わせ（{お問い合わせ先}）からお知らせください。解除を取りやめます。',
			button: '',
			after: '',
		},
	}),
	factorReset: defineMail({
		key: 'person.factor-reset',
		label: '二段階認証の解除：解除した',
		samples: {},
		words: {
			subject: '二段階認証を解除しました',
			heading: '二段階認証の解除のお知らせ',
			body: 'お申し出により、{サイト名}の二段階認証と回復用コードを解除し、すべての端末からログアウトしました。\nこれまでのパスワードでログインし、マイページのアカウントで、もう一度設定してください。\nお心当たりがない場合は、下のボタンからすぐにパスワードを再設定し、お問い合わせください。',
			button: 'パスワードを再設定する',
			after: '',
		},
	}),
} as const
