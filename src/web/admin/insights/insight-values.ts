import type { Insights, StandingValue } from '../../../domain/operations/insights/reading.ts'
import { quantileOf } from '../../../domain/operations/insights/spans.ts'
import type { ChartRow } from '../../ui/charts/chart-scale.ts'

/** Look-ups in the figures of a page. Pure. */
export type InsightValues = {
	/** Labels of the steps over time: 「11/2」, or the first day of a week 「2026/11/2〜」. */
	labels: readonly string[]
	/** What one step is. */
	stepName: '日' | '週'
	/** The values of a slice by step; 0 where nothing was counted. */
	over: (series: string, slice?: string) => number[]
	/** Their sum. */
	sum: (series: string, slice?: string) => number
	/** The newest value of a level. */
	last: (series: string, slice: string) => number
	/** The slices of a series that were counted at all. */
	slices: (series: string) => string[]
	/** A quantile of spans by step, and over all steps. */
	quantiles: (series: string, quantile: number, bounds: readonly number[], prefix?: string) => (number | null)[]
	quantile: (series: string, quantile: number, bounds: readonly number[], prefix?: string) => number | null
	standing: (series: string) => StandingValue[]
	/** The rows of a chart over time from its series. */
	rows: (...series: (readonly (number | null)[])[]) => ChartRow[]
}

const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

export function valuesOf({ steps, stepDays, slices: counted, standings }: Insights): InsightValues {
	const bySlice = new Map(counted.map(({ series, slice, values }) => [`${series}\n${slice}`, values]))
	const slicesOf = Map.groupBy(counted, ({ series }) => series)
	const over = (series: string, slice = '') => bySlice.get(`${series}\n${slice}`) ?? steps.map(() => 0)
	const slices = (series: string) => (slicesOf.get(series) ?? []).map(({ slice }) => slice)
	const spans = (series: string, prefix: string) =>
		slices(series)
			.filter((slice) => slice.startsWith(prefix) && /^\d/.test(slice.slice(prefix.length)))
			.map((slice) => ({ bound: Number(slice.slice(prefix.length)), values: over(series, slice) }))
	const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
	return {
		labels: steps.map((day) => (stepDays === 1 ? shortDay(day) : `${day.slice(0, 4)}/${shortDay(day)}〜`)),
		stepName: stepDays === 1 ? '日' : '週',
		over,
		sum: (series, slice) => sumOf(over(series, slice)),
		last: (series, slice) => over(series, slice).at(-1) ?? 0,
		slices,
		quantiles: (series, quantile, bounds, prefix = '') => {
			const own = spans(series, prefix)
			return steps.map((_, index) => quantileOf(new Map(own.map(({ bound, values }) => [bound, values[index] ?? 0])), quantile, bounds))
		},
		quantile: (series, quantile, bounds, prefix = '') =>
			quantileOf(new Map(spans(series, prefix).map(({ bound, values }) => [bound, sumOf(values)])), quantile, bounds),
		standing: (series) => standings.filter((one) => one.series === series),
		rows(...series) {
			return this.labels.map((label, index) => ({ label, values: series.map((values) => values[index] ?? null) }))
		},
	}
}

/** A share in percent; null of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)
