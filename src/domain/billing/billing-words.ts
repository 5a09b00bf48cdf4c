import { defineMail } from '../accounts/mailing/mail-words.ts'

/** The words of mails about plans, invoices and payments. Reminders of overdue invoices are steps of their own (dunning.ts). */
const plan = { プラン: 'スタンダードプラン（月払い）' }
const day = { 日付: '2026年12月1日' }
const amount = { 料金: '9,800円' }
const CONTRACT = '契約の内容を見る'
const invoice = { 番号: '2026-000123', ...amount }

export const billingWords = {
	trial: defineMail({
		key: 'billing.trial',
		label: '有料プラン：お試しの開始',
		samples: { ...plan, ...day, ...amount },
		required: ['日付', '料金'],
		words: {
			subject: '有料プランのお試しが始まりました',
			heading: '有料プランのお試しが始まりました',
			body: '{プラン}のお試しが始まりました。{日付}までは料金がかかりません。\n{日付}に{プラン}の契約（{料金}・税込）が始まり、請求書を発行します。それまでに解約すれば、料金はかかりません。',
			button: CONTRACT,
			after: '',
		},
	}),
	start: defineMail({
		key: 'billing.start',
		label: '有料プラン：契約の開始',
		samples: plan,
		words: {
			subject: '有料プランの契約が始まりました',
			heading: '有料プランの契約が始まりました',
			body: '{プラン}の契約が始まりました。請求書をお送りします。',
			button: CONTRACT,
			after: '',
		},
	}),
	convert: defineMail({
		key: 'billing.convert',
		label: '有料プラン：お試しから契約へ',
		samples: { ...plan, ...day },
		words: {
			subject: '有料プランの契約が始まりました',
			heading: '有料プランの契約が始まりました',
			body: 'お試しが終わり、{プラン}の契約が始まりました。\nこの期間は{日付}の前の日までです。',
			button: CONTRACT,
			after: '',
		},
	}),
	renew: defineMail({
		key: 'billing.renew',
		label: '有料プラン：更新',
		samples: { ...plan, ...day },
		words: {
			subject: '有料プランを更新しました',
			heading: '有料プランを更新しました',
			body: '{プラン}を更新しました。次の更新日は{日付}です。',
			button: CONTRACT,
			after: '',
		},
	}),
	change: defineMail({
		key: 'billing.change',
		label: '有料プラン：変更',
		samples: plan,
		required: ['プラン'],
		words: {
			subject: '有料プランを変更しました',
			heading: '有料プランを変更しました',
			body: 'プランを{プラン}に変更しました。',
			button: CONTRACT,
			after: '',
		},
	}),
	cancel: defineMail({
		key: 'billing.cancel',
		label: '有料プラン：解約の受付',
		samples: { ...plan, ...day },
		required: ['日付'],
		words: {
			subject: '有料プランの解約を受け付けました',
			heading: '有料プランの解約を受け付けました',
			body: '{プラン}の解約を受け付けました。{日付}に終わり、それからの料金はかかりません。\nそれまでは、いまのまま使えます。取り消しも、終わったあとの再開も、いつでもできます。',
			button: CONTRACT,
			after: '',
		},
	}),
	pastDue: defineMail({
		key: 'billing.past-due',
		label: '有料プラン：支払いの遅れ',
		samples: plan,
		words: {
			subject: '有料プランのお支払いが確認できていません',
			heading: '有料プランのお支払いが確認できていません',
			body: 'お支払期限を過ぎた請求書があります。14日のうちにお支払いを確認できないときは、{プラン}を終了します。',
			button: CONTRACT,
			after: '',
		},
	}),
	recover: defineMail({
		key: 'billing.recover',
		label: '有料プラン：支払いの確認',
		samples: plan,
		words: {
			subject: 'お支払いを確認しました',
			heading: 'お支払いを確認しました',
			body: 'お支払いを確認しました。{プラン}は、このまま続きます。',
			button: CONTRACT,
			after: '',
		},
	}),
	end: defineMail({
		key: 'billing.end',
		label: '有料プラン：終了',
		samples: plan,
		words: {
			subject: '有料プランが終了しました',
			heading: '有料プランが終了しました',
			body: '{プラン}が終了し、フリープランになりました。\n写真やメンバーなど、フリープランの数を超えた分は消えずに休眠し、有料プランに戻ると、そのまま戻ります。',
			button: CONTRACT,
			after: '',
		},
	}),
	invoice: defineMail({
		key: 'billing.invoice',
		label: '請求書の発行',
		samples: { ...invoice, 期限: '2026年12月31日' },
		required: ['番号', '料金', '期限'],
		words: {
			subject: '請求書 {番号}（{料金}）',
			heading: '請求書を発行しました',
			body: '請求書の番号は {番号}、金額は{料金}（税込）です。\nお支払期限は{期限}です。お振込先は請求書に書いてあります。振込人のお名前の前に、請求書の番号を付けてください。',
			button: '請求書を見る',
			after: '',
		},
	}),
	creditNote: defineMail({
		key: 'billing.credit-note',
		label: '返還の明細書の発行',
		samples: invoice,
		required: ['番号', '料金'],
		words: {
			subject: '返還の明細書 {番号}（{料金}）',
			heading: '返還の明細書を発行しました',
			body: '返還の明細書の番号は {番号}、金額は{料金}（税込）です。',
			button: '返還の明細書を見る',
			after: '',
		},
	}),
	trialReminder: defineMail({
		key: 'billing.trial-reminder',
		label: '有料プラン：お試しの終わりの予告',
		samples: { ...plan, ...day, ...amount },
		required: ['日付', '料金'],
		words: {
			subject: 'お試しがまもなく終わります',
			heading: 'お試しがまもなく終わります',
			body: '{日付}に、{プラン}の契約が始まります。料金は{料金}（税込）です。\n続けない場合は、その前の日までに、下のボタンから解約できます。',
			button: '解約の手続きを開く',
			after: '',
		},
	}),
	renewalReminder: defineMail({
		key: 'billing.renewal-reminder',
		label: '有料プラン：更新の予告',
		samples: { ...plan, ...day, ...amount },
		required: ['日付', '料金'],
		words: {
			subject: '有料プランの更新が近づいています',
			heading: '有料プランの更新が近づいています',
			body: '{日付}に、{プラン}の契約を更新します。料金は{料金}（税込）です。\n続けない場合は、その前の日までに、下のボタンから解約できます。',
			button: '解約の手続きを開く',
			after: '',
		},
	}),
	priceChange: defineMail({
		key: 'billing.price-change',
		label: '有料プラン：料金の変更',
		samples: { ...plan, ...day, ...amount, いまの料金: '8,800円' },
		required: ['日付', '料金', 'いまの料金'],
		words: {
			subject: '有料プランの料金の変更について',
			heading: '有料プランの料金の変更について',
			body: '{プラン}の料金を、{日付}以後に始まる期間から{料金}（税込）に変更します。いまの料金は{いまの料金}です。\n変更後も続ける場合は、下のページで新しい料金に同意してください。同意がない場合は、いまの期間の終わりに有料プランが終わり、新しい料金はかかりません。',
			button: '料金の変更を確認する',
			after: '',
		},
	}),
	refusedCard: defineMail({
		key: 'billing.refused-card',
		label: 'カードで支払えなかった',
		samples: { ...amount, わけ: 'カードの有効期限が切れています。' },
		required: ['料金', 'わけ'],
		words: {
			subject: 'カードでお支払いできませんでした',
			heading: 'カードでお支払いできませんでした',
			body: '有料プランの料金{料金}（税込）を、登録されているカードでお支払いできませんでした。{わけ}\n請求書のページから、カードでのお支払いをもう一度お試しになるか、お振り込みください。数日おいて、同じカードでもう一度お手続きします。',
			button: '請求書を開く',
			after: '',
		},
	}),
} as const
