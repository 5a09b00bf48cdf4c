import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { isId } from './thread.ts'

/** Counts a visit to a question's page. Cached pages show the number of the moment they were made. */
export async function recordView(ctx: Ctx, id: number): Promise<void> {
	if (!isId(id)) return
	await sql`
		update questions set view_count = view_count + 1
		where id = ${id}::integer and hidden_at is null and deleted_at is null
	`.execute(ctx.db)
}
