import { type Kysely, sql } from 'kysely'

/** The inbox lists declined proposals of times and documents that are still to come; both are few beside those that are settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index appointment_proposals_thread on appointment_proposals (inquiry_id, id)`.execute(db)
	await sql`create index document_requests_unsettled on document_requests (inquiry_id) where withdrawn_at is null and settled_at is null`.execute(
		db,
	)
}
