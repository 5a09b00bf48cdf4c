/** What each plan contains. Pure, for pages as for the server; every check of a capacity or a tool goes through this table. */

export const plans = ['free', 'standard', 'pro'] as const
export type Plan = (typeof plans)[number]
export const paidPlans = ['standard', 'pro'] as const
export type PaidPlan = (typeof paidPlans)[number]

export const planLabels: Readonly<Record<Plan, string>> = { free: 'フリー', standard: 'スタンダード', pro: 'プロ' }

export type Entitlements = {
	/** Photographs that an office's page shows. */
	photos: number
	/** Members of an office who may edit it. */
	seats: number
	/** Offices that one account may make. */
	offices: number
	/** Longest range of the figures, in days. */
	statsDays: number
	/** Whether the figures can be downloaded. */
	statsFile: boolean
	/** How many days ahead clients can book an appointment. */
	bookingDays: number
	/** Texts that an office keeps to insert into answers. */
	savedReplies: number
	/** Lists in which an office stands as PR, apart from their order. */
	placements: number
	/** Gigabytes (10⁹ bytes) of documents in the cases of an office, those of its clients included. */
	documentGigabytes: number
	/** Tokens for the API that one account may have at a time. */
	apiTokens: number
	/** Addresses that one account may have webhooks sent to. */
	webhooks: number
}

const table: Readonly<Record<Plan, Entitlements>> = {
	free: {
		photos: 10,
		seats: 10,
		offices: 3,
		statsDays: 28,
		statsFile: false,
		bookingDays: 14,
		savedReplies: 3,
		placements: 0,
		documentGigabytes: 1,
		apiTokens: 0,
		webhooks: 0,
	},
	standard: {
		photos: 20,
		seats: 20,
		offices: 5,
		statsDays: 90,
		statsFile: true,
		bookingDays: 60,
		savedReplies: 20,
		placements: 0,
		documentGigabytes: 20,
		apiTokens: 0,
		webhooks: 0,
	},
	pro: {
		photos: 40,
		seats: 50,
		offices: 10,
		statsDays: 365,
		statsFile: true,
		bookingDays: 90,
		savedReplies: 50,
		placements: 3,
		documentGigabytes: 100,
		apiTokens: 20,
		webhooks: 10,
	},
}

export const entitlementsOf = (plan: Plan): Entitlements => table[plan]

export const isPaidPlan = (text: unknown): text is PaidPlan => paidPlans.some((plan) => plan === text)

/** Negative where `one` contains less than `other`. */
export const comparePlans = (one: Plan, other: Plan): number => plans.indexOf(one) - plans.indexOf(other)

/** The smallest plan for which `holds`, to name it where something is missing; null for none. */
export const planWith = (holds: (entitlements: Entitlements) => boolean): Plan | null => plans.find((plan) => holds(table[plan])) ?? null

/** Every plan for which `holds`, for statements that look for accounts with one of them. */
export const plansWith = (holds: (entitlements: Entitlements) => boolean): Plan[] => plans.filter((plan) => holds(table[plan]))
