import { type Kysely, sql } from 'kysely'

/**
 * The parts of tasks that an expert may do, all at once: asking for each of a hundred parts took two milliseconds of every page of an
 * expert. The question for one part is answered from the same rule.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	const statements = [
		sql`create function permitted_parts(expert integer) returns setof integer language sql stable
			begin atomic
				select p.id from task_parts p where p.law_id is null
				union
				select g.part_id from expert_credentials c join task_part_grants g on g.profession_id = c.profession_id
				where c.expert_id = expert and (g.sub_qualification_id is null or exists (
					select from expert_sub_qualifications s
					where s.expert_id = expert and s.profession_id = g.profession_id and s.sub_qualification_id = g.sub_qualification_id
				));
			end`,
		sql`comment on function permitted_parts is 'The one SQL form of mayDoPart (domain/taxonomy/task-parts.ts), by the credentials as they are, whatever the state of the expert.'`,
		sql`create or replace function expert_may_do(expert integer, part integer) returns boolean language sql stable
			return exists (select from permitted_parts(expert) permitted (id) where permitted.id = part)`,
		sql`comment on function expert_may_do is 'Whether the part is one of permitted_parts.'`,
	]
	for (const statement of statements) await statement.execute(db)
}
