import { sql } from 'kysely'
import type { Ctx } from '../../shared/context.ts'
import { TIME_ZONE } from '../../shared/japan-time.ts'

/** Requests of an hour by slice: the upper bound of their time in milliseconds for pages, `5xx` for errors of any request, `all`. */
export type ServedCounts = ReadonlyMap<string, number>

/** Adds what a process has served since its last report to the hour that runs. */
export async function addServedRequests(ctx: Pick<Ctx, 'db' | 'now'>, counts: ServedCounts): Promise<void> {
	if (counts.size === 0) return
	const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
	await sql`
		insert into insight_hours (series, hour, slice, value)
		select 'served', date_trunc('hour', ${ctx.now()}::timestamptz, ${sql.lit(TIME_ZONE)}), s.slice, s.value
		from unnest(${sorted.map(([slice]) => slice)}::text[], ${sorted.map(([, count]) => count)}::float8[]) as s (slice, value)
		on conflict (series, hour, slice) do update set value = insight_hours.value + excluded.value
	`.execute(ctx.db)
}
