import { type Kysely, sql } from 'kysely'

/** Offices at one address are found by their postal code and compared line by line. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index offices_postal_code on offices (postal_code) where state <> 'deleted' and postal_code is not null`.execute(db)
}
