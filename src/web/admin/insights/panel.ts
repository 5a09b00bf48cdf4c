import type { InsightChart, InsightRange } from '../../../domain/operations/insights/catalogue.ts'
import type { ChartData } from '../../ui/charts/chart-scale.ts'
import type { InsightValues } from './insight-values.ts'

/** A figure in words; `path` is the list behind it, undefined for whoever may not open it. */
export type PanelFact = { label: string; text: string; path: string | undefined }

export type PanelFigure = {
	kind: 'lines' | 'bars' | 'ranks' | 'heat'
	title: string
	/** What the picture says, in a sentence. */
	summary: string
	data: ChartData
}

/** One of the charts (a)–(k): its figures, in words and as pictures, and the lists behind them. */
export type Panel = {
	name: InsightChart
	title: string
	/** How the figures are counted. */
	note: string
	facts: PanelFact[]
	figures: PanelFigure[]
	lists: { label: string; path: string }[]
}

export type PanelOf = (values: InsightValues, range: InsightRange) => Omit<Panel, 'name'>
