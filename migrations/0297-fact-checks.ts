import { type Kysely, sql } from 'kysely'

/**
 * What a reviewer compared with a proof or a register, fact by fact, and where each register is searched. A mark is never changed: a later
 * one about the same fact is a row of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table expert_fact_checks (
			id bigint generated always as identity primary key,
			expert_id integer not null references experts on delete cascade,
			fact text not null check (char_length(fact) between 1 and 40),
			label text not null check (char_length(label) between 1 and 80),
			value text not null check (char_length(value) <= 300),
			is_right boolean not null,
			checked_at timestamptz not null,
			checked_by bigint references users on delete set null
		)`,
		sql`comment on column expert_fact_checks.value is 'What was typed at that time: a mark about another value does not count any more.'`,
		sql`create index expert_fact_checks_newest on expert_fact_checks (expert_id, id)`,
		sql`create index expert_fact_checks_by on expert_fact_checks (checked_by) where checked_by is not null`,
		sql`alter table experts add column recheck_notified_at timestamptz`,
		sql`alter table experts add column recheck_asked_at timestamptz`,
		sql`alter table professions add column register_url text not null default ''`,
	])
		await statement.execute(db)
}
