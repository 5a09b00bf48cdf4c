import { type Kysely, sql } from 'kysely'

/** Rows of an import that are deleted a week after it was confirmed: found without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index import_rows_checked on import_rows (batch_id) where state in ('faulty', 'known')`.execute(db)
}
