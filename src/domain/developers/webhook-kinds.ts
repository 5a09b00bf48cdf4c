/** The events that webhooks are sent for. Pure, for pages as for the server. */

export const webhookKinds = ['lead.created', 'quote.accepted', 'case.completed', 'review.created', 'invoice.paid'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** Sent by hand to try an address; nobody subscribes to it. */
export const TEST_KIND = 'test'

export const webhookKindLabels: Readonly<Record<WebhookKind | typeof TEST_KIND, string>> = {
	'lead.created': '見積もり依頼か問い合わせが届いた',
	'quote.accepted': '依頼先に選ばれた',
	'case.completed': '仕事が終わったと報告された',
	'review.created': '口コミが届いた',
	'invoice.paid': '有料プランの請求書の支払いが済んだ',
	test: '送信の確認',
}

export const WEBHOOK_URL_MAX = 500
/** For how long the secret before the present one still signs. */
export const PREVIOUS_SECRET_HOURS = 24
/** For how long the log is kept. */
export const WEBHOOK_LOG_DAYS = 30
/** After so many days of failures only, an address is sent nothing more. */
export const DISABLE_AFTER_DAYS = 3

/**
 * The pauses before each further attempt, in seconds: soon at first, for a receiver that is being restarted, and about three
 * days in all, for one that is down over a weekend.
 */
export const RETRY_PAUSES = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
