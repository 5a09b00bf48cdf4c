import { type Kysely, sql } from 'kysely'

/** Requests for estimates of a prefecture, the newest first, as the list of staff shows them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index estimate_requests_prefecture on estimate_requests (prefecture_id, sent_at desc, id desc) where sent_at is not null`.execute(
		db,
	)
}
