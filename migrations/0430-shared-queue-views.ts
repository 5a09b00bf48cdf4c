import { type Kysely, sql } from 'kysely'

/** Views of a queue that everybody who works on it sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table queue_views add column shared_at timestamptz`,
		sql`comment on column queue_views.shared_at is 'Since when everybody who works on the queue sees the view; null for the maker alone.'`,
		sql`create unique index queue_views_shared on queue_views (queue, name) where shared_at is not null`,
	])
		await statement.execute(db)
}
