import { type Kysely, sql } from 'kysely'

/** What an expert hands in to be verified, what staff decided, and who asks to join whose office. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table experts
			alter column display_name set default '',
			alter column kana set default '',
			drop constraint experts_display_name_check,
			add constraint experts_display_name_check check (length(display_name) <= 80 and (display_name <> '' or state in ('draft', 'rejected'))),
			add column links text[] not null default '{}' check (cardinality(links) <= 5),
			add column version integer not null default 1,
			add column submitted_at timestamptz,
			add constraint experts_submitted_at_check check (state <> 'submitted' or submitted_at is not null)`,
		sql`comment on column experts.version is 'Goes up with every change of the application: staff decide on what they have seen.'`,
		sql`create index experts_queue on experts (state, submitted_at, id) where submitted_at is not null`,

		sql`alter table expert_credentials
			drop constraint expert_credentials_profession_id_registration_number_key,
			add column claimed_at timestamptz default now()`,
		sql`comment on column expert_credentials.claimed_at is 'Since when the number is taken: from the handing in until a rejection. A draft takes none.'`,
		// One number however it is typed: full width, 第…号, blanks, leading zeros.
		sql`create function registration_number_key(number text) returns text language sql immutable parallel safe
			return ltrim(regexp_replace(upper(normalize(number, NFKC)), '[第号[:space:]-]', '', 'g'), '0')`,
		sql`create unique index expert_credentials_number on expert_credentials (profession_id, registration_number_key(registration_number))
			where claimed_at is not null`,

		sql`create table expert_areas (
			expert_id integer not null references experts on delete cascade,
			prefecture_id smallint not null references prefectures,
			primary key (expert_id, prefecture_id)
		)`,
		sql`create table proof_files (
			id bigint generated always as identity primary key,
			credential_id integer references expert_credentials on delete set null,
			name text not null unique,
			extension text not null check (extension in ('pdf', 'jpg')),
			byte_count integer not null check (byte_count > 0),
			page_count smallint not null check (page_count > 0),
			uploaded_at timestamptz not null,
			purge_at timestamptz
		)`,
		sql`comment on table proof_files is 'Private files. One without a credential, or past purge_at, is deleted with its file by a job.'`,
		sql`create index proof_files_credential on proof_files (credential_id)`,
		sql`create index proof_files_purge on proof_files (purge_at) where purge_at is not null`,
		sql`create table expert_consents (
			expert_id integer not null references experts on delete cascade,
			kind text not null check (kind in ('truth', 'advertising', 'antisocial')),
			text_version text not null,
			consented_at timestamptz not null,
			primary key (expert_id, kind, text_version)
		)`,
		sql`create table expert_decisions (
			id bigint generated always as identity primary key,
			expert_id integer not null references experts on delete cascade,
			state text not null check (state in ('needs_fix', 'verified', 'rejected', 'suspended')),
			reason text not null default '' check (length(reason) <= 2000 and (reason <> '' or state = 'verified')),
			decided_by bigint not null references users,
			decided_at timestamptz not null
		)`,
		sql`create index expert_decisions_expert on expert_decisions (expert_id, id desc)`,
		sql`create table office_join_requests (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			expert_id integer not null references experts on delete cascade,
			requested_at timestamptz not null,
			declined_at timestamptz,
			unique (office_id, expert_id)
		)`,
		sql`comment on table office_join_requests is 'An accepted one becomes a membership and is gone.'`,
		sql`create index office_join_requests_expert on office_join_requests (expert_id)`,
	])
		await statement.execute(db)
}
