import { type Kysely, sql } from 'kysely'

/** Accounts that staff have limited (they may read but not post, until a date) or suspended (nobody can sign in). */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table account_restrictions (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			kind text not null check (kind in ('limited', 'suspended')),
			reason text not null check (char_length(reason) between 1 and 500),
			created_at timestamptz not null,
			created_by bigint references users on delete set null,
			ends_at timestamptz,
			lifted_at timestamptz,
			lifted_by bigint references users on delete set null,
			lift_reason text check (char_length(lift_reason) between 1 and 500),
			check ((kind = 'limited') = (ends_at is not null)),
			check (ends_at > created_at),
			check (lifted_at is not null or (lifted_by is null and lift_reason is null))
		)`,
		sql`comment on column account_restrictions.reason is 'Mailed to the person.'`,
		sql`comment on column account_restrictions.lifted_at is 'Also when another restriction replaces it.'`,
		sql`create unique index account_restrictions_open on account_restrictions (user_id) where lifted_at is null`,
		sql`create index account_restrictions_user on account_restrictions (user_id, id desc)`,
		sql`create index account_restrictions_created_by on account_restrictions (created_by) where created_by is not null`,
		sql`create index account_restrictions_lifted_by on account_restrictions (lifted_by) where lifted_by is not null`,
	])
		await statement.execute(db)
}
