/** Choices, limits and words of requests for estimates. Pure: forms show them, the server checks them. */
export type RequestState = 'draft' | 'email_verified' | 'sent' | 'quoted' | 'accepted' | 'cancelled' | 'expired'
export type DeliveryState = 'delivered' | 'viewed' | 'quoted' | 'declined' | 'timed_out'

export const requestStateLabels: Readonly<Record<RequestState, string>> = {
	draft: '下書き',
	email_verified: '送信の準備中',
	sent: '回答待ち',
	quoted: '見積もりあり',
	accepted: '依頼先を決定',
	cancelled: '取り消し',
	expired: '期限切れ',
}

/** State of one office's conflict check: it asked for the names, knows them, answered, or they were withdrawn. */
export type ConflictCheck = 'asked' | 'disclosed' | 'clear' | 'conflict' | 'withdrawn'

export const deliveryStateLabels: Readonly<Record<DeliveryState, string>> = {
	delivered: '未読',
	viewed: '確認中',
	quoted: '見積もり済み',
	declined: '辞退',
	timed_out: '期限内の回答なし',
}

/** What support does about a request without a quote. */
export type LeadCareKind = 'remind' | 'extend' | 'suggest' | 'propose' | 'cancel' | 'note'
export const leadCareLabels: Readonly<Record<LeadCareKind, string>> = {
	remind: '事務所に回答を催促',
	extend: '回答の期限を延長',
	suggest: '依頼者に、代わりの事務所を選べることを案内',
	propose: '依頼者に事務所を案内',
	cancel: '依頼を取り消し',
	note: 'メモ',
}

export const MAX_OFFICES = 5
/** How many offices support proposes to a client at most, those that the client did not want included. */
export const MAX_PROPOSALS = 10

export type ProposalState = 'open' | 'accepted' | 'refused'
export const proposalStateLabels: Readonly<Record<ProposalState, string>> = {
	open: '依頼者の返事待ち',
	accepted: '依頼者が依頼',
	refused: '依頼者が見送り',
}
/** How long a request is open. */
export const OPEN_DAYS = 14
/** How long the link of a visitor's confirmation works. */
export const CONFIRM_HOURS = 24

/** The pages of the form, each with the parts of a draft that it saves. */
export const estimateSteps = [
	{ step: 'task', label: '業務と地域', parts: ['task', 'area'] },
	{ step: 'facts', label: '事業と希望', parts: ['facts', 'wishes'] },
	{ step: 'offices', label: '事務所', parts: ['offices'] },
	{ step: 'contact', label: '連絡先と確認', parts: ['contact'] },
] as const

export type EstimateStep = (typeof estimateSteps)[number]['step']
export type EstimatePart = (typeof estimateSteps)[number]['parts'][number]

export const entities = [
	{ value: 'planning', label: '開業・設立の準備中' },
	{ value: 'sole', label: '個人事業' },
	{ value: 'corporation', label: '法人' },
	{ value: 'other', label: 'その他' },
] as const
export type Entity = (typeof entities)[number]['value']

export const businessSizes = [
	{ value: '1', label: '1人' },
	{ value: '2-5', label: '2〜5人' },
	{ value: '6-20', label: '6〜20人' },
	{ value: '21-50', label: '21〜50人' },
	{ value: '51+', label: '51人以上' },
] as const
export type BusinessSize = (typeof businessSizes)[number]['value']

export const estimateLengths = {
	place: { min: 1, max: 60 },
	industry: { min: 0, max: 40 },
	facts: { min: 0, max: 1_000 },
	wishes: { min: 0, max: 1_000 },
	opponent: { min: 0, max: 120 },
	contactName: { min: 1, max: 60 },
	declineReason: { min: 5, max: 500 },
	change: { min: 5, max: 1_000 },
	lineName: { min: 1, max: 80 },
	lineUnit: { min: 0, max: 10 },
	message: { min: 0, max: 1_000 },
	staffReason: { min: 5, max: 500 },
	staffNote: { min: 1, max: 1_000 },
} as const

/** Reasons that an office is offered when it declines; the sentence is what the client reads. */
export const declineReasons = [
	{ label: '業務の範囲外', text: '申し訳ありません。ご依頼の内容は、当事務所の業務の範囲に含まれないため、お受けできません。' },
	{ label: '時期が合わない', text: '申し訳ありません。ご希望の時期は予定が埋まっており、責任を持ってお受けすることができません。' },
	{ label: '予算が合わない', text: '申し訳ありません。ご希望の予算では、必要な作業をお引き受けすることが難しい状況です。' },
	{ label: '地域が遠い', text: '申し訳ありません。ご所在の地域には伺うことが難しく、十分な対応ができないためお受けできません。' },
	{ label: '利益相反のおそれ', text: '申し訳ありません。職務上の規定により、このご依頼はお受けできません。' },
] as const

export const BUDGET = { min: 1_000, max: 100_000_000 } as const
/** The latest date that can be requested. */
export const DESIRED_WITHIN_DAYS = 730

/** Both must be given before anything is sent. The text is kept by its version with the moment of the consent. */
export const ESTIMATE_CONSENT_VERSION = '2026-11-23'
export const estimateConsents = [
	{
		kind: 'delivery',
		label: '選んだ事務所に、入力した内容を届けることに同意します',
		text: '業務・地域・事業の内容・希望・お名前が、選んだ事務所に届きます。メールアドレスは、依頼先に決めた事務所にだけ知らせます。相手方のお名前（入力したとき）は届きません。利益相反の確認のため、あなたが選んだ事務所に一つずつ知らせます。電話番号は、あなたが事務所ごとに公開するまで見えません。',
	},
	{
		kind: 'terms',
		label: '利用規約とプライバシーポリシーに同意します',
		text: '依頼の契約は、あなたと事務所との間で結びます。届いた内容は、依頼が終わってから1年後に、連絡先を消去します。',
	},
] as const
