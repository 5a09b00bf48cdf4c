import { type Kysely, sql } from 'kysely'

/** Staff find who asked for quotes by the phone that the request names. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index estimate_requests_phone on estimate_requests (regexp_replace(phone, '[^0-9]', '', 'g')) where phone is not null`.execute(
		db,
	)
}
