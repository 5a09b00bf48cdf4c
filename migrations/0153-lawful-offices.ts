import { type Kysely, sql } from 'kysely'

/**
 * The last line behind the domain: at the end of no transaction does a published office offer a task of which none of its
 * verified members may do a part, whatever the transaction changed: tasks, members, credentials, states or the rules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create function refuse_unlawful_offices(affected integer[], affected_task integer) returns void language plpgsql as $$
			declare unlawful record;
			begin
				select t.office_id, t.task_id into unlawful
				from office_tasks t join offices o on o.id = t.office_id and o.state = 'published'
				where (affected is null or t.office_id = any (affected)) and (affected_task is null or t.task_id = affected_task)
					and office_parts(t.office_id, t.task_id) = '{}'
				limit 1;
				if found then
					raise exception 'office % may not offer task %: no verified member may do a part of it', unlawful.office_id, unlawful.task_id
						using errcode = 'check_violation', constraint = 'office_tasks_lawful';
				end if;
			end $$`,
		sql`create function check_office_task() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_offices(array[new.office_id], new.task_id);
				return null;
			end $$`,
		sql`create function check_office() returns trigger language plpgsql as $$
			begin
				perform refuse_unlawful_offices(array[case tg_table_name when 'offices' then (to_jsonb(new) ->> 'id')::integer else (to_jsonb(old) ->> 'office_id')::integer end], null);
				return null;
			end $$`,
		sql`create function check_offices_of_expert() returns trigger language plpgsql as $$
			declare expert integer := case tg_table_name when 'experts' then (to_jsonb(old) ->> 'id')::integer else (to_jsonb(old) ->> 'expert_id')::integer end;
			begin
				perform refuse_unlawful_offices(array(select m.office_id from office_members m where m.expert_id = expert), null);
				return null;
			end $$`,
		sql`create function check_part() returns trigger language plpgsql as $$
			declare task integer := case tg_table_name
				when 'task_parts' then (to_jsonb(old) ->> 'task_id')::integer
				else (to_jsonb(old) ->> 'part_id')::integer / 10 end;
			begin
				if task >= 101 then perform refuse_unlawful_offices(null, task); end if;
				return null;
			end $$`,
		sql`create constraint trigger office_tasks_lawful after insert or update of office_id, task_id on office_tasks
			deferrable initially deferred for each row execute function check_office_task()`,
		sql`create constraint trigger offices_lawful after update of state on offices
			deferrable initially deferred for each row when (new.state = 'published' and old.state <> 'published') execute function check_office()`,
		sql`create constraint trigger office_members_lawful after delete or update of expert_id, office_id on office_members
			deferrable initially deferred for each row execute function check_office()`,
		sql`create constraint trigger experts_lawful after update of state on experts
			deferrable initially deferred for each row when (old.state = 'verified' and new.state <> 'verified') execute function check_offices_of_expert()`,
		sql`create constraint trigger expert_credentials_lawful after delete or update of expert_id, profession_id on expert_credentials
			deferrable initially deferred for each row execute function check_offices_of_expert()`,
		sql`create constraint trigger expert_sub_qualifications_lawful after delete or update of expert_id, profession_id, sub_qualification_id on expert_sub_qualifications
			deferrable initially deferred for each row execute function check_offices_of_expert()`,
		sql`create constraint trigger task_parts_lawful after delete or update of task_id, law_id on task_parts
			deferrable initially deferred for each row execute function check_part()`,
		sql`create constraint trigger task_part_grants_lawful after delete or update of part_id, profession_id, sub_qualification_id on task_part_grants
			deferrable initially deferred for each row execute function check_part()`,
	])
		await statement.execute(db)
}
