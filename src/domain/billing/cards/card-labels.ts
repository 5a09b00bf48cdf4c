/** Words about cards that pages and mails show. Pure, for browsers as for the server. */

const refusals: Readonly<Record<string, string>> = {
	authentication_required: 'カード会社が、ご本人の確認を求めています。',
	insufficient_funds: '利用できる金額が足りないと、カード会社から返事がありました。',
	expired_card: 'カードの有効期限が切れています。',
	card_velocity_exceeded: '利用の上限を超えたと、カード会社から返事がありました。',
	lost_card: 'カード会社が、このカードの利用を受け付けませんでした。',
	stolen_card: 'カード会社が、このカードの利用を受け付けませんでした。',
	resource_missing: '登録されているカードが見つかりません。',
}

/** Why a card was declined, as far as that may be shown. */
export const refusalText = (code: string | null): string =>
	refusals[code ?? ''] ?? 'カード会社が支払いを受け付けませんでした。くわしい理由は、カード会社にお問い合わせください。'

export const disputeFundsLabels = {
	kept: '照会中（入金はそのまま）',
	withdrawn: '取り消し（入金が戻されました）',
	returned: '解決（入金が返されました）',
	lost: '確定（入金は戻りません）',
} as const

export const differenceLabels = {
	'not-booked': 'Stripeで受け取り済みだが、入金の記録がない',
	'not-charged': '入金の記録があるが、Stripeにない',
	amount: '金額が違う',
	refund: '返金の額が違う',
	card: '登録されているカードが違う',
} as const
