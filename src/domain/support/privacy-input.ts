import type { IsoDate } from '../shared/column-types.ts'
import { addDays, startOfDay } from '../shared/japan-time.ts'
import type { Schema } from '../shared/schema.ts'
import { claimants, supportDueOn } from './support-input.ts'

/**
 * Kinds, deadlines and limits of requests under 個人情報の保護に関する法律. The Act says 遅滞なく and no number of days (32条2項,
 * 33条2項, 34条2項, 35条2項・4項・6項); the number is the promise of /privacy: within 14 days the result or the outlook.
 */
export type PrivacyKind = Schema['privacy_requests']['kind']

type Kind = { label: string; article: string; duty: string }

export const privacyKinds: Readonly<Record<PrivacyKind, Kind>> = {
	purpose: { label: '利用目的の通知', article: '第32条第2項', duty: '何のために使っているかを知らせます。' },
	disclosure: {
		label: '開示',
		article: '第33条',
		duty: '持っている個人データを、電磁的記録など本人が求める方法で渡します。第三者提供の記録も対象です。',
	},
	correction: {
		label: '訂正・追加・削除',
		article: '第34条',
		duty: '内容が事実でないときに直します。直したこと、または直さないことを知らせます。',
	},
	suspension: {
		label: '利用の停止・消去',
		article: '第35条第1項・第5項',
		duty: '使う必要がなくなったとき、権利を害するおそれがあるときなどに、利用を止めるか消去します。',
	},
	sharing: { label: '第三者への提供の停止', article: '第35条第3項・第5項', duty: '第三者への提供を止めます。' },
}
export const privacyKindNames = Object.keys(privacyKinds) as [PrivacyKind, ...PrivacyKind[]]

/** Of the topics of /contact; a complaint is answered as any other message. */
export const isPrivacyKind = (topic: string | null): topic is PrivacyKind => privacyKindNames.some((name) => name === topic)

export const privacyChannels = [
	{ value: 'contact', label: 'お問い合わせのフォーム' },
	{ value: 'mail', label: '電子メール' },
	{ value: 'letter', label: '書面（郵送・持参）' },
] as const

/** How it was proved that the person concerned asks (37条2項・3項); an agent also proves the mandate. */
export const identityMethods = [
	{ value: 'account', label: 'ログインした会員からの申出' },
	{ value: 'document', label: '本人確認の書類' },
	{ value: 'mandate', label: '代理権の書類と本人確認の書類' },
] as const

export const privacyOutcomes = [
	{ value: 'granted', label: '請求に応じた' },
	{ value: 'partly', label: '一部に応じた' },
	{ value: 'refused', label: '請求に応じない' },
	{ value: 'withdrawn', label: '取り下げられた' },
] as const

export type PrivacyOutcome = (typeof privacyOutcomes)[number]['value']

export const privacyLengths = {
	requesterName: { min: 1, max: 60 },
	body: { min: 5, max: 3_000 },
	identityNote: { min: 5, max: 500 },
	outlook: { min: 10, max: 3_000 },
	decision: { min: 10, max: 3_000 },
	reason: { min: 5, max: 500 },
} as const

/** The whole time from the arrival within which an outlook may promise the result. */
export const PRIVACY_LONGEST_DAYS = 60

/** By when the result or the outlook is told; the day of arrival does not count. */
export const privacyDueOn = (receivedOn: IsoDate): IsoDate => supportDueOn('privacy', startOfDay(receivedOn))

export const lastPrivacyDay = (receivedOn: IsoDate): IsoDate => addDays(receivedOn, PRIVACY_LONGEST_DAYS)

const labelIn = <Value extends string>(options: readonly { value: Value; label: string }[], value: Value): string =>
	options.find((one) => one.value === value)?.label ?? value

export const channelLabel = (value: (typeof privacyChannels)[number]['value']) => labelIn(privacyChannels, value)
export const identityLabel = (value: (typeof identityMethods)[number]['value']) => labelIn(identityMethods, value)
export const privacyOutcomeLabel = (value: PrivacyOutcome) => labelIn(privacyOutcomes, value)
export const claimantLabel = (value: (typeof claimants)[number]['value']) => labelIn(claimants, value)
