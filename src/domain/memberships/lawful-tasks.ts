import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, int4Array, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { listsOfReserved } from '../listings/reserved-lists.ts'
import { DomainError } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { isBoundByAdvertisingRules } from '../taxonomy/advertising-rules.ts'
import { listTaskParts, readHeld } from '../taxonomy/task-part-reads.ts'
import { listTasks } from '../taxonomy/tasks.ts'
import { mayDoPart, refusalOf, type TaskPart, whyReserved } from '../taxonomy/task-parts.ts'
import { restoreTasks, deleteStaleSuspensions, ofOffice, suspendTasks } from './suspended-tasks.ts'

/** Tasks must be published, and somebody must be lawfully able to do one of their parts. */
export async function requireLawfulTasks(ctx: Ctx, expertId: number, taskIds: readonly number[]): Promise<void> {
	const published = await listPublished(ctx, taskIds)
	const held = await readHeld(ctx, expertId)
	const parts = await listTaskParts(ctx, taskIds)
	const unlawful = published.find((id) => !parts.some((part) => part.scopeId === id && mayDoPart(held, part)))
	const reserved = parts.filter(({ scopeId }) => scopeId === unlawful)
	const sentence = reserved.length > 0 ? refusalOf(reserved) : published.length < taskIds.length ? '業務を選び直してください。' : null
	if (sentence !== null)
		throw new DomainError('invalid', 'a task is reserved or absent', { fields: { taskIds: sentence }, ways: listsOfReserved(reserved) })
}

/** Tasks that the same laws leave to the same others, with the sentence that says so. */
export type ReservedTasks = { why: string; tasks: { id: number; name: string }[] }

/** The published tasks that are not among the lawful ones, by the law that reserves them. */
export async function listReservedTasks(ctx: Ctx, lawful: { has(taskId: number): boolean }): Promise<ReservedTasks[]> {
	const tasks = (await listTasks(ctx)).filter(({ id }) => !lawful.has(id))
	const parts = await listTaskParts(
		ctx,
		tasks.map(({ id }) => id),
	)
	const nameless = (taskId: number) => whyReserved(parts.filter(({ scopeId }) => scopeId === taskId))
	return [...Map.groupBy(tasks, ({ id }) => nameless(id))].map(([why, same]) => ({
		why,
		tasks: same.map(({ id, name }) => ({ id, name })),
	}))
}

async function listPublished(ctx: Ctx, taskIds: readonly number[]): Promise<number[]> {
	if (taskIds.length === 0) return []
	const rows = await ctx.db.selectFrom('tasks').select('id').where('id', 'in', taskIds).where('published_at', 'is not', null).execute()
	return rows.map(({ id }) => id)
}

/** A verified member of the office, whose id is a value or a column, may lawfully do a part of the task. */
export const isLawful = (office: RawBuilder<unknown>, task: RawBuilder<unknown>) => sql<boolean>`(office_parts(${office}, ${task}) <> '{}')`

const selectPartIds = checkedSql({ ids: int4Array })

/** The parts of a task that a verified member of the office may do, as it is now; empty where it may do nothing of it. */
export async function partsOfOffice(ctx: Ctx, officeId: number, taskId: number): Promise<TaskPart[]> {
	const { rows } = await selectPartIds`select office_parts(${officeId}::integer, ${taskId}::integer) as ids`.execute(ctx.db)
	const parts = await listTaskParts(ctx, [taskId])
	return parts.filter(({ id }) => rows[0]?.ids.includes(id))
}

/** For each task that the office may not offer or that is not published, why: a sentence that names the law and who may do it. */
export async function refusedTasks(ctx: Ctx, officeId: number, taskIds: readonly number[]): Promise<Map<number, string>> {
	const { rows } = await checkedSql({ id: int4, is_lawful: bool })`
		select t.id, ${isLawful(sql`${officeId}::integer`, sql`t.id`)} as is_lawful
		from tasks t where t.id = any (${taskIds}::integer[]) and t.published_at is not null
	`.execute(ctx.db)
	const parts = await listTaskParts(ctx, taskIds)
	return new Map(
		taskIds.flatMap((id): [number, string][] => {
			const task = rows.find((row) => row.id === id)
			if (task?.is_lawful) return []
			return [[id, task ? refusalOf(parts.filter(({ scopeId }) => scopeId === id)) : 'この業務は、いまは選べません。']]
		}),
	)
}

/** The published tasks of which an expert may do a part with the current credentials; for null, those open to everybody. */
export async function lawfulTaskIdsOfExpert(ctx: Ctx, expertId: number | null): Promise<Set<number>> {
	const { rows } = await checkedSql({ id: int4 })`
		select distinct t.id from tasks t join task_parts p on p.task_id = t.id
		where t.published_at is not null and coalesce(expert_may_do(${expertId}::integer, p.id), p.law_id is null)
	`.execute(ctx.db)
	return new Set(rows.map(({ id }) => id))
}

/** For each published task that an office may offer, the names of the parts that it may do, or null where it may do all of them. */
export async function lawfulTasksOfOffice(ctx: Ctx, officeId: number): Promise<Map<number, string[] | null>> {
	const { rows } = await checkedSql({ id: int4, names: textArray, is_whole: bool })`
		select t.id, array_agg(p.name order by p.position) filter (where p.id = any (may.ids)) as names, bool_and(p.id = any (may.ids)) as is_whole
		from tasks t join task_parts p on p.task_id = t.id
		cross join lateral (select office_parts(${officeId}::integer, t.id) as ids) may
		where t.published_at is not null and may.ids <> '{}'
		group by t.id
	`.execute(ctx.db)
	return new Map(rows.map(({ id, names, is_whole }) => [id, is_whole ? null : names]))
}

/** Removes the professions and tasks that no verified member of the office can offer any more, after one has left. */
export async function dropUnheld(ctx: Ctx, officeId: number): Promise<void> {
	await suspendTasks(ctx, ofOffice(officeId), 'suspension')
	await sql`
		delete from office_professions p where p.office_id = ${officeId}::integer and not exists (
			select from office_members m
			join experts e on e.id = m.expert_id and e.state = 'verified'
			join expert_credentials k on k.expert_id = e.id
			where m.office_id = p.office_id and k.profession_id = p.profession_id
		)
	`.execute(ctx.db)
	await deleteStaleSuspensions(ctx, officeId)
}

/**
 * Adds the professions of a verified member to the expert's offices and restores the tasks that they may do again. The texts of an
 * office are checked after the commit where one of the professions brings advertising rules (`withholdForbiddenTexts`).
 */
export async function addProfessions(ctx: Ctx, expertId: number): Promise<void> {
	const added = await ctx.db
		.insertInto('office_professions')
		.columns(['office_id', 'profession_id'])
		.expression((eb) =>
			eb
				.selectFrom('office_members as m')
				.innerJoin('expert_credentials as c', 'c.expert_id', 'm.expert_id')
				.select(['m.office_id', 'c.profession_id'])
				.where('m.expert_id', '=', expertId),
		)
		.onConflict((conflict) => conflict.doNothing())
		.returning(['office_id', 'profession_id'])
		.execute()
	const bound = new Set(added.filter((one) => isBoundByAdvertisingRules([one.profession_id])).map(({ office_id }) => office_id))
	for (const officeId of bound) await publishEvent(ctx, { event: 'office.bound', officeId })
	await restoreTasks(ctx, expertId)
}
