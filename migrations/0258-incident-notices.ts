import { type Kysely, sql } from 'kysely'

/** Notices of incidents: drafts of staff, what was published, and its progress, which is only ever added to. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table incident_notices (
			id integer generated always as identity primary key,
			kind text not null check (kind in ('outage', 'accident', 'maintenance')),
			title text not null check (char_length(title) between 1 and 80),
			scope text not null check (char_length(scope) between 1 and 200),
			body text not null check (char_length(body) between 1 and 3000),
			began_at timestamptz not null,
			created_at timestamptz not null,
			published_at timestamptz,
			resolved_at timestamptz check (resolved_at is null or published_at is not null),
			client_key text not null unique
		)`,
		sql`comment on column incident_notices.published_at is 'Null for a draft; from then on only updates are added.'`,
		sql`create index incident_notices_published on incident_notices (published_at, id) where published_at is not null`,
		sql`create index incident_notices_drafts on incident_notices (id) where published_at is null`,
		sql`create table incident_updates (
			id integer generated always as identity primary key,
			notice_id integer not null references incident_notices on delete cascade,
			body text not null check (char_length(body) between 1 and 3000),
			posted_at timestamptz not null,
			client_key text not null unique
		)`,
		sql`create index incident_updates_notice on incident_updates (notice_id, id)`,
	])
		await statement.execute(db)
}
