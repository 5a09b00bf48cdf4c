import { type Kysely, sql } from 'kysely'

/** What the members of an office do with its page: drafts, photographs, invitations, deleting, and what staff look over. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table offices
			add column version integer not null default 1,
			add column deleted_at timestamptz,
			add column state_before_deletion text check (state_before_deletion in ('draft', 'published', 'unlisted', 'suspended')),
			add column suspended_reason text check (length(suspended_reason) <= 2000),
			add constraint offices_deletion_check check ((deleted_at is null) = (state_before_deletion is null))`,
		sql`comment on column offices.version is 'Goes up when drafts become public, so that forms opened before know of it.'`,
		sql`comment on column offices.suspended_reason is 'Set where staff took the office off the site; null where it went with its owner.'`,
		sql`create index offices_deleted on offices (deleted_at) where deleted_at is not null`,
		sql`create table office_drafts (
			office_id integer not null references offices on delete cascade,
			section text not null,
			content jsonb not null,
			version integer not null,
			saved_by bigint references users on delete set null,
			saved_at timestamptz not null,
			primary key (office_id, section)
		)`,
		sql`comment on table office_drafts is 'A section of the page as it was typed, faults and all, until it is made public or thrown away.'`,
		sql`create table office_changes (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			fields jsonb not null,
			state text not null default 'open' check (state in ('open', 'approved', 'returned', 'withdrawn')),
			reason text not null default '' check (length(reason) <= 2000),
			asked_by bigint references users on delete set null,
			asked_at timestamptz not null,
			decided_by bigint references users on delete set null,
			decided_at timestamptz
		)`,
		sql`comment on table office_changes is 'New name, kind, representative or address of an office whose page is public: the old ones stay until staff approve.'`,
		sql`create unique index office_changes_open on office_changes (office_id) where state = 'open'`,
		sql`create index office_changes_queue on office_changes (asked_at, id) where state = 'open'`,
		sql`create index office_changes_office on office_changes (office_id, id desc)`,
		sql`create table office_photos (
			id integer generated always as identity primary key,
			office_id integer references offices on delete set null,
			token text not null unique,
			alt text not null default '' check (length(alt) <= 200),
			width smallint not null,
			height smallint not null,
			position smallint not null default 0,
			created_at timestamptz not null,
			removed_at timestamptz
		)`,
		sql`comment on table office_photos is 'One without an office, or removed, is deleted with its files by a job.'`,
		sql`create index office_photos_office on office_photos (office_id, position) where removed_at is null`,
		sql`create index office_photos_removed on office_photos (removed_at) where removed_at is not null or office_id is null`,
		sql`create table office_invitations (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			token_hash bytea not null unique,
			email text not null,
			role text not null check (role in ('owner', 'editor')),
			invited_by bigint not null references users on delete cascade,
			invited_at timestamptz not null,
			expires_at timestamptz not null,
			accepted_at timestamptz,
			revoked_at timestamptz
		)`,
		sql`create index office_invitations_office on office_invitations (office_id, id desc)`,
	])
		await statement.execute(db)
}
