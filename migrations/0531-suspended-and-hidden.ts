import { type Kysely, sql } from 'kysely'

/** What staff list is rare: without an index a list of it reads the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index offices_suspended on offices (id) where state = 'suspended'`.execute(db)
	await sql`create index reviews_hidden on reviews (id) where hidden_at is not null`.execute(db)
}
