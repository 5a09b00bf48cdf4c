import { type Kysely, sql } from 'kysely'

/** Two accounts of one person that become one: one of the staff asks, another one does it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table account_merges (
			id integer generated always as identity primary key,
			from_user_id bigint not null references users on delete cascade,
			to_user_id bigint not null references users on delete cascade check (to_user_id <> from_user_id),
			reason text not null check (char_length(reason) between 1 and 500),
			requested_by bigint not null references users on delete cascade,
			requested_at timestamptz not null,
			state text not null default 'open' check (state in ('open', 'done', 'refused')),
			decided_by bigint references users on delete cascade check (decided_by <> requested_by),
			decided_at timestamptz,
			decision_reason text check (char_length(decision_reason) between 1 and 500),
			check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)
				and (state = 'open') = (decision_reason is null))
		)`,
		sql`comment on table account_merges is 'What an account had goes to another one; from_user_id is the row that stays without personal data.'`,
		sql`create unique index account_merges_open_from on account_merges (from_user_id) where state = 'open'`,
		sql`create unique index account_merges_open_to on account_merges (to_user_id) where state = 'open'`,
		sql`create index account_merges_from on account_merges (from_user_id, id desc)`,
		sql`create index account_merges_to on account_merges (to_user_id, id desc)`,
		sql`create index account_merges_requested_by on account_merges (requested_by)`,
		sql`create index account_merges_decided_by on account_merges (decided_by) where decided_by is not null`,
	])
		await statement.execute(db)
}
