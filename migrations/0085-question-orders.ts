import { type Kysely, sql } from 'kysely'

const shownState = (row: 'q' | 'old' | 'new') =>
	sql.raw(`case when ${row}.hidden_at is null and ${row}.deleted_at is null then ${row}.state end`)

/**
 * Every order of questions and of answers as one walk through an index: all parts of a key go down, so that a page begins
 * where one comparison of rows says. A task's questions keep what their orders and counts go by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table question_tasks
			add column answer_count integer not null default 0,
			add column state text check (state in ('open', 'answered', 'resolved'))`,
		sql`comment on column question_tasks.popularity is 'As answer_count the question’s own, kept by triggers.'`,
		sql`comment on column question_tasks.state is 'The question’s own while everybody may see it, else null. Kept by triggers.'`,
		sql`drop trigger question_tasks_popularity on question_tasks`,
		sql`drop trigger questions_popularity on questions`,
		sql`drop function take_question_popularity(), give_question_popularity()`,
		sql`update question_tasks qt set popularity = q.popularity, answer_count = q.answer_count, state = ${shownState('q')}
			from questions q where q.id = qt.question_id`,
		sql`create function take_question_keys() returns trigger language plpgsql as $$
			declare q questions;
			begin
				select * into q from questions where id = new.question_id;
				if found then
					new.popularity := q.popularity;
					new.answer_count := q.answer_count;
					new.state := ${shownState('q')};
				end if;
				return new;
			end
		$$`,
		sql`create trigger question_tasks_keys before insert on question_tasks for each row execute function take_question_keys()`,
		sql`create function give_question_keys() returns trigger language plpgsql as $$
			begin
				update question_tasks set popularity = new.popularity, answer_count = new.answer_count, state = ${shownState('new')}
				where question_id = new.id;
				return null;
			end
		$$`,
		sql`create trigger questions_keys after update on questions for each row
			when (
				(old.popularity, old.answer_count, ${shownState('old')}) is distinct from (new.popularity, new.answer_count, ${shownState('new')})
			)
			execute function give_question_keys()`,
		sql`create index question_tasks_few_answers on question_tasks (task_id, (-answer_count) desc, question_id desc)`,
		sql`create index question_tasks_state on question_tasks (task_id, state, question_id desc)`,
		sql`create index question_tasks_state_popular on question_tasks (task_id, state, popularity desc, question_id desc)`,
		sql`create index question_tasks_state_few_answers on question_tasks (task_id, state, (-answer_count) desc, question_id desc)`,
		sql`drop index questions_all_answer_count, questions_category_answer_count, answers_page`,
		...[
			['questions_all_few_answers', '(-answer_count) desc'],
			['questions_category_few_answers', 'task_category_id, (-answer_count) desc'],
			['questions_state_popularity', 'state, popularity desc'],
			['questions_state_few_answers', 'state, (-answer_count) desc'],
			['questions_category_state', 'task_category_id, state'],
			['questions_prefecture_state', 'prefecture_id, state'],
			['questions_category_state_popularity', 'task_category_id, state, popularity desc'],
			['questions_category_state_few_answers', 'task_category_id, state, (-answer_count) desc'],
		].map(
			([name = '', columns = '']) =>
				sql`create index ${sql.raw(name)} on questions (${sql.raw(columns)}, id desc) where hidden_at is null and deleted_at is null`,
		),
		// Of hidden answers too: their authors and staff see them in their places, and they are few.
		sql`create index answers_page on answers (question_id, helpful_count desc, (-id) desc)`,
	])
		await statement.execute(db)
}
