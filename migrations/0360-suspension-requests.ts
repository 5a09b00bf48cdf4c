import { type Kysely, sql } from 'kysely'

/** Requests to suspend an account or an expert with many followers: one of the staff asks, another one decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table suspension_requests (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			scope text not null check (scope in ('expert', 'account')),
			reason text not null check (char_length(reason) between 1 and 1000),
			followers integer not null check (followers >= 0),
			requested_by bigint not null references users on delete cascade,
			requested_at timestamptz not null,
			state text not null default 'open' check (state in ('open', 'done', 'refused', 'withdrawn')),
			decided_by bigint references users on delete cascade,
			decided_at timestamptz,
			check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)),
			constraint suspension_requests_two_people check (state not in ('done', 'refused') or decided_by <> requested_by)
		)`,
		sql`create unique index suspension_requests_open on suspension_requests (user_id, scope) where state = 'open'`,
		sql`create index suspension_requests_user on suspension_requests (user_id)`,
		sql`create index suspension_requests_requested_by on suspension_requests (requested_by)`,
		sql`create index suspension_requests_decided_by on suspension_requests (decided_by) where decided_by is not null`,
	])
		await statement.execute(db)
}
