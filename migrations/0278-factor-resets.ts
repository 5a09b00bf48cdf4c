import { type Kysely, sql } from 'kysely'

/** Requests to remove the second factor of somebody who has lost it: one of the staff asks, another one does it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table factor_resets (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			reason text not null check (char_length(reason) between 1 and 500),
			requested_by bigint not null references users on delete cascade,
			requested_at timestamptz not null,
			state text not null default 'open' check (state in ('open', 'done', 'refused')),
			decided_by bigint references users on delete cascade check (decided_by <> requested_by),
			decided_at timestamptz,
			check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
		)`,
		sql`create unique index factor_resets_open on factor_resets (user_id) where state = 'open'`,
		sql`create index factor_resets_user on factor_resets (user_id, id desc)`,
		sql`create index factor_resets_requested_by on factor_resets (requested_by)`,
		sql`create index factor_resets_decided_by on factor_resets (decided_by) where decided_by is not null`,
	])
		await statement.execute(db)
}
