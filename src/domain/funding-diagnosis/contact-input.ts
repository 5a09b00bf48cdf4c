import type { DiagnosisInput } from './diagnosis-input.ts'

/** Choices, limits and words of asking for contact after the diagnosis. Pure: forms show them, the server checks them. */
export type ContactState = 'unconfirmed' | 'new' | 'contacted' | 'closed' | 'withdrawn'

export const contactStateLabels: Readonly<Record<ContactState, string>> = {
	unconfirmed: 'メールの確認待ち',
	new: '受付済み',
	contacted: '連絡済み',
	closed: '対応を終了',
	withdrawn: '取り下げ',
}

export const reaches = [
	{ value: 'email', label: 'メール' },
	{ value: 'phone', label: '電話' },
] as const
export type ContactReach = (typeof reaches)[number]['value']

export const reachLabel = (value: ContactReach): string => reaches.find((one) => one.value === value)?.label ?? ''

/** What was entered into the diagnosis, as it is sent along, with its day in Japan ('YYYY-MM-DD'). */
export type SentDiagnosis = DiagnosisInput & { on: string }

export const contactLengths = {
	contactName: { min: 1, max: 60 },
	company: { min: 0, max: 80 },
	reachTime: { min: 0, max: 60 },
	message: { min: 0, max: 1_000 },
	note: { min: 1, max: 1_000 },
} as const

/** How long the link of the confirmation works. What was not confirmed by then is deleted. */
export const CONTACT_CONFIRM_HOURS = 24
/** How long a request is kept after staff have closed it. */
export const CONTACT_KEPT_DAYS = 180
/** Maximum storage time in any state. */
export const CONTACT_LONGEST_DAYS = 365

/** Must be given before anything is stored. The text is kept by its version with the moment of the consent. */
export const CONTACT_CONSENT_VERSION = '2026-11-21'
export const contactConsent = {
	label: '相談への対応のために、入力した内容を保存し、担当者が読むことに同意します',
	text: `内容は、この相談に連絡して対応するためだけに使い、買取会社やほかの事務所には渡しません。対応の終了から${CONTACT_KEPT_DAYS}日（終了していなくても、申し込みから1年）で消去します。取り下げると、すぐに消去します。`,
} as const
