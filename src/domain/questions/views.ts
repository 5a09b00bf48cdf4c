import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { isId } from './thread.ts'

/** Adds looks at questions' pages; what is not public, or is not there, is left out. Cached pages show the number of the moment they were made. */
export async function addQuestionViews(ctx: Pick<Ctx, 'db'>, seen: readonly { id: number; count: number }[]): Promise<void> {
	const pages = seen.filter(({ id }) => isId(id))
	if (pages.length === 0) return
	// Taken in the order of their ids: two processes that write the same questions do not wait for each other crosswise.
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
