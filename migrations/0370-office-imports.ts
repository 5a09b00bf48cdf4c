import { type Kysely, sql } from 'kysely'

/** Offices that staff import from a file: invitations by mail, of which nothing is public before the person consents. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table import_batches (
			id integer generated always as identity primary key,
			file_name text not null check (char_length(file_name) between 1 and 200),
			source text not null check (char_length(source) between 5 and 200),
			created_at timestamptz not null,
			confirmed_at timestamptz,
			resent_at timestamptz,
			check (resent_at is null or confirmed_at is not null)
		)`,
		sql`comment on column import_batches.source is 'Where the addresses come from, as the mail says it.'`,
		sql`create table import_rows (
			id integer generated always as identity primary key,
			batch_id integer not null references import_batches on delete cascade,
			line integer not null check (line >= 2),
			state text not null check (state in ('ready', 'faulty', 'known', 'waiting', 'invited', 'consented', 'refused', 'expired')),
			email text,
			facts jsonb check (jsonb_typeof(facts) = 'object'),
			faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
			key_hash bytea,
			token_hash bytea unique,
			mail_due_at timestamptz,
			invited_at timestamptz,
			expires_at timestamptz,
			decided_at timestamptz,
			unique (batch_id, line),
			constraint import_rows_personal_data check ((state in ('ready', 'waiting', 'invited')) = (email is not null and facts is not null)),
			check (state not in ('ready', 'waiting', 'invited') or key_hash is not null),
			check (state <> 'waiting' or mail_due_at is not null),
			check (state <> 'invited' or (token_hash is not null and expires_at is not null))
		)`,
		sql`comment on column import_rows.key_hash is 'SHA-256 of address and registration number: the same row of a later file is not invited again.'`,
		sql`create unique index import_rows_key on import_rows (key_hash) where state in ('waiting', 'invited', 'consented', 'refused', 'expired')`,
		sql`create index import_rows_due on import_rows (mail_due_at, id) where mail_due_at is not null`,
		sql`create index import_rows_expiry on import_rows (expires_at) where state = 'invited'`,
		sql`create index import_rows_email on import_rows (email) where email is not null`,
		sql`create table import_refusals (
			email_hash bytea primary key,
			refused_at timestamptz not null
		)`,
		sql`comment on table import_refusals is 'SHA-256 of addresses that no invitation goes to any more.'`,
	])
		await statement.execute(db)
}
