import { type InsightChart, type InsightRange, insightRanges } from '../../../domain/operations/insights/catalogue.ts'
import type { Insights } from '../../../domain/operations/insights/reading.ts'
import { valuesOf } from './insight-values.ts'
import type { Panel, PanelOf } from './panel.ts'
import { mails, missed, money, retention, speed } from './panels-of-business.ts'
import { demand, desk, firstQuote, funnel, questions, reports } from './panels-of-work.ts'

const panels: Readonly<Record<InsightChart, PanelOf>> = {
	funnel,
	'first-quote': firstQuote,
	demand,
	questions,
	desk,
	reports,
	retention,
	money,
	missed,
	mails,
	speed,
}

/** The charts that were read, as a page shows them. Pure. */
export function panelsOf(insights: Insights, range: InsightRange): Panel[] {
	const values = valuesOf(insights)
	return insights.charts.map((name) => ({ name, ...panels[name](values, range) }))
}

/** The range of an address; 28 days where it names none. */
export const rangeOf = (search: URLSearchParams): InsightRange =>
	insightRanges.find((range) => `${range}` === search.get('days')) ?? insightRanges[0]
