import { type Kysely, sql } from 'kysely'

/**
 * What web processes tell each other by the database: addresses of the pages that each has kept, for one that starts, and how many calls
 * of the public API were made lately. The second is not logged: after a crash everybody may call again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table web_processes (
			id uuid primary key,
			seen_at timestamptz not null,
			stopped_at timestamptz,
			hot_paths text[] not null,
			check (cardinality(hot_paths) <= 200)
		)`,
		sql`comment on column web_processes.hot_paths is 'Pages for visitors, most recently asked for first. Without queries, which may be text that somebody typed.'`,
		sql`create index web_processes_seen on web_processes (seen_at)`,
		sql`create unlogged table api_call_rates (
			key text primary key,
			full_at timestamptz not null
		)`,
		sql`comment on column api_call_rates.full_at is 'When all calls of the burst may come again.'`,
		sql`create index api_call_rates_full on api_call_rates (full_at)`,
	])
		await statement.execute(db)
}
