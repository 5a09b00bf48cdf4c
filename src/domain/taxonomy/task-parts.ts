import { sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, int4, int4Array, type RowOf, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { TableRow } from '../shared/tables.ts'
import { getProfession, holderName } from './attributes.ts'

/** What is done in a part of a task. */
export type PartKind = TableRow<'task_parts'>['kind']

/** Who may do a reserved part: a profession, and where one is named its sub-qualification too. */
export type Grant = { professionId: number; subQualificationId: number | null }

export type ReservationLaw = { shortName: string; sentence: string }

/** A part of a task, or of a category: what a question without a task is taken to ask for. `law` is null where everybody may. */
export type TaskPart = {
	id: number
	scopeId: number
	scopeName: string
	name: string
	law: ReservationLaw | null
	grants: readonly Grant[]
}

/** What somebody holds; a sub-qualification counts for the profession that it was verified with. */
export type Held = { professionIds: readonly number[]; subQualifications: readonly { professionId: number; id: number }[] }

/** Whether who holds these credentials may do the part. `expert_may_do` is the same in SQL. */
export const mayDoPart = (held: Held, part: Pick<TaskPart, 'law' | 'grants'>): boolean =>
	part.law === null ||
	part.grants.some(
		({ professionId, subQualificationId }) =>
			held.professionIds.includes(professionId) &&
			(subQualificationId === null ||
				held.subQualifications.some((sub) => sub.professionId === professionId && sub.id === subQualificationId)),
	)

/** The names of those who may do a part, each once: 「弁護士」「特定社会保険労務士」「税理士登録のある公認会計士」. */
export function holdersOf(part: Pick<TaskPart, 'grants'>): string[] {
	const names = part.grants.map(({ professionId, subQualificationId }) =>
		subQualificationId === null ? getProfession(professionId).name : holderName(subQualificationId, professionId),
	)
	return [...new Set(names)]
}

/** Why a law keeps somebody from these parts, and who may do them: one sentence for each law, for a form or a disabled button. */
export function refusalOf(parts: readonly Pick<TaskPart, 'scopeName' | 'law' | 'grants'>[]): string {
	const sentences = new Set(parts.flatMap(({ law }) => (law === null ? [] : [law.sentence])))
	const holders = [...new Set(parts.flatMap(holdersOf))]
	const scopes = [...new Set(parts.map(({ scopeName }) => `「${scopeName}」`))]
	return `${[...sentences].join('')}${scopes.join('')}を行えるのは、${holders.join('、')}です。`
}

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

/** The parts that a question asks for: those of its tasks, or without a task what its category is taken to mean. */
export async function listPartsOfQuestion(ctx: Pick<Ctx, 'db'>, questionId: number): Promise<TaskPart[]> {
	const { rows } = await selectParts`
		select ${partColumns} from question_tasks qt join task_parts p on p.task_id = qt.task_id
		where qt.question_id = ${questionId}::integer
		union all
		select ${partColumns} from questions q join task_parts p on p.task_category_id = q.task_category_id
		where q.id = ${questionId}::integer and not exists (select from question_tasks qt where qt.question_id = q.id)
		order by 1
	`.execute(ctx.db)
	return rows.map(toTaskPart)
}

const selectHeld = checkedSql({
	profession_ids: int4Array.nullable,
	subs: builtJson(() => z.array(z.strictObject({ professionId: z.int(), id: z.int() }))).nullable,
})

/** What an expert holds, whatever their state. */
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
