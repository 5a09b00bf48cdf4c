import { type Kysely, sql } from 'kysely'

/** Both sides are reminded once of commissioned work that neither has reported done. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table estimate_requests add column done_reminded_at timestamptz`,
		sql`alter table inquiries add column done_reminded_at timestamptz`,
		sql`create index estimate_requests_undone on estimate_requests (ended_at)
			where state = 'accepted' and done_at is null and done_reminded_at is null`,
		sql`create index inquiries_undone on inquiries (accepted_at)
			where accepted_at is not null and done_at is null and done_reminded_at is null`,
	])
		await statement.execute(db)
}
