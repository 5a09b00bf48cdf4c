import { sql } from 'kysely'
import { checkedSql, float8, int4, text } from '../../../platform/checked-sql.ts'
import { isNeutralSql } from '../../taxonomy/categories.ts'
import type { Ctx } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'

/* What an office may know of the others: medians and bands of five or more of them, never one of them. */

/** Fewest other offices from which a figure is made. */
export const FEWEST = 5
/** How far back won quotes count. */
const WON_DAYS = 365
/** Bands are wide enough that none of the quotes can be read from their ends. */
const BAND_YEN = 5_000
const TASKS = 10

export type ReplyTime = {
	officeId: number
	name: string
	/** Measured median of the office and of the others in its city, else its prefecture, in business minutes; null while there are too few. */
	minutes: number | null
	area: { name: string; minutes: number; offices: number } | null
}

const selectReplyTimes = checkedSql({
	id: int4,
	name: text,
	minutes: int4.nullable,
	city_name: text,
	city_minutes: float8.nullable,
	city_offices: int4,
	prefecture_name: text,
	prefecture_minutes: float8.nullable,
	prefecture_offices: int4,
})

/** How soon offices answer inquiries, beside the others around them. One statement. */
export async function readReplyTimes(ctx: Pick<Ctx, 'db'>, officeIds: readonly number[]): Promise<ReplyTime[]> {
	const around = (place: ReturnType<typeof sql>) => sql`
		select percentile_cont(0.5) within group (order by n.reply_minutes) as minutes, count(*)::integer as offices
		from offices n where n.reply_minutes is not null and n.state = 'published' and n.id <> o.id and ${place}
	`
	const { rows } = await selectReplyTimes`
		select o.id, o.name, o.reply_minutes as minutes, m.name as city_name, p.name as prefecture_name,
			city.minutes as city_minutes, city.offices as city_offices, pref.minutes as prefecture_minutes, pref.offices as prefecture_offices
		from offices o
		join prefectures p on p.id = o.prefecture_id
		join municipalities m on m.id = o.municipality_id
		cross join lateral (${around(sql`n.prefecture_id = o.prefecture_id and n.municipality_id = o.municipality_id`)}) city
		cross join lateral (${around(sql`n.prefecture_id = o.prefecture_id`)}) pref
		where o.id = any (${officeIds}::integer[])
		order by o.id
	`.execute(ctx.db)
	return rows.map((row) => {
		const areas = [
			{ name: row.city_name, minutes: row.city_minutes, offices: row.city_offices },
			{ name: row.prefecture_name, minutes: row.prefecture_minutes, offices: row.prefecture_offices },
		]
		const area = areas.find(({ minutes, offices }) => minutes !== null && offices >= FEWEST)
		return {
			officeId: row.id,
			name: row.name,
			minutes: row.minutes,
			area: area ? { name: area.name, minutes: Math.round(area.minutes ?? 0), offices: area.offices } : null,
		}
	})
}

export type WinningBand = {
	taskId: number
	name: string
	/** Median of the offices' own quotes of a year, in yen with tax. */
	own: number
	/** The middle half of the quotes of other offices that clients chose; null under five offices. */
	band: { low: number; high: number; offices: number } | null
}

const selectBands = checkedSql({ task_id: int4, name: text, own: float8, low: float8.nullable, high: float8.nullable, offices: int4 })

/** What other offices' chosen quotes cost for the tasks that these offices have quoted, the most quoted first. One statement. */
export async function readWinningBands(ctx: Pick<Ctx, 'db' | 'now'>, officeIds: readonly number[]): Promise<WinningBand[]> {
	const since = new Date(ctx.now().getTime() - days(WON_DAYS))
	const newest = sql`select q.total::float8 as total from estimate_quotes q where q.delivery_id = d.id order by q.version desc limit 1`
	const { rows } = await selectBands`
		with own as (
			select r.task_id, percentile_cont(0.5) within group (order by quote.total) as median, count(*) as quotes
			from estimate_deliveries d
			join estimate_requests r on r.id = d.request_id
			cross join lateral (${newest}) quote
			where d.office_id = any (${officeIds}::integer[]) and d.delivered_at >= ${since}
			group by r.task_id order by quotes desc, r.task_id limit ${sql.lit(TASKS)}
		)
		select own.task_id, t.name, own.median as own, won.low, won.high, won.offices
		from own join tasks t on t.id = own.task_id
		cross join lateral (
			select percentile_cont(0.25) within group (order by quote.total) as low, percentile_cont(0.75) within group (order by quote.total) as high,
				count(distinct d.office_id)::integer as offices
			from estimate_requests r
			join estimate_deliveries d on d.id = r.accepted_delivery_id
			cross join lateral (${newest}) quote
			where r.task_id = own.task_id and r.accepted_delivery_id is not null and r.ended_at >= ${since}
				and d.office_id <> all (${officeIds}::integer[])
		) won
		order by own.quotes desc, own.task_id
	`.execute(ctx.db)
	return rows.map(({ task_id: taskId, name, own, low, high, offices }) => ({
		taskId,
		name,
		own: Math.round(own),
		band:
			low === null || high === null || offices < FEWEST
				? null
				: { low: Math.floor(low / BAND_YEN) * BAND_YEN, high: Math.ceil(high / BAND_YEN) * BAND_YEN, offices },
	}))
}

export type ListPlace = { officeId: number; officeName: string; taskId: number; taskName: string; area: string; place: number; of: number }

/** Where offices stand in the recommended order of the lists of their own tasks in their own city, today. One statement. */
export async function readListPlaces(ctx: Pick<Ctx, 'db'>, officeIds: readonly number[]): Promise<ListPlace[]> {
	const { rows } = await checkedSql({
		officeId: int4,
		officeName: text,
		taskId: int4,
		taskName: text,
		area: text,
		place: int4,
		of: int4,
	})`
		select o.id as "officeId", o.name as "officeName", t.id as "taskId", t.name as "taskName", m.name as area,
			(
				select count(*)::integer + 1 from office_listings n
				where n.scope_id = l.scope_id and n.city_id = l.city_id and (n.recommended_rank, n.office_id) < (l.recommended_rank, l.office_id)
			) as place,
			(select count(*)::integer from office_listings n where n.scope_id = l.scope_id and n.city_id = l.city_id) as of
		from office_listings l
		join offices o on o.id = l.office_id
		join tasks t on t.id = l.scope_id
		join municipalities m on m.id = l.city_id
		where l.office_id = any (${officeIds}::integer[])
			-- A neutral list has no recommended order.
			and not ${isNeutralSql(sql<number>`t.id`)}
		order by o.id, place, t.id
		limit 60
	`.execute(ctx.db)
	return rows
}
