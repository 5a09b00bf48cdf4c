import { expect, test } from 'vitest'
import type { Insights } from '../../../domain/operations/insights/reading.ts'
import { roundUp, runsOf, valueText } from '../../ui/charts/chart-scale.ts'
import { share, valuesOf } from './insight-values.ts'
import { panelsOf } from './panels.ts'

const insights = (values: Partial<Insights> = {}): Insights => ({
	charts: ['funnel', 'first-quote', 'demand', 'questions', 'desk', 'reports', 'retention', 'money', 'missed', 'mails', 'speed'],
	steps: ['2026-06-13', '2026-06-14', '2026-06-15'],
	stepDays: 1,
	slices: [],
	standings: [],
	measuredAt: null,
	...values,
})

test('every chart says that there is nothing, where nothing was measured', () => {
	const panels = panelsOf(insights(), 28)
	expect(panels.map(({ name }) => name)).toEqual(insights().charts)
	expect(JSON.stringify(panels)).not.toMatch(/NaN|Infinity/)
})

test('values stand at their steps, and quantiles come from the counts of spans', () => {
	const values = valuesOf(
		insights({
			slices: [
				{ series: 'first-quote', slice: '4', values: [0, 2, 0] },
				{ series: 'first-quote', slice: '24', values: [0, 0, 2] },
				{ series: 'first-quote.due', slice: 'within', values: [0, 0, 2] },
			],
		}),
	)
	expect(values.over('first-quote', '4')).toEqual([0, 2, 0])
	expect(values.quantiles('first-quote', 0.5, [2, 4, 24])).toEqual([null, 3, 14])
	expect(values.quantile('first-quote', 1, [2, 4, 24])).toBe(24)
	expect(values.labels).toEqual(['6/13', '6/14', '6/15'])
	expect(share(1, 0)).toBeNull()
})

test('a funnel says which share went on', () => {
	const [funnel] = panelsOf(
		insights({
			charts: ['funnel'],
			slices: [
				{ series: 'funnel.begun', slice: '', values: [0, 8, 0] },
				{ series: 'funnel.confirmed', slice: '', values: [0, 6, 0] },
				{ series: 'funnel.sent', slice: '', values: [0, 0, 3] },
			],
		}),
		28,
	)
	expect(funnel?.figures[0]?.data.rows.map(({ values }) => values)).toEqual([
		[8, null],
		[6, 75],
		[3, 50],
		[0, 0],
		[0, null],
	])
})

test('a month that is not over for a cohort is empty, not zero', () => {
	const [retention] = panelsOf(
		insights({
			charts: ['retention'],
			standings: [
				{ series: 'cohort.experts.size', slice: '2026-05', value: 4, label: null },
				{ series: 'cohort.experts.size', slice: '2026-06', value: 2, label: null },
				{ series: 'cohort.experts', slice: '2026-05:1', value: 1, label: null },
			],
		}),
		28,
	)
	const rows = retention?.figures[0]?.data.rows ?? []
	expect(rows.map(({ values }) => values.slice(0, 4))).toEqual([
		[4, 0, 25, null],
		[2, 0, null, null],
	])
})

test('scales are round, gaps break a line, and counts have no decimals', () => {
	expect([0, 3, 7, 12, 400].map(roundUp)).toEqual([1, 5, 10, 20, 500])
	expect(runsOf([1, null, 2, 3], 4, { width: 400, height: 100 })).toEqual(['46.0,75.0 54.0,75.0', '250.0,50.0 350.0,25.0'])
	expect([valueText(1_234.5, '件'), valueText(12.34, '%'), valueText(null, '円')]).toEqual(['1,235件', '12.3%', '—'])
})
