import { type Kysely, sql } from 'kysely'

/** When an office should have answered what a client wrote last, so that its inbox sorts all kinds of work by one date; and indexes for what waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table inquiries add column reply_due_at timestamptz`,
		sql`comment on column inquiries.reply_due_at is 'Two working days after the first message of the client that the office has not answered; null while none waits.'`,
		// Of older ones only the day is known: holidays are reckoned by the application.
		sql`update inquiries set reply_due_at = last_message_at + interval '2 days' where last_user_message_id > last_office_message_id`,
		// What the navigation of every page counts.
		sql`create index inquiries_office_unread on inquiries (office_id) where last_user_message_id > office_seen_id`,
		sql`create index inquiries_user_unread on inquiries (user_id) where last_office_message_id > user_seen_id`,
		sql`create index estimate_deliveries_to_answer on estimate_deliveries (office_id)
			where state in ('delivered', 'viewed') or change_requested_at is not null`,
		sql`create index inquiries_reply_due on inquiries (office_id, reply_due_at) where reply_due_at is not null`,
	])
		await statement.execute(db)
}
