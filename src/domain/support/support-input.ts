import type { StaffRole } from '../shared/context.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { isBusinessDay } from '../shared/business-hours.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'

/** Categories, limits and deadlines of what people write to the operator. Pure: forms show them, the server checks them. */
export type SupportCategory = 'usage' | 'account' | 'listing' | 'rights' | 'privacy' | 'business' | 'other'

/** Who claims: the person concerned, or somebody who acts for them. */
export const claimants = [
	{ value: 'self', label: '本人（法人の場合は代表者・担当者）' },
	{ value: 'agent', label: '代理人（弁護士、法定代理人など）' },
] as const
export type Claimant = (typeof claimants)[number]['value']

/** How a claim ended; its sender is notified with the reason (情報流通プラットフォーム対処法25条). */
export const outcomes = [
	{ value: 'measures', label: '措置をとった' },
	{ value: 'none', label: '措置をとらない' },
	{ value: 'withdrawn', label: '申出が取り下げられた' },
] as const
export type Outcome = (typeof outcomes)[number]['value']

type Category = {
	label: string
	/** Description for the list of categories. */
	about: string
	/** By when the operator answers. */
	answer: { businessDays: number } | { days: number }
	topics: readonly { value: string; label: string }[]
	topicLabel?: string
	/** The staff role that handles it besides admins. */
	role: StaffRole
	needsPage?: true
}

export const supportCategories: Readonly<Record<SupportCategory, Category>> = {
	usage: {
		label: '使い方・不具合',
		about: '画面の使い方が分からない、正しく動かない',
		answer: { businessDays: 3 },
		topics: [],
		role: 'support',
	},
	account: {
		label: '登録・ログイン',
		about: '確認のメールが届かない、ログインできない、登録の内容を変えたい',
		answer: { businessDays: 3 },
		topics: [],
		role: 'support',
	},
	listing: {
		label: '掲載内容の誤り',
		about: '事務所・専門家・駅・業務の説明などに誤りがある、掲載をやめたい',
		answer: { businessDays: 5 },
		topics: [],
		role: 'support',
	},
	rights: {
		label: '権利の侵害の申出',
		about: '投稿や掲載によって、自分の著作権・名誉・プライバシーなどが侵害されている',
		answer: { days: 7 },
		topicLabel: '侵害された権利',
		topics: [
			{ value: 'copyright', label: '著作権・著作隣接権' },
			{ value: 'trademark', label: '商標権' },
			{ value: 'defamation', label: '名誉・信用' },
			{ value: 'privacy', label: 'プライバシー・肖像' },
			{ value: 'other', label: 'そのほかの権利' },
		],
		role: 'moderator',
		needsPage: true,
	},
	privacy: {
		label: '個人情報についての請求・苦情',
		about: '自分の個人情報の開示・訂正・利用停止などを求める、取り扱いについて苦情がある',
		answer: { days: 14 },
		topicLabel: '求める内容',
		topics: [
			{ value: 'disclosure', label: '開示（第三者提供の記録を含む）' },
			{ value: 'correction', label: '訂正・追加・削除' },
			{ value: 'suspension', label: '利用の停止・消去' },
			{ value: 'sharing', label: '第三者への提供の停止' },
			{ value: 'purpose', label: '利用目的の通知' },
			{ value: 'complaint', label: '取り扱いについての苦情' },
		],
		role: 'support',
	},
	business: {
		label: '取材・提携',
		about: '取材、広報、業務の提携について',
		answer: { businessDays: 5 },
		topics: [],
		role: 'support',
	},
	other: {
		label: 'そのほか',
		about: 'ほかのどれにも当てはまらない',
		answer: { businessDays: 5 },
		topics: [],
		role: 'support',
	},
}

export const supportCategoryNames = Object.keys(supportCategories) as SupportCategory[]

export const isSupportCategory = (typed: string | null | undefined): typed is SupportCategory =>
	supportCategoryNames.some((name) => name === typed)

export const topicLabel = (category: SupportCategory, topic: string | null): string | null =>
	supportCategories[category].topics.find(({ value }) => value === topic)?.label ?? null

export const supportLengths = {
	senderName: { min: 1, max: 60 },
	body: { min: 10, max: 3_000 },
	reply: { min: 10, max: 3_000 },
	note: { min: 0, max: 1_000 },
	page: { min: 0, max: 500 },
} as const

/** How long a request is kept after it was closed: a claim of rights may go to court later. */
export const supportKeptDays = (category: SupportCategory): number => (category === 'rights' ? 3 * 365 : 365)

/** How long the author of the content may object before it can be removed without their consent. */
export const AUTHOR_ANSWER_DAYS = 7

/** The deadline in Japan for a request that arrived at `from`; the day of arrival does not count. */
export function supportDueOn(category: SupportCategory, from: Date): IsoDate {
	const { answer } = supportCategories[category]
	if ('days' in answer) return addDays(isoDay(from), answer.days)
	let day = isoDay(from)
	for (let left = answer.businessDays; left > 0;) {
		day = addDays(day, 1)
		if (isBusinessDay(day)) left -= 1
	}
	return day
}

/** Whether the deadline has passed without an answer. `today` is the day in Japan. */
export const isLate = (request: { dueOn: IsoDate; answeredAt: Date | null; closedAt: Date | null }, today: IsoDate): boolean =>
	request.closedAt === null && request.answeredAt === null && request.dueOn < today

/** 「3営業日以内」 */
export const answerText = (category: SupportCategory): string => {
	const { answer } = supportCategories[category]
	return 'days' in answer ? `${answer.days}日以内` : `${answer.businessDays}営業日以内`
}
