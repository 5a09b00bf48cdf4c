import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { isId } from './thread.ts'

/** Adds views of questions' pages; unpublished and unknown ones are ignored. Cached pages show the number at render time. */
export async function addQuestionViews(ctx: Pick<Ctx, 'db'>, seen: readonly { id: number; count: number }[]): Promise<void> {
	const pages = seen.filter(({ id }) => isId(id))
	if (pages.length === 0) return
	// Locked in the order of ids, so that two processes with the same questions cannot deadlock.
	await sql`
		with seen as (
			select g.id, sum(g.count)::integer as count
			from unnest(${pages.map(({ id }) => id)}::integer[], ${pages.map(({ count }) => count)}::integer[]) as g (id, count)
			group by g.id
		), taken as materialized (
			select q.id from questions q
			where q.id in (select id from seen) and q.hidden_at is null and q.deleted_at is null
			order by q.id for no key update
		)
		update questions q set view_count = q.view_count + seen.count
		from taken join seen using (id) where q.id = taken.id
	`.execute(ctx.db)
}
