import { type Kysely, sql } from 'kysely'

/**
 * Names of opponents are kept apart from the request, which up to five offices read. Who asked discloses them to one office at a
 * time, which checks for a conflict of interest before it is chosen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table estimate_opponents (
			request_id integer primary key references estimate_requests on delete cascade,
			names text not null check (char_length(names) between 1 and 120)
		)`,
		sql`alter table estimate_deliveries add constraint estimate_deliveries_of_request unique (id, request_id)`,
		sql`create table conflict_checks (
			delivery_id integer primary key,
			request_id integer not null,
			state text not null check (state in ('asked', 'disclosed', 'clear', 'conflict', 'withdrawn')),
			asked_at timestamptz,
			disclosed_at timestamptz,
			decided_at timestamptz,
			foreign key (delivery_id, request_id) references estimate_deliveries (id, request_id) on delete cascade,
			check (state <> 'asked' or asked_at is not null),
			check (state = 'asked' or disclosed_at is not null),
			check (state not in ('clear', 'conflict') or decided_at is not null)
		)`,
		sql`create unique index conflict_checks_one_office on conflict_checks (request_id) where state in ('disclosed', 'clear')`,
		sql`create index on conflict_checks (request_id)`,
		sql`comment on table estimate_opponents is 'Names of opponents, for a check of conflicts of interest. Not for the offices that a request went to.'`,
		sql`comment on table conflict_checks is 'The check of one office: it asks for the names, or is given them, and answers. One office at a time knows them.'`,
	])
		await statement.execute(db)
}
