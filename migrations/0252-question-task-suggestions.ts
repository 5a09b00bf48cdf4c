import { type Kysely, sql } from 'kysely'

/** The task of a question without one: suggested by experts, confirmed by the asker. Answers keep to the task that it gets. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table question_task_suggestions (
			question_id integer not null references questions on delete cascade,
			expert_id integer not null references experts on delete cascade,
			task_id smallint not null references tasks on delete cascade,
			suggested_at timestamptz not null,
			declined_at timestamptz,
			primary key (question_id, expert_id)
		)`,
		sql`comment on table question_task_suggestions is 'Gone once the question has a task. One that was declined stays, so that its expert suggests no other.'`,
		sql`create index question_task_suggestions_expert on question_task_suggestions (expert_id)`,
		sql`create index question_task_suggestions_task on question_task_suggestions (task_id)`,
		sql`create function refuse_unlawful_answers(question integer) returns void language plpgsql as $$
			declare unlawful integer;
			begin
				select a.id into unlawful from answers a
				where a.question_id = question and a.hidden_at is null and a.expert_id is not null
					and (not a.part_ids <@ question_parts(question) or a.part_ids = '{}' and question_parts(question) <> '{}')
				limit 1;
				if found then
					raise exception 'answer % does not keep to what question % asks for', unlawful, question
						using errcode = 'check_violation', constraint = 'answers_lawful';
				end if;
			end $$`,
		sql`create function check_question_tasks() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_answers(case when tg_op = 'DELETE' then old.question_id else new.question_id end);
				return null;
			end $$`,
		sql`create constraint trigger question_tasks_lawful after insert or delete on question_tasks
			deferrable initially deferred for each row execute function check_question_tasks()`,
		sql`create function check_shown_answer() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_answers(new.question_id);
				return null;
			end $$`,
		sql`create constraint trigger shown_answers_lawful after update of hidden_at on answers
			deferrable initially deferred for each row when (old.hidden_at is not null and new.hidden_at is null) execute function check_shown_answer()`,
	])
		await statement.execute(db)
}
