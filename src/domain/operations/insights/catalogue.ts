import type { StaffRole } from '../../shared/context.ts'

/** Which figures there are and who may see them. Pure. */

/** Days back from today. */
export const insightRanges = [28, 90, 365] as const
export type InsightRange = (typeof insightRanges)[number]

type ChartFacts = {
	/** Besides admins. */
	roles: readonly StaffRole[]
	days: readonly string[]
	standings: readonly string[]
}

export const insightCharts = {
	funnel: {
		roles: ['support'],
		days: ['funnel.begun', 'funnel.confirmed', 'funnel.sent', 'funnel.quoted', 'funnel.accepted'],
		standings: [],
	},
	'first-quote': { roles: ['support'], days: ['first-quote', 'first-quote.due'], standings: [] },
	demand: { roles: ['support'], days: [], standings: ['demand', 'supply', 'category'] },
	questions: { roles: ['moderator', 'editor'], days: ['questions'], standings: ['unanswered', 'category'] },
	desk: { roles: ['reviewer', 'moderator'], days: ['desk.in', 'desk.out', 'desk.backlog', 'desk.age'], standings: ['reviewer'] },
	reports: { roles: ['moderator'], days: ['reports', 'appeals'], standings: [] },
	retention: {
		roles: ['support'],
		days: [],
		standings: ['cohort.experts', 'cohort.experts.size', 'cohort.members', 'cohort.members.size'],
	},
	money: { roles: ['accounting'], days: ['money'], standings: [] },
	missed: { roles: ['editor'], days: [], standings: ['missed'] },
	mails: { roles: ['support'], days: ['mails', 'devices'], standings: [] },
	speed: { roles: ['support'], days: ['served'], standings: [] },
} as const satisfies Record<string, ChartFacts>

export type InsightChart = keyof typeof insightCharts
export const insightChartNames = Object.keys(insightCharts) as InsightChart[]

/** The measures of the last 24 hours, and who sees them besides admins. */
export const todayMeasures = {
	signups: { roles: ['support', 'moderator'] },
	verified: { roles: ['reviewer'] },
	questions: { roles: ['moderator', 'editor'] },
	'first-answers': { roles: ['moderator', 'editor'] },
	requests: { roles: ['support'] },
	quotes: { roles: ['support'] },
	accepted: { roles: ['support'] },
	reports: { roles: ['moderator'] },
	'mail-failures': { roles: ['support'] },
} as const satisfies Record<string, { roles: readonly StaffRole[] }>

export type TodayMeasure = keyof typeof todayMeasures
export const todayMeasureNames = Object.keys(todayMeasures) as TodayMeasure[]
