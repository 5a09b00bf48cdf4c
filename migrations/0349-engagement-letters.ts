import { type Kysely, sql } from 'kysely'

/** Engagement letters of a case: their texts as they were offered, and who agreed to which of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table letter_templates (
			office_id integer primary key references offices on delete cascade,
			kind text not null check (kind in ('mandate', 'service')),
			body text not null check (char_length(body) between 1 and 20000),
			updated_at timestamptz not null
		)`,
		sql`comment on column letter_templates.body is 'With placeholders such as {依頼者}, which are filled when a letter is written.'`,
		sql`create table engagement_letters (
			id integer generated always as identity primary key,
			inquiry_id integer references inquiries on delete set null,
			version smallint not null check (version > 0),
			kind text not null check (kind in ('mandate', 'service')),
			body text not null check (char_length(body) between 1 and 20000),
			text_hash text not null,
			code text not null unique,
			client_name text not null check (char_length(client_name) <= 80),
			office_name text not null,
			client_key text not null,
			offered_at timestamptz not null,
			agreed_at timestamptz,
			withdrawn_at timestamptz,
			revoked_at timestamptz,
			revoked_by text check (revoked_by in ('user', 'office')),
			revoke_reason text not null default '' check (char_length(revoke_reason) <= 400),
			constraint engagement_letters_version unique (inquiry_id, version),
			constraint engagement_letters_client_key unique (inquiry_id, client_key),
			check (agreed_at is null or withdrawn_at is null),
			check ((revoked_at is null) = (revoked_by is null)),
			check (revoked_at is null or agreed_at is not null)
		)`,
		sql`comment on column engagement_letters.text_hash is 'SHA-256 of title and body, which never change: a change is another version.'`,
		sql`comment on column engagement_letters.code is 'End of the public address at which anybody who holds the file compares its hash.'`,
		sql`create table letter_consents (
			letter_id integer not null references engagement_letters on delete cascade,
			side text not null check (side in ('user', 'office')),
			user_id bigint references users on delete set null,
			person_name text not null check (char_length(person_name) <= 80),
			text_hash text not null,
			address text not null,
			agreed_at timestamptz not null,
			primary key (letter_id, side)
		)`,
		sql`create index letter_consents_user on letter_consents (user_id)`,
	])
		await statement.execute(db)
}
