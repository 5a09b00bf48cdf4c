import { type Kysely, sql } from 'kysely'

/** What experts read of their work: where views came from, and indexes for the figures of others around them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table page_view_sources (
			kind text not null check (kind in ('office', 'expert')),
			target_id integer not null,
			day date not null,
			source text not null
				check (source in ('list', 'search', 'questions', 'articles', 'profiles', 'site', 'outside', 'direct')),
			view_count integer not null check (view_count >= 0),
			primary key (kind, target_id, day, source)
		)`,
		sql`create index offices_reply_minutes on offices (prefecture_id, municipality_id, reply_minutes)
			where reply_minutes is not null and state = 'published'`,
		sql`create index estimate_requests_won on estimate_requests (task_id, ended_at) where accepted_delivery_id is not null`,
	])
		await statement.execute(db)
}
