import { type Kysely, sql } from 'kysely'

/** People who want one mail when an office appears in a list that has few or none. The address is erased with the mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table list_waits (
			id bigint generated always as identity primary key,
			scope_id smallint not null,
			area_id integer not null check (area_id between 0 and 47 or area_id between 1100 and 47999 or area_id between 1000001 and 1999999),
			email text check (char_length(email) between 3 and 254),
			known_office_ids integer[] not null,
			confirm_hash bytea,
			confirm_expires_at timestamptz,
			created_at timestamptz not null,
			confirmed_at timestamptz,
			ended_at timestamptz,
			end_reason text check (end_reason in ('found', 'expired')),
			check ((email is null) = (ended_at is not null)),
			check ((end_reason is null) = (ended_at is null)),
			check ((confirm_hash is null) = (confirm_expires_at is null)),
			check (confirmed_at is not null or confirm_hash is not null),
			check (ended_at is null or (confirmed_at is not null and confirm_hash is null))
		)`,
		sql`comment on column list_waits.scope_id is 'A task category or a task, as in office_listings.'`,
		sql`comment on column list_waits.area_id is 'Japan, a prefecture, a municipality or a station, as in listing_totals.'`,
		sql`comment on column list_waits.known_office_ids is 'The offices that were in the list when the person asked: any other one is news.'`,
		sql`create unique index list_waits_address on list_waits (email, scope_id, area_id) where email is not null`,
		sql`create unique index list_waits_confirm on list_waits (confirm_hash) where confirm_hash is not null`,
		sql`create index list_waits_waiting on list_waits (area_id, scope_id) where email is not null and confirmed_at is not null`,
		sql`create index list_waits_expiry on list_waits (confirmed_at) where email is not null`,
		sql`create index list_waits_unconfirmed on list_waits (created_at) where confirmed_at is null`,
		sql`create index list_waits_ended on list_waits (ended_at) where ended_at is not null`,
	])
		await statement.execute(db)
}
