import { type Kysely, sql } from 'kysely'

/** Calendars that an office keeps elsewhere: when they say it is busy, nothing can be booked. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table busy_calendars (
			office_id integer primary key references booking_settings on delete cascade,
			url text not null check (char_length(url) <= 2000),
			etag text check (char_length(etag) <= 200),
			fetch_at timestamptz not null,
			fetched_at timestamptz,
			failure text check (failure in ('unreachable', 'refused', 'too-large', 'no-calendar')),
			created_at timestamptz not null
		)`,
		sql`comment on column busy_calendars.url is 'Encrypted: whoever knows it reads the calendar.'`,
		sql`comment on column busy_calendars.fetched_at is 'When it was last read or found unchanged; its times are kept while it cannot be.'`,
		sql`create index busy_calendars_fetch on busy_calendars (fetch_at)`,
		sql`create table busy_times (
			office_id integer not null references busy_calendars on delete cascade,
			begins_at timestamptz not null,
			ends_at timestamptz not null,
			check (begins_at < ends_at)
		)`,
		sql`comment on table busy_times is 'Only when: what stands in those calendars is never stored.'`,
		sql`create index busy_times_office on busy_times (office_id, ends_at)`,
	])
		await statement.execute(db)
}
