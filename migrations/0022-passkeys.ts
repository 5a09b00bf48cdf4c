import { type Kysely, sql } from 'kysely'

/** Passkeys as a way to sign in. Their challenges are login tickets: each is used once. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table passkeys (
			id bigint generated always as identity primary key,
			uid text not null references identities on delete cascade,
			credential_id text not null unique,
			public_key bytea not null,
			counter bigint not null,
			transports text[] not null,
			name text not null,
			created_at timestamptz not null,
			last_used_at timestamptz
		)`,
		sql`create index passkeys_uid on passkeys (uid)`,
		sql`alter table login_tickets drop constraint login_tickets_kind_check`,
		sql`alter table login_tickets add constraint login_tickets_kind_check
			check (kind in ('sign-in', 'link', 'link-intent', 'spent-id-token', 'second-factor', 'passkey', 'new-passkey'))`,
		sql`alter table sessions drop constraint sessions_provider_check`,
		sql`alter table sessions add constraint sessions_provider_check check (provider in ('password', 'passkey', 'google', 'facebook'))`,
	])
		await statement.execute(db)
}
