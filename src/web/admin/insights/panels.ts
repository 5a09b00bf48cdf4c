import { type InsightChart, type InsightRange, insightRanges } from '../../../domain/operations/insights/catalogue.ts'
import type { Insights } from '../../../domain/operations/insights/reading.ts'
import type { Viewer } from '../../../domain/shared/context.ts'
import { openable } from '../openable.ts'
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

/** Panels with the links that the viewer may follow. */
export const panelsFor = (viewer: Viewer, all: readonly Panel[]): Panel[] =>
	all.map(({ facts, figures, lists, ...panel }) => {
		const ownPath = (path: string | undefined) => (path === undefined ? undefined : openable(viewer, path))
		return {
			...panel,
			facts: facts.map((fact) => ({ ...fact, path: ownPath(fact.path) })),
			figures: figures.map((figure) => ({
				...figure,
				data: { ...figure.data, rows: figure.data.rows.map((row) => ({ ...row, path: ownPath(row.path) })) },
			})),
			lists: lists.flatMap(({ label, path: listPath }) => {
				const path = ownPath(listPath)
				return path === undefined ? [] : [{ label, path }]
			}),
		}
	})

/** The range of an address; 28 days where it names none. */
export const rangeOf = (search: URLSearchParams): InsightRange =>
	insightRanges.find((range) => `${range}` === search.get('days')) ?? insightRanges[0]
