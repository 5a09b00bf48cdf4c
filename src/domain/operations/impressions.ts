import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'

/**
 * Pages whose offices are counted: lists of a category or a task, wherever they are narrowed to, lists of a prefecture and the
 * results of a search. Each names exactly the offices that it shows in its tags.
 */
export const countedLists = /^\/(?:category\/(?:task\/)?list\/[1-9]|office\/search\/prefecture\/[a-z]|search(?:\.data)?\?)/

/** The tag under which a list names an office that it shows. */
export const shownOfficeTag = /^office:([1-9]\d{0,8})$/

/** The offices of a signed-in person, whose own look at a list does not count; null for staff. */
export async function ownOfficesOnLists(ctx: Pick<Ctx, 'db'>, userId: string): Promise<ReadonlySet<number> | null> {
	const { rows } = await checkedSql({ office_id: int4.nullable })`
		select null::integer as office_id from staff_roles where user_id = ${userId}::bigint
		union all
		select m.office_id from office_members m join experts e on e.id = m.expert_id where e.user_id = ${userId}::bigint
	`.execute(ctx.db)
	return rows.some(({ office_id: id }) => id === null) ? null : new Set(rows.flatMap(({ office_id: id }) => id ?? []))
}

/** Adds to today's counts in Japan; offices that are not public are ignored. */
export async function addImpressions(ctx: Pick<Ctx, 'db' | 'now'>, rows: readonly { id: number; count: number }[]): Promise<void> {
	if (rows.length === 0) return
	await sql`
		insert into office_impressions (office_id, day, shown_count)
		select o.id, ${isoDay(ctx.now())}::date, g.count
		from unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map(({ count }) => count)}::integer[]) as g (id, count)
		join offices o on o.id = g.id and o.state = 'published'
		order by o.id
		on conflict (office_id, day) do update set shown_count = office_impressions.shown_count + excluded.shown_count
	`.execute(ctx.db)
}

/** How often offices stood on lists from a day on, and in a span before that. Ends are included. */
export async function readImpressionSums(
	ctx: Pick<Ctx, 'db'>,
	officeIds: readonly number[],
	{ from, beforeFrom, beforeTo }: { from: string; beforeFrom: string; beforeTo: string },
): Promise<{ now: number; before: number }> {
	const { rows } = await checkedSql({ span: text.as<'now' | 'before'>(), shown: int4 })`
		select case when v.day >= ${from}::date then 'now' else 'before' end as span, sum(v.shown_count)::integer as shown
		from office_impressions v
		where v.office_id = any (${officeIds}::integer[])
			and (v.day >= ${from}::date or (v.day >= ${beforeFrom}::date and v.day <= ${beforeTo}::date))
		group by 1
	`.execute(ctx.db)
	const of = (name: 'now' | 'before') => rows.find((row) => row.span === name)?.shown ?? 0
	return { now: of('now'), before: of('before') }
}

/** Deletes counts of days before `first`. */
export async function forgetOldImpressions(ctx: Pick<Ctx, 'db'>, first: string): Promise<void> {
	await sql`delete from office_impressions where day < ${first}::date`.execute(ctx.db)
}
