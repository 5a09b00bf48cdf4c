import { type Kysely, sql } from 'kysely'

/** What a request for estimates asks besides the business, by task, and what was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table task_estimate_questions (
			task_id smallint not null references tasks on delete cascade,
			position smallint not null check (position between 1 and 6),
			key text not null check (key ~ '^[a-z][a-z-]{1,39}$'),
			label text not null check (char_length(label) between 1 and 60),
			kind text not null check (kind in ('choice', 'count', 'text')),
			options text[] not null default '{}',
			unit text not null default '',
			hint text not null default '',
			primary key (task_id, position),
			unique (task_id, key),
			check ((kind = 'choice') = (cardinality(options) > 1)),
			check ((kind = 'count') = (unit <> ''))
		)`,
		sql`alter table estimate_requests add column task_answers jsonb not null default '[]'
			check (jsonb_typeof(task_answers) = 'array' and pg_column_size(task_answers) <= 20000)`,
		sql`comment on column estimate_requests.task_answers is 'With the questions as they were asked: texts of a task change.'`,
	])
		await statement.execute(db)
}
