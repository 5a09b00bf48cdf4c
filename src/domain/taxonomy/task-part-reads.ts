import { sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, int4, int4Array, type RowOf, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { Held, TaskPart } from './task-parts.ts'

const selectParts = checkedSql({
	id: int4,
	scope_id: int4,
	scope_name: text,
	name: text,
	law: builtJson(() => z.strictObject({ shortName: z.string(), sentence: z.string() })).nullable,
	grants: builtJson(() => z.array(z.strictObject({ professionId: z.int(), subQualificationId: z.int().nullable() }))).nullable,
})

type PartRow = RowOf<typeof selectParts>

/** Columns of `task_parts p` as `selectParts` describes them. */
const partColumns = sql`
	p.id, coalesce(p.task_id, p.task_category_id) as scope_id,
	coalesce((select t.name from tasks t where t.id = p.task_id), (select c.name from task_categories c where c.id = p.task_category_id)) as scope_name,
	p.name,
	(select json_build_object('shortName', l.short_name, 'sentence', l.sentence) from reservation_laws l where l.id = p.law_id) as law,
	(
		select json_agg(json_build_object('professionId', g.profession_id, 'subQualificationId', g.sub_qualification_id) order by g.position)
		from task_part_grants g where g.part_id = p.id
	) as grants
`

const toTaskPart = ({ id, scope_id, scope_name, name, law, grants }: PartRow): TaskPart => ({
	id,
	scopeId: scope_id,
	scopeName: scope_name,
	name,
	law,
	grants: grants ?? [],
})

/** The parts of tasks in the order of tasks and positions. */
export async function listTaskParts(ctx: Pick<Ctx, 'db'>, taskIds: readonly number[]): Promise<TaskPart[]> {
	if (taskIds.length === 0) return []
	const { rows } = await selectParts`
		select ${partColumns} from task_parts p where p.task_id = any (${taskIds}::integer[]) order by p.task_id, p.position
	`.execute(ctx.db)
	return rows.map(toTaskPart)
}

/** Built by `partsOfQuestion`. */
export const partsColumn = builtJson<TaskPart[]>(() =>
	z.array(
		z.strictObject({
			id: z.int(),
			scopeId: z.int(),
			scopeName: z.string(),
			name: z.string(),
			law: z.strictObject({ shortName: z.string(), sentence: z.string() }).nullable(),
			grants: z.array(z.strictObject({ professionId: z.int(), subQualificationId: z.int().nullable() })),
		}),
	),
).nullable

/** The parts that the question `q` asks for: those of its tasks, or without a task what its category is taken to mean. */
export const partsOfQuestion = sql`(
	select json_agg(json_build_object(
		'id', x.id, 'scopeId', x.scope_id, 'scopeName', x.scope_name, 'name', x.name, 'law', x.law, 'grants', coalesce(x.grants, '[]')
	) order by x.id)
	from (select ${partColumns} from task_parts p where p.id = any (question_parts(q.id))) x
)`

/** The parts that a question asks for: those of its tasks, or without a task what its category is taken to mean. */
export async function listPartsOfQuestion(ctx: Pick<Ctx, 'db'>, questionId: number): Promise<TaskPart[]> {
	const { rows } = await checkedSql({ parts: partsColumn })`
		select ${partsOfQuestion} as parts from questions q where q.id = ${questionId}::integer
	`.execute(ctx.db)
	return rows[0]?.parts ?? []
}

const selectHeld = checkedSql({
	profession_ids: int4Array.nullable,
	subs: builtJson(() => z.array(z.strictObject({ professionId: z.int(), id: z.int() }))).nullable,
})

/** The credentials of an expert in any state. */
export async function readHeld(ctx: Pick<Ctx, 'db'>, expertId: number): Promise<Held> {
	const { rows } = await selectHeld`
		select
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = ${expertId}::integer) as profession_ids,
			(
				select json_agg(json_build_object('professionId', s.profession_id, 'id', s.sub_qualification_id))
				from expert_sub_qualifications s where s.expert_id = ${expertId}::integer
			) as subs
	`.execute(ctx.db)
	return { professionIds: rows[0]?.profession_ids ?? [], subQualifications: rows[0]?.subs ?? [] }
}
