import { type Kysely, sql } from 'kysely'

/** The newest events of a room of acts, such as all about experts, without reading those of every other. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index audit_log_room on audit_log (split_part(action, '.', 1), id)`.execute(db)
}
