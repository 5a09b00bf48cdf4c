import { type Kysely, sql } from 'kysely'

/** Work is reported done by either side, and reviews are written after that. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table estimate_requests
			add column done_at timestamptz,
			add column done_by text check (done_by in ('user', 'office')),
			add check ((done_at is null) = (done_by is null)),
			add check (done_at is null or state = 'accepted')`,
		sql`alter table inquiries
			add column done_at timestamptz,
			add column done_by text check (done_by in ('user', 'office')),
			add check ((done_at is null) = (done_by is null)),
			add check (done_at is null or accepted_at is not null)`,
		sql`alter table reviews add column received text not null default '' check (char_length(received) <= 100)`,
		sql`comment on column reviews.received is 'What the author received from the office besides the work, as they disclose it; empty for nothing.'`,
	])
		await statement.execute(db)
}
