import { sql } from 'kysely'
import { checkedSql, float8, float8Array, int4, int4Array, text, timestamptz } from '../../../platform/checked-sql.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { IsoDate } from '../../shared/column-types.ts'
import { addDays, hours, isoDay } from '../../shared/japan-time.ts'
import {
	type InsightChart,
	insightChartNames,
	insightCharts,
	type InsightRange,
	todayMeasureNames,
	type TodayMeasure,
	todayMeasures,
} from './catalogue.ts'
import { hourBounds, quantileOf } from './spans.ts'

/** The values of a slice by step; 0 where nothing was counted. */
export type SliceValues = { series: string; slice: string; values: number[] }
export type StandingValue = { series: string; slice: string; value: number; label: string | null }

export type Insights = {
	charts: InsightChart[]
	/** First days of what one step of a chart covers, the oldest first. */
	steps: IsoDate[]
	/** Days that a step covers. */
	stepDays: 1 | 7
	slices: SliceValues[]
	standings: StandingValue[]
	/** Null before the first measurement. */
	measuredAt: Date | null
}

const stepOf: Readonly<Record<InsightRange, 1 | 7>> = { 28: 1, 90: 7, 365: 7 }

/** The charts of the viewer's roles; admins see all. */
export const visibleCharts = (ctx: StaffCtx): InsightChart[] =>
	insightChartNames.filter((name) => isStaffWith(ctx.viewer, ...insightCharts[name].roles))

/**
 * The figures of charts over the last `range` days, as the job of the last hour measured them. Reads only the tables of that job.
 * Throws forbidden for a chart that is not of the viewer's roles.
 */
export async function readInsights(
	ctx: StaffCtx,
	{ range, only }: { range: InsightRange; only?: InsightChart | undefined },
): Promise<Insights> {
	if (only !== undefined) requireStaff(ctx, ...insightCharts[only].roles)
	const charts = only === undefined ? visibleCharts(ctx) : [only]
	const stepDays = stepOf[range]
	const stepCount = Math.ceil(range / stepDays)
	const today = isoDay(ctx.now())
	// The newest week is complete.
	const first = addDays(today, 1 - stepCount * stepDays)
	const steps = Array.from({ length: stepCount }, (_, place) => addDays(first, place * stepDays))
	const series = charts.flatMap((name) => [...insightCharts[name].days])
	const [slices, { rows: standings }, measuredAt] = await Promise.all([
		readSlices(ctx, series, { steps, stepDays }),
		selectStandings`
			select series, slice, value, label from insight_standings
			where series = any (${[...new Set(charts.flatMap((name) => [...insightCharts[name].standings]))]}::text[])
				and (series not in ('demand', 'missed') or starts_with(slice, ${`${range}:`}))
			order by series, value desc, slice
		`.execute(ctx.db),
		readMeasuredAt(ctx),
	])
	return { charts, steps, stepDays, slices, standings, measuredAt }
}

const selectSlices = checkedSql({ series: text, slice: text, places: int4Array, values: float8Array })

/** The values of the series by step: one row for each slice, since a year has fifty times as many values. */
async function readSlices(
	ctx: StaffCtx,
	series: readonly string[],
	{ steps, stepDays }: Pick<Insights, 'steps' | 'stepDays'>,
): Promise<SliceValues[]> {
	const ends = steps.map((first) => addDays(first, stepDays - 1))
	const kept = stepDays === 1 ? sql`select series, slice, day as last_day, value from insight_days` : sql`select * from insight_weeks`
	const { rows } = await selectSlices`
		select series, slice, array_agg((last_day - ${ends[0]}::date) / ${stepDays}::integer) as places, array_agg(value) as values
		from (${kept}) kept
		where series = any (${[...series]}::text[]) and last_day = any (${ends}::date[])
		group by series, slice order by series, slice
	`.execute(ctx.db)
	return rows.map(({ places, values, ...row }) => {
		const byStep = steps.map(() => 0)
		for (const [index, place] of places.entries()) byStep[place] = values[index] ?? 0
		return { ...row, values: byStep }
	})
}

const selectStandings = checkedSql({ series: text, slice: text, value: float8, label: text.nullable })

async function readMeasuredAt(ctx: StaffCtx): Promise<Date | null> {
	const { rows } = await checkedSql({ began_at: timestamptz })`
		select began_at from insight_runs order by began_at desc limit 1
	`.execute(ctx.db)
	return rows[0]?.began_at ?? null
}

export type TodayFigure = {
	measure: TodayMeasure
	/** Of the last 24 whole hours; null where there is nothing to take a median or a share of. */
	value: number | null
	/** The median of the same hours in the eight weeks before; null for less than four weeks of figures. */
	usual: number | null
	/** The least and the most of these weeks. */
	band: [number, number] | null
}

const WEEKS = 8
/** Fewer weeks say nothing about what is usual. */
const LEAST_WEEKS = 4

/** The last 24 whole hours before the last measurement, beside the same weekdays of eight weeks, for the viewer's roles. */
export async function readToday(ctx: StaffCtx): Promise<{ figures: TodayFigure[]; until: Date | null }> {
	const measuredAt = await readMeasuredAt(ctx)
	if (measuredAt === null) return { figures: [], until: null }
	const until = new Date(Math.floor(measuredAt.getTime() / hours(1)) * hours(1))
	const { rows } = await checkedSql({ series: text, slice: text, week: int4, value: float8 })`
		select h.series, h.slice, w.week, sum(h.value) as value
		from generate_series(0, ${WEEKS}::integer) as w (week)
		join insight_hours h on h.hour >= ${until}::timestamptz - (w.week * 168 + 24) * interval '1 hour'
			and h.hour < ${until}::timestamptz - w.week * interval '168 hours'
		where h.series = any (${[...todayMeasureNames]}::text[])
		group by h.series, h.slice, w.week
	`.execute(ctx.db)
	const weeksKnown = await countWeeks(ctx, until)
	const valueOf = (measure: TodayMeasure, week: number): number | null => {
		const own = rows.filter((row) => row.series === measure && row.week === week)
		if (measure === 'first-answers') return quantileOf(new Map(own.map(({ slice, value }) => [Number(slice), value])), 0.5, hourBounds)
		const sum = own.reduce((total, { value }) => total + value, 0)
		if (measure !== 'quotes') return sum
		const requests = valueOf('requests', week) ?? 0
		return requests === 0 ? null : sum / requests
	}
	const figures = todayMeasureNames
		.filter((measure) => isStaffWith(ctx.viewer, ...todayMeasures[measure].roles))
		.map((measure): TodayFigure => {
			const before = Array.from({ length: weeksKnown }, (_, place) => valueOf(measure, place + 1)).filter((value) => value !== null)
			const sorted = before.toSorted((a, b) => a - b)
			const isKnown = sorted.length >= LEAST_WEEKS
			return {
				measure,
				value: valueOf(measure, 0),
				usual: isKnown ? medianOf(sorted) : null,
				band: isKnown ? [sorted[0] ?? 0, sorted.at(-1) ?? 0] : null,
			}
		})
	return { figures, until }
}

/** Whole weeks since the first hour of which there are figures, at most eight: weeks before that are unknown, not zero. */
async function countWeeks(ctx: StaffCtx, until: Date): Promise<number> {
	const { rows } = await checkedSql({ first: timestamptz.nullable })`
		select min(hour) as first from insight_hours where series = any (${[...todayMeasureNames]}::text[])
	`.execute(ctx.db)
	const first = rows[0]?.first
	return first ? Math.max(0, Math.min(WEEKS, Math.floor((until.getTime() - first.getTime()) / hours(168)))) : 0
}

function medianOf(sorted: readonly number[]): number {
	const middle = Math.floor(sorted.length / 2)
	return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
