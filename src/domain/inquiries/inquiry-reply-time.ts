import { sql } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import type { Ctx } from '../shared/context.ts'
import { holidayName } from '../shared/holidays.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const JAPAN_OFFSET = 9 * HOUR
const OPENS = 9 * HOUR
const CLOSES = 18 * HOUR

export const MEASURED_DAYS = 90
export const MEASURED_AT_LEAST = 3

/**
 * How many minutes of business lie between two moments: those between 9:00 and 18:00 in Japan on a Monday to Friday that is
 * no public holiday, for every office alike, so that measured times can be compared. Begun minutes count.
 */
export function businessMinutes(from: Date, to: Date): number {
	const end = to.getTime() + JAPAN_OFFSET
	let local = from.getTime() + JAPAN_OFFSET
	let sum = 0
	while (local < end) {
		const midnight = Math.floor(local / DAY) * DAY
		const until = Math.min(end, midnight + CLOSES)
		const since = Math.max(local, midnight + OPENS)
		if (since < until && isBusinessDay(midnight)) sum += until - since
		local = midnight + DAY
	}
	return Math.ceil(sum / MINUTE)
}

function isBusinessDay(midnight: number): boolean {
	const day = new Date(midnight)
	const weekday = day.getUTCDay()
	return weekday !== 0 && weekday !== 6 && holidayName(day.toISOString().slice(0, 10)) === null
}

/**
 * Measures offices anew: the median of the first replies to inquiries of the last 90 days, where there are three. In the
 * transaction of a first reply for that office; daily for all, as inquiries grow old. Gives how many have changed.
 */
export async function measureReplyTimes(ctx: Pick<Ctx, 'db' | 'now'>, officeId: number | null): Promise<number> {
	const since = new Date(ctx.now().getTime() - MEASURED_DAYS * DAY)
	const { rows } = await sql<{ id: number }>`
		update offices o set reply_minutes = measured.minutes
		from (
			select o.id, case when count(i.id) >= ${sql.lit(MEASURED_AT_LEAST)}
				then round(percentile_cont(0.5) within group (order by i.first_reply_minutes))::integer end as minutes
			from offices o
			left join inquiries i on i.office_id = o.id and i.created_at > ${since} and i.first_reply_at is not null
			where ${officeId === null ? sql`o.reply_minutes is not null or i.id is not null` : sql`o.id = ${officeId}::integer`}
			group by o.id
		) measured
		where o.id = measured.id and o.reply_minutes is distinct from measured.minutes
		returning o.id
	`.execute(ctx.db)
	await publishTags(
		ctx.db,
		rows.map(({ id }) => `office:${id}`),
	)
	return rows.length
}
