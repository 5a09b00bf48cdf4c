import { type Kysely, sql } from 'kysely'

/** An article is supervised in the parts of its tasks that the supervisor may lawfully do, and by nobody who may do none. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create function supervised_parts(article integer) returns integer[] language sql stable
			return (
				select coalesce(array_agg(p.id order by t.position, p.position), '{}')
				from articles a
				join experts e on e.id = a.supervisor_id and e.state = 'verified'
				join article_tasks t on t.article_id = a.id
				join task_parts p on p.task_id = t.task_id
				where a.id = article and expert_may_do(e.id, p.id)
			)`,
		sql`comment on function supervised_parts is 'The parts of an article''s tasks that its supervisor may do, by the credentials as they are.'`,
		sql`create function check_supervision() returns trigger language plpgsql as $$
			declare article integer := case tg_table_name when 'articles' then (to_jsonb(new) ->> 'id')::integer else (to_jsonb(new) ->> 'article_id')::integer end;
			begin
				if exists (
					select from articles a where a.id = article and a.supervisor_id is not null and a.published_at is not null
						and exists (select from article_tasks t where t.article_id = a.id)
				) and supervised_parts(article) = '{}' then
					raise exception 'the supervisor of article % may do no part of its tasks', article
						using errcode = 'check_violation', constraint = 'articles_lawful';
				end if;
				return null;
			end $$`,
		sql`create constraint trigger articles_lawful after insert or update of supervisor_id, published_at on articles
			deferrable initially deferred for each row when (new.supervisor_id is not null) execute function check_supervision()`,
		sql`create constraint trigger article_tasks_lawful after insert or update on article_tasks
			deferrable initially deferred for each row execute function check_supervision()`,
	])
		await statement.execute(db)
}
