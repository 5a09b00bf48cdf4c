import { type Kysely, sql } from 'kysely'

/** What a chosen office and the author of an answer still have to do. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table estimate_deliveries add column contacted_at timestamptz`,
		// Of older ones it is not known, and nobody is reminded of them.
		sql`update estimate_deliveries d set contacted_at = r.ended_at from estimate_requests r
			where r.accepted_delivery_id = d.id and r.ended_at < now() - interval '14 days'`,
		sql`comment on column estimate_deliveries.contacted_at is 'When the chosen office said that it has contacted the client.'`,
		sql`create index estimate_requests_accepted on estimate_requests (accepted_delivery_id) where accepted_delivery_id is not null`,
		// Asker and expert write in turn, the asker first: with an odd number of comments the expert is next.
		sql`create index answers_replies on answers (expert_id) where comment_count % 2 = 1 and hidden_at is null`,
	])
		await statement.execute(db)
}
