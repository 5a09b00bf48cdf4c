import { defineMail } from '../accounts/mailing/mail-words.ts'

/** The words of mails to those who write to the operator. */
const number = { 受付番号: '128' }

export const supportWords = {
	receipt: defineMail({
		key: 'support.receipt',
		label: 'お問い合わせ：受け付けた',
		samples: { ...number, 種類: '使い方', 返事の目安: '3営業日以内', 期日: '2026年12月4日' },
		required: ['受付番号', '期日'],
		words: {
			subject: 'お問い合わせを受け付けました（受付番号 {受付番号}）',
			heading: 'お問い合わせを受け付けました',
			body: '受付番号は {受付番号} です（{種類}）。\n{返事の目安}（{期日}まで）に、このメールアドレスへお返事します。',
			button: '',
			after: 'お心当たりがない場合は、このメールを破棄してください。',
		},
	}),
	reply: defineMail({
		key: 'support.reply',
		label: 'お問い合わせ：返事',
		samples: { ...number, 返事: 'お問い合わせの件を確認しました。\n設定のページから変更できます。' },
		required: ['受付番号', '返事'],
		words: {
			subject: 'お問い合わせへのお返事（受付番号 {受付番号}）',
			heading: 'お問い合わせへのお返事',
			body: '{返事}',
			button: '',
			after: '続けてお尋ねになるときは、受付番号 {受付番号} を添えて、お問い合わせのページからお送りください。',
		},
	}),
} as const
