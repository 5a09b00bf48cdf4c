import { type Kysely, sql } from 'kysely'

/** Changes of offices are narrowed to a prefecture as every queue is, no longer by a filter of their own with the same numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		update queue_views set query = regexp_replace(query, '(^|&)filter=', '\\1prefecture=') where queue = 'offices'
	`.execute(db)
}
