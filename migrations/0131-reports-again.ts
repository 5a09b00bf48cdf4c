import { type Kysely, sql } from 'kysely'

/** One open report of a thing for each person: once it is decided, the same thing may be reported again. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table reports drop constraint reports_one_each`,
		sql`create unique index reports_one_open on reports (reporter_id, kind, subject_id) where state = 'open'`,
	])
		await statement.execute(db)
}
