import { type Kysely, sql } from 'kysely'

/**
 * The last line for what 0152, 0153 and 0252 left to the domain alone: tasks of profiles, cases of offices, accepted quotes, and
 * answers whose question moves to another category.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create function refuse_unlawful_profiles(affected integer[], affected_task integer) returns void language plpgsql as $$
			declare unlawful record;
			begin
				select t.expert_id, t.task_id into unlawful
				from expert_tasks t join experts e on e.id = t.expert_id and e.state = 'verified'
				where (affected is null or t.expert_id = any (affected)) and (affected_task is null or t.task_id = affected_task)
					and not exists (select from task_parts p where p.task_id = t.task_id and expert_may_do(t.expert_id, p.id))
				limit 1;
				if found then
					raise exception 'expert % may do no part of task %', unlawful.expert_id, unlawful.task_id
						using errcode = 'check_violation', constraint = 'expert_tasks_lawful';
				end if;
			end $$`,
		sql`create function check_expert_task() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_profiles(array[new.expert_id], new.task_id);
				return null;
			end $$`,
		sql`create function check_profile() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_profiles(array[new.id], null);
				return null;
			end $$`,
		sql`create or replace function check_offices_of_expert() returns trigger language plpgsql as $$
			declare expert integer := case tg_table_name when 'experts' then (to_jsonb(old) ->> 'id')::integer else (to_jsonb(old) ->> 'expert_id')::integer end;
			begin
				perform refuse_unlawful_offices(array(select m.office_id from office_members m where m.expert_id = expert), null);
				perform refuse_unlawful_profiles(array[expert], null);
				return null;
			end $$`,
		sql`create or replace function check_part() returns trigger language plpgsql as $$
			declare task integer := case tg_table_name
				when 'task_parts' then (to_jsonb(old) ->> 'task_id')::integer
				else (to_jsonb(old) ->> 'part_id')::integer / 10 end;
			begin
				if task >= 101 then
					perform refuse_unlawful_offices(null, task);
					perform refuse_unlawful_profiles(null, task);
				end if;
				return null;
			end $$`,

		sql`create function check_office_case() returns trigger language plpgsql as $$
			begin
				if exists (select from offices o where o.id = new.office_id and o.state = 'published')
					and exists (select from office_cases k where k.id = new.id and k.task_id = new.task_id)
					and office_parts(new.office_id, new.task_id) = '{}' then
					raise exception 'case % of office % is about a task of which none of its members may do a part', new.id, new.office_id
						using errcode = 'check_violation', constraint = 'office_cases_lawful';
				end if;
				return null;
			end $$`,
		sql`create function check_acceptance() returns trigger language plpgsql as $$
			begin
				if exists (
					select from estimate_deliveries d
					where d.id = new.accepted_delivery_id and office_parts(d.office_id, new.task_id) = '{}'
				) then
					raise exception 'the office of delivery % may not do what request % asks for', new.accepted_delivery_id, new.id
						using errcode = 'check_violation', constraint = 'estimate_requests_lawful';
				end if;
				return null;
			end $$`,

		sql`create function check_category_of_question() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_answers(new.id);
				return null;
			end $$`,
		// What earlier rules left on profiles; their experts see it as they see what ended with a sub-qualification.
		sql`with gone as (
				delete from expert_tasks et using experts e
				where e.id = et.expert_id and e.state = 'verified'
					and not exists (select from task_parts p where p.task_id = et.task_id and expert_may_do(et.expert_id, p.id))
				returning et.expert_id, et.task_id
			)
			insert into withheld_expert_tasks (expert_id, task_id, withheld_at) select expert_id, task_id, now() from gone on conflict do nothing`,
		sql`create constraint trigger expert_tasks_lawful after insert or update of expert_id, task_id on expert_tasks
			deferrable initially deferred for each row execute function check_expert_task()`,
		sql`create constraint trigger experts_verified_lawful after update of state on experts
			deferrable initially deferred for each row when (new.state = 'verified' and old.state <> 'verified') execute function check_profile()`,
		sql`create constraint trigger office_cases_lawful after insert or update of office_id, task_id on office_cases
			deferrable initially deferred for each row when (new.task_id is not null) execute function check_office_case()`,
		sql`create constraint trigger estimate_requests_lawful after update of accepted_delivery_id on estimate_requests
			for each row when (new.accepted_delivery_id is not null and new.accepted_delivery_id is distinct from old.accepted_delivery_id)
			execute function check_acceptance()`,
		sql`create constraint trigger questions_lawful after update of task_category_id on questions
			deferrable initially deferred for each row when (new.task_category_id <> old.task_category_id) execute function check_category_of_question()`,
	])
		await statement.execute(db)
}
