import { type Kysely, sql } from 'kysely'

/** Codes of an authenticator app as a second factor, with recovery codes for a lost phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table second_factors (
			uid text primary key references identities on delete cascade,
			sealed_secret text not null,
			created_at timestamptz not null,
			confirmed_at timestamptz,
			last_step bigint not null default 0
		)`,
		sql`comment on column second_factors.last_step is 'The half minute of the last code that was taken: each works once.'`,
		sql`create table recovery_codes (
			uid text not null references second_factors on delete cascade,
			code_hash bytea not null check (length(code_hash) = 32),
			primary key (uid, code_hash)
		)`,
		sql`alter table login_tickets drop constraint login_tickets_kind_check`,
		sql`alter table login_tickets add constraint login_tickets_kind_check
			check (kind in ('sign-in', 'link', 'link-intent', 'spent-id-token', 'second-factor'))`,
		sql`alter table sessions add column second_factor_at timestamptz`,
	])
		await statement.execute(db)
}
