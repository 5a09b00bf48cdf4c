import { type Kysely, sql } from 'kysely'

/** What a verified expert adds to their credentials or renews: it takes effect when staff have seen the documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table credential_changes (
			id integer generated always as identity primary key,
			expert_id integer not null references experts on delete cascade,
			profession_id smallint not null references professions,
			registration_number text not null check (registration_number <> '' and length(registration_number) <= 60),
			association text not null check (length(association) <= 120),
			registered_on date,
			state text not null check (state in ('draft', 'submitted', 'needs_fix', 'verified', 'given_up')),
			version integer not null default 1,
			submitted_at timestamptz,
			reason text not null default '' check (length(reason) <= 2000 and (reason <> '' or state <> 'needs_fix')),
			decided_by bigint references users,
			decided_at timestamptz,
			created_at timestamptz not null,
			updated_at timestamptz not null,
			check (submitted_at is not null or state in ('draft', 'given_up')),
			check (decided_at is not null or state in ('draft', 'submitted'))
		)`,
		sql`comment on table credential_changes is 'A verified or given-up one is history; one that is taken back is deleted.'`,
		sql`comment on column credential_changes.version is 'Goes up with every change: staff decide on what they have seen.'`,
		sql`create unique index credential_changes_open on credential_changes (expert_id, profession_id)
			where state in ('draft', 'submitted', 'needs_fix')`,
		sql`create unique index credential_changes_number on credential_changes (profession_id, registration_number_key(registration_number))
			where state in ('submitted', 'needs_fix')`,
		sql`create index credential_changes_expert on credential_changes (expert_id, id desc)`,
		sql`create index credential_changes_queue on credential_changes (submitted_at, id) where state = 'submitted'`,
		sql`alter table proof_files add column change_id integer references credential_changes on delete set null`,
		sql`create index proof_files_change on proof_files (change_id) where change_id is not null`,
		sql`comment on table proof_files is 'Private files. One without a credential or change, or past purge_at, is deleted with its file by a job.'`,
	])
		await statement.execute(db)
}
