import { defineMail, defineTexts } from '../accounts/mailing/mail-words.ts'

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

/** What the members of an office are told about a request on the site. */
export const leadTexts = defineTexts('lead', {
	accepted: ['見積もりが選ばれた', '見積もりが選ばれ、依頼先に決まりました。依頼者に連絡してください。'],
	otherAccepted: ['ほかの事務所に決まった', '見積もりの依頼は、ほかの事務所に決まりました。ご対応ありがとうございました。'],
	done: ['依頼者が仕事の終わりを報告した', '依頼者から、仕事が終わったと報告がありました。'],
	withdrawn: ['依頼が取り消された', '見積もりの依頼が取り消されました。回答は要りません。'],
	cancelled: [
		'運営が依頼を取り消した',
		'運営が見積もりの依頼を取り消しました。回答は要りません。理由：{理由}',
		{ 理由: '同じ内容の依頼が重なっていたため' },
	],
	phone: ['電話番号が公開された', '見積もりの依頼者が、電話番号を公開しました。'],
	change: ['内容の変更の希望', '見積もりの依頼者から、内容の変更の希望が届きました。'],
	timedOut: ['回答の期限が過ぎた', '見積もりの依頼は、回答の期限を過ぎました。'],
	closed: ['依頼の期限が過ぎて終了した', '見積もりの依頼は、期限が過ぎたため終了しました。'],
	remind: ['回答の催促', '見積もりの依頼への回答をお待ちしています。期限までに、見積もりか辞退をお送りください。'],
	extended: ['回答の期限を延ばした', '見積もりの依頼の、回答の期限が延びました。'],
})

/** Notification texts for the client of a request; visitors get them by mail. */
export const estimateTexts = defineTexts('estimate', {
	proposed: [
		'運営が事務所を案内した',
		'見積もりがまだ届いていない依頼に、受付中の事務所を{事務所の数}か所ご案内します。内容は、あなたが選んだ事務所にだけ届きます。',
		{ 事務所の数: '2' },
	],
})
