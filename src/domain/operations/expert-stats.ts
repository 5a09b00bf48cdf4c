import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { addDays, isoDay, startOfDay, TIME_ZONE } from '../shared/japan-time.ts'
import { DomainError } from '../shared/errors.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { openOwnFigures } from './performance/own-offices.ts'
import { type Measure, measureLabels, measures, rangeWithin, type StatsRange } from './stats-measures.ts'

export type StatsDay = { day: string } & Record<Measure, number>

export type ExpertStats = {
	/** What was asked for, or the longest range of the plan. */
	days: StatsRange
	mayDownload: boolean
	longestDays: number
	officeId: number | null
	offices: { id: number; name: string }[]
	/** From the first day to today, in Japan. */
	series: StatsDay[]
	totals: Record<Measure, number>
	/** Of as many days before these. */
	before: Record<Measure, number>
	/** As of now. */
	standing: { favourites: number; followers: number }
	/** Of inquiries of the range: how many came, and were answered by now. */
	answered: { received: number; answered: number }
	/** Measured business minutes of each office; null under three threads. */
	replyTimes: { officeId: number; name: string; minutes: number | null }[]
}

const dayOf = (column: RawBuilder<unknown>) => sql<string>`(${column} at time zone ${sql.lit(TIME_ZONE)})::date`

/**
 * Figures of a verified expert's own page and offices (or of one of these) by day. Views are counted as http/page-views.ts
 * says. Throws forbidden for anyone else, not-found for another expert's office.
 */
export async function getExpertStats(ctx: Ctx, query: { days: StatsRange; officeId: number | null }): Promise<ExpertStats> {
	const { officeId } = query
	const { expertId, plan, offices, officeIds } = await openOwnFigures(ctx, officeId)
	const { statsDays, statsFile } = entitlementsOf(plan)
	const days = rangeWithin(query.days, statsDays)
	const today = isoDay(ctx.now())
	const firstDay = addDays(today, 1 - 2 * days)
	const first = sql`${firstDay}::date`
	const since = sql`${startOfDay(firstDay)}::timestamptz`
	const ofOffices = sql`= any (${officeIds}::integer[])`
	const { rows } = await checkedSql({ day: text, measure: text.as<Measure>(), amount: int4 })`
		select to_char(day, 'YYYY-MM-DD') as day, measure, sum(amount)::integer as amount from (
			select day, 'expertViews' as measure, view_count as amount from page_views
			where kind = 'expert' and target_id = ${expertId}::integer and day >= ${first}
			union all
			select day, 'officeViews', view_count from page_views where kind = 'office' and target_id ${ofOffices} and day >= ${first}
			union all
			select ${dayOf(sql`created_at`)}, 'favourites', 1 from favourites
			where (expert_id = ${expertId}::integer or office_id ${ofOffices}) and created_at >= ${since}
			union all
			select ${dayOf(sql`created_at`)}, 'followers', 1 from follows where expert_id = ${expertId}::integer and created_at >= ${since}
			union all
			select ${dayOf(sql`created_at`)}, 'inquiries', 1 from inquiries where office_id ${ofOffices} and created_at >= ${since}
			union all
			select ${dayOf(sql`created_at`)}, 'reviews', 1 from reviews
			where office_id ${ofOffices} and hidden_at is null and created_at >= ${since}
		) counted
		where day <= ${today}::date
		group by 1, 2
	`.execute(ctx.db)
	const series = Array.from({ length: days }, (_, place): StatsDay => ({ day: addDays(today, place - days + 1), ...none() }))
	const byDay = new Map(series.map((one) => [one.day, one]))
	const totals = none()
	const before = none()
	for (const { day, measure, amount } of rows) {
		const one = byDay.get(day)
		if (one) one[measure] = amount
		;(one ? totals : before)[measure] += amount
	}
	return {
		days,
		mayDownload: statsFile,
		longestDays: statsDays,
		officeId,
		offices,
		series,
		totals,
		before,
		...(await readStanding(ctx, expertId, officeIds, addDays(today, 1 - days))),
	}
}

/** The same for a file. Throws forbidden for a plan without it. */
export async function readStatsForFile(ctx: Ctx, query: { days: StatsRange; officeId: number | null }): Promise<ExpertStats> {
	const stats = await getExpertStats(ctx, query)
	if (!stats.mayDownload)
		throw new DomainError('forbidden', 'the plan has no file of figures', {
			fields: { form: '統計のファイルは、スタンダードプランから使えます。' },
		})
	return stats
}

async function readStanding(
	ctx: Ctx,
	expertId: number,
	officeIds: readonly number[],
	firstDay: string,
): Promise<Pick<ExpertStats, 'standing' | 'answered' | 'replyTimes'>> {
	const ofOffices = sql`= any (${officeIds}::integer[])`
	const { rows } = await checkedSql({ favourites: int4, followers: int4, received: int4, answered: int4 })`
		select
			(select count(*)::integer from favourites where expert_id = ${expertId}::integer or office_id ${ofOffices}) as favourites,
			(select count(*)::integer from follows where expert_id = ${expertId}::integer) as followers,
			count(*)::integer as received, count(coalesce(first_reply_at, booked_at))::integer as answered
		from inquiries where office_id ${ofOffices} and created_at >= ${startOfDay(firstDay)}::timestamptz
	`.execute(ctx.db)
	const [row] = rows
	const replyTimes = await ctx.db
		.selectFrom('offices')
		.select(['id as officeId', 'name', 'reply_minutes as minutes'])
		.where(sql<boolean>`id ${ofOffices}`)
		.orderBy('id')
		.execute()
	return {
		standing: { favourites: row?.favourites ?? 0, followers: row?.followers ?? 0 },
		answered: { received: row?.received ?? 0, answered: row?.answered ?? 0 },
		replyTimes,
	}
}

const none = (): Record<Measure, number> => ({ expertViews: 0, officeViews: 0, favourites: 0, followers: 0, inquiries: 0, reviews: 0 })

/** One line for each day, for spreadsheets: with a byte order mark and CRLF line ends, for Excel. */
export function statsCsv({ series }: Pick<ExpertStats, 'series'>): string {
	const lines = [
		['日付', ...measures.map((measure) => measureLabels[measure])],
		...series.map((one) => [one.day, ...measures.map((measure) => `${one[measure]}`)]),
	]
	return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}
