import { type Kysely, sql } from 'kysely'

/** Which parts of the question's tasks an answer covers; the last line is that its expert may do each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table answers add column part_ids integer[] not null default '{}'`,
		sql`comment on column answers.part_ids is 'Parts of tasks, or of the category of a question without one. Empty where nothing is reserved, and in answers of before 2026-11-22.'`,
		sql`create function question_parts(question integer) returns integer[] language sql stable
			return (
				select coalesce(array_agg(p.id order by p.id), '{}') from task_parts p
				where p.task_id in (select qt.task_id from question_tasks qt where qt.question_id = question)
					or (p.task_category_id = (select q.task_category_id from questions q where q.id = question)
						and not exists (select from question_tasks qt where qt.question_id = question))
			)`,
		sql`comment on function question_parts is 'What a question asks for: the parts of its tasks, or without a task what its category is taken to mean.'`,
		sql`create function check_answer_parts() returns trigger language plpgsql as $$
			declare asked integer[];
			begin
				if new.expert_id is null then return null; end if;
				if tg_op = 'INSERT' then
					asked := question_parts(new.question_id);
					if asked <> '{}' and new.part_ids = '{}' or not new.part_ids <@ asked then
						raise exception 'answer % does not say what it covers of question %', new.id, new.question_id
							using errcode = 'check_violation', constraint = 'answers_lawful';
					end if;
				end if;
				if exists (select from unnest(new.part_ids) part where not expert_may_do(new.expert_id, part)) then
					raise exception 'expert % may not do what answer % covers', new.expert_id, new.id
						using errcode = 'check_violation', constraint = 'answers_lawful';
				end if;
				return null;
			end $$`,
		sql`create constraint trigger answers_lawful after insert or update of part_ids on answers
			for each row execute function check_answer_parts()`,
		sql`create function check_quote() returns trigger language plpgsql as $$
			begin
				if exists (
					select from estimate_deliveries d join estimate_requests r on r.id = d.request_id
					where d.id = new.delivery_id and office_parts(d.office_id, r.task_id) = '{}'
				) then
					raise exception 'the office of delivery % may not quote for the task', new.delivery_id
						using errcode = 'check_violation', constraint = 'estimate_quotes_lawful';
				end if;
				return null;
			end $$`,
		sql`create constraint trigger estimate_quotes_lawful after insert on estimate_quotes for each row execute function check_quote()`,
	])
		await statement.execute(db)
}
