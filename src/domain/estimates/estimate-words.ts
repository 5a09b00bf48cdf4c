import { defineMail } from '../accounts/mailing/mail-words.ts'

/** The words of mails to visitors who ask for estimates. */
export const estimateWords = {
	confirmation: defineMail({
		key: 'estimate.confirmation',
		label: '見積もり依頼：アドレスの確認',
		samples: { 時間: '24' },
		required: ['時間'],
		words: {
			subject: '見積もり依頼の確認をお願いします',
			heading: '見積もり依頼の確認',
			body: '見積もりのご依頼ありがとうございます。\n下のボタンから内容を確定すると、選んだ事務所に届きます。それまでは、どこにも届きません。',
			button: '見積もり依頼を確定する',
			after:
				'このリンクは{時間}時間有効で、1回だけ使えます。\nお心当たりがない場合は、このメールを破棄してください。依頼は送られず、入力された内容は消去されます。',
		},
	}),
	progress: defineMail({
		key: 'estimate.progress',
		label: '見積もり依頼：登録していない方への進み具合',
		samples: { お知らせの文: '「みたか税理士事務所」から見積もりが届きました。' },
		required: ['お知らせの文'],
		words: {
			subject: '見積もり依頼のお知らせ',
			heading: '見積もり依頼のお知らせ',
			body: '{お知らせの文}',
			button: '見積もり依頼のページを開く',
			after:
				'このリンクを知っている人は、依頼の内容を見られます。ほかの人に渡さないでください。\n同じメールアドレスで会員登録してログインすると、マイページで確認できます。',
		},
	}),
} as const
