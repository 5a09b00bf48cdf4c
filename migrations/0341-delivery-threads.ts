import { type Kysely, sql } from 'kysely'

/** The conversation of a client with each office that got their request for estimates. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table inquiries add column delivery_id integer unique references estimate_deliveries on delete set null`,
		sql`comment on column inquiries.delivery_id is 'The request of which this is the conversation; null for an inquiry. Contracts and completion are those of the request.'`,
	])
		await statement.execute(db)
}
