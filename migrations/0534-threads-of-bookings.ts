import { type Kysely, sql } from 'kysely'

/**
 * Bookings become known as such. The key of the form is that of the thread and of its appointment, which no other thread has. The
 * calendar has answered a booking, so that no reply is due until the client writes again; a first reply within seconds was the mark of
 * a booking before there was a column. What the last release books meanwhile asks for a reply, as it always did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table inquiries add column booked_at timestamptz`,
		sql`comment on column inquiries.booked_at is 'When a booking began the thread: its first message asks for no reply. Null where a question began it.'`,
		sql`update inquiries i set
				booked_at = i.created_at,
				reply_due_at = case
					when exists (select from inquiry_messages m where m.inquiry_id = i.id and m.side = 'user' offset 1) then i.reply_due_at
				end,
				first_reply_at = case when i.first_reply_at > i.created_at + interval '10 seconds' then i.first_reply_at end,
				first_reply_minutes = case when i.first_reply_at > i.created_at + interval '10 seconds' then i.first_reply_minutes end
			from appointments a where a.inquiry_id = i.id and a.client_key = i.client_key`,
	])
		await statement.execute(db)
}
