import { type RawBuilder, sql } from 'kysely'
import { checkedSql, date, timestamptz } from '../../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import type { IsoDate } from '../../shared/column-types.ts'
import { addDays, days, isoDay } from '../../shared/japan-time.ts'
import { daySeries, grownSeries } from './days-sql.ts'
import { hourSeries } from './hours-sql.ts'
import { forgetRareSearches } from './missed-searches.ts'
import { standings } from './standings-sql.ts'

/** The longest range, with the days before it that a week may begin with. */
const KEPT_DAYS = 372
/** Every hour measures these days again: most of what is counted of a day is settled in a month. */
const RECENT_DAYS = 35
/** Nine weeks: eight to compare with, and one to be late. */
const KEPT_HOURS_DAYS = 63
const RECENT_HOURS_DAYS = 3
const RUNS_KEPT_DAYS = 30

/**
 * Measures the figures of /admin and /admin/insights: the last days, once a day all of them, the last hours, and what holds now.
 * Running it again gives the same rows. Readers see the figures before or after it.
 */
export async function measureInsights(ctx: Ctx): Promise<void> {
	const beganAt = ctx.now()
	const last = isoDay(beganAt)
	await inTransaction(ctx, async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtext('insights'))`.execute(trx.db)
		await sql`set local statement_timeout = '10min'`.execute(trx.db)
		const { isFirst, isWholeDue } = await findDue(trx, last)
		const first = addDays(last, -(isWholeDue ? KEPT_DAYS : RECENT_DAYS))
		// The counts of served requests are added to their hours by every process; the days are sums of them.
		await measureHours(trx, beganAt, isFirst ? KEPT_HOURS_DAYS : RECENT_HOURS_DAYS)
		await measureDays(trx, { first, last, now: beganAt })
		await addUpWeeks(trx, { first, last })
		await sql`delete from insight_standings`.execute(trx.db)
		for (const standing of standings)
			await sql`insert into insight_standings (series, slice, value, label)
				select * from (${standing(last)}) as s (series, slice, value, label)`.execute(trx.db)
		await forgetRareSearches(trx)
		await trx.db.insertInto('insight_runs').values({ began_at: beganAt, ended_at: new Date(), first_day: first }).execute()
		await trx.db
			.deleteFrom('insight_runs')
			.where('began_at', '<', new Date(beganAt.getTime() - days(RUNS_KEPT_DAYS)))
			.execute()
	})
}

async function findDue(ctx: Ctx, today: IsoDate): Promise<{ isFirst: boolean; isWholeDue: boolean }> {
	const { rows } = await checkedSql({ began_at: timestamptz, first_day: date })`
		select began_at, first_day from insight_runs order by began_at desc limit 40
	`.execute(ctx.db)
	const isWhole = (run: { began_at: Date; first_day: string }) =>
		isoDay(run.began_at) === today && run.first_day <= addDays(today, -KEPT_DAYS)
	return { isFirst: rows.length === 0, isWholeDue: !rows.some(isWhole) }
}

async function measureDays(ctx: Ctx, measured: { first: IsoDate; last: IsoDate; now: Date }): Promise<void> {
	await sql`
		delete from insight_days where (day >= ${measured.first}::date and series <> all (${[...grownSeries]}::text[]))
			or day < ${addDays(measured.last, -KEPT_DAYS)}::date
	`.execute(ctx.db)
	for (const series of daySeries)
		await sql`
			insert into insight_days (series, day, slice, value)
			select series, day, slice, value from (${series(measured)}) as s (series, day, slice, value)
			where day between ${measured.first}::date and ${measured.last}::date
			on conflict (series, day, slice) do update set value = greatest(insight_days.value, excluded.value)
		`.execute(ctx.db)
}

/** Of `money`: values of a moment. A backlog is one too. */
const levels = ['mrr', 'running', 'overdue']

/**
 * Writes the sums of seven days that end with each day from `first` on, of levels the last of them: also those that end in the next
 * days, for charts that are opened before the first measurement of a day.
 */
export async function addUpWeeks({ db }: Pick<Ctx, 'db'>, { first, last }: { first: IsoDate; last: IsoDate }): Promise<void> {
	await sql`delete from insight_weeks where last_day >= ${first}::date or last_day < ${addDays(last, -KEPT_DAYS)}::date`.execute(db)
	await sql`
		insert into insight_weeks (last_day, series, slice, value)
		select d.day + later, d.series, d.slice, sum(d.value)
		from insight_days d cross join generate_series(0, 6) later
		where d.value <> 0 and d.day > ${first}::date - 7 and d.day + later between ${first}::date and ${last}::date + 6
			and (later = 0 or not (d.series = 'desk.backlog' or d.series = 'money' and d.slice = any (${[...levels]}::text[])))
		group by 1, 2, 3
	`.execute(db)
}

async function measureHours(ctx: Ctx, now: Date, dayCount: number): Promise<void> {
	const daysBack = (count: number): RawBuilder<unknown> => sql`date_trunc('hour', ${now}::timestamptz - ${count} * interval '24 hours')`
	const since = daysBack(dayCount)
	await sql`
		delete from insight_hours where (hour >= ${since} and series <> 'served') or hour < ${daysBack(KEPT_HOURS_DAYS)}
	`.execute(ctx.db)
	for (const series of hourSeries)
		await sql`
			insert into insight_hours (series, hour, slice, value)
			select series, hour, slice, value from (${series(since)}) as s (series, hour, slice, value)
			where hour >= ${since} and hour <= ${now}::timestamptz
		`.execute(ctx.db)
}
