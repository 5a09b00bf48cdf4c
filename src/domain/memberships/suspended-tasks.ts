import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { TableRow } from '../shared/tables.ts'
import { listTaskParts } from '../taxonomy/task-part-reads.ts'
import { refusalOf } from '../taxonomy/task-parts.ts'

/** The ids of offices as an array, so that a plan reads theirs alone however many offices there are. */
type OfOffices = RawBuilder<unknown>

const ofExpert = (expertId: number): OfOffices =>
	sql`array(select own.office_id from office_members own where own.expert_id = ${expertId}::integer)`

export const ofOffice = (officeId: number): OfOffices => sql`array[${officeId}::integer]`

/** Why an office does not offer a task for now; tasks that only a suspended member may do are deleted when the member leaves. */
export type SuspensionReason = TableRow<'withheld_office_tasks'>['reason']

const professions = (offices: OfOffices, state: 'verified' | 'suspended') => sql`
	select m.office_id, c.profession_id from office_members m
	join experts e on e.id = m.expert_id and e.state = ${state}
	join expert_credentials c on c.expert_id = e.id
	where m.office_id = any (${offices})
`

/**
 * Removes the professions that only suspended members of the offices hold, and suspends the tasks of which no verified member may do
 * a part. Returns the offices that lost a task.
 */
export async function suspendTasks(ctx: Pick<Ctx, 'db'>, offices: OfOffices, reason: SuspensionReason): Promise<number[]> {
	await sql`
		delete from office_professions
		where office_id = any (${offices}) and (office_id, profession_id) in (${professions(offices, 'suspended')} except ${professions(offices, 'verified')})
	`.execute(ctx.db)
	const gone = await suspendUnlawfulTasks(ctx, sql`o.office_id = any (${offices})`, reason)
	return [...new Set(gone.map(({ office_id }) => office_id))].sort((a, b) => a - b)
}

/** Suspends the tasks `o` that match a condition and of which no verified member may do a part; their fees are stored. Returns the pairs. */
export async function suspendUnlawfulTasks(
	ctx: Pick<Ctx, 'db'>,
	condition: RawBuilder<unknown>,
	reason: SuspensionReason,
): Promise<{ office_id: number; task_id: number }[]> {
	const { rows } = await checkedSql({ office_id: int4, task_id: int4 })`
		with gone as (
			delete from office_tasks o
			where ${condition} and office_parts(o.office_id, o.task_id) = '{}'
			returning office_id, task_id, fee_basis, fee_min, fee_max, includes
		), kept as (
			insert into withheld_office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes, reason)
			select office_id, task_id, fee_basis, fee_min, fee_max, includes, ${reason} from gone
			on conflict do nothing
		)
		select office_id, task_id from gone
	`.execute(ctx.db)
	return rows
}

/** Restores, with their fees, the tasks that a verified member of the expert's offices may do again. */
export async function restoreTasks(ctx: Ctx, expertId: number): Promise<void> {
	await restore(ctx, sql`w.office_id = any (${ofExpert(expertId)})`)
}

/** Brings back what the rules kept from offices and allow again, of one task if given. Returns the offices. */
export const restoreAllowed = (ctx: Pick<Ctx, 'db'>, taskId: number | null = null): Promise<number[]> =>
	restore(ctx, sql`w.reason = 'rules' and (${taskId}::integer is null or w.task_id = ${taskId}::integer)`)

async function restore(ctx: Pick<Ctx, 'db'>, condition: RawBuilder<unknown>): Promise<number[]> {
	const { rows } = await checkedSql({ office_id: int4 })`
		with back as (
			delete from withheld_office_tasks w
			where ${condition} and office_parts(w.office_id, w.task_id) <> '{}'
			returning office_id, task_id, fee_basis, fee_min, fee_max, includes
		), shown as (
			insert into office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes)
			select office_id, task_id, fee_basis, fee_min, fee_max, includes from back
			on conflict do nothing
		)
		select distinct office_id from back order by office_id
	`.execute(ctx.db)
	return rows.map(({ office_id }) => office_id)
}

/** Suspends tasks in all offices of an expert: after a suspension, and after its end because of colleagues who are still suspended. */
export const suspendTasksOfExpert = (ctx: Ctx, expertId: number, reason: SuspensionReason = 'suspension'): Promise<number[]> =>
	suspendTasks(ctx, ofExpert(expertId), reason)

/** Deletes the suspended tasks that depended on suspended members who have left the office. */
export async function deleteStaleSuspensions(ctx: Ctx, officeId: number): Promise<void> {
	await sql`
		delete from withheld_office_tasks w
		where w.office_id = ${officeId}::integer and w.reason = 'suspension' and not exists (
			select from office_members m join experts e on e.id = m.expert_id and e.state = 'suspended'
			join task_parts p on p.task_id = w.task_id
			where m.office_id = w.office_id and expert_may_do(m.expert_id, p.id)
		)
	`.execute(ctx.db)
}

export type SuspendedTask = {
	taskId: number
	name: string
	reason: SuspensionReason
	/** The law and who may do it, as a sentence. */
	why: string
}

/** Returns the suspended tasks of an office for its members, each with the law that prevents it. */
export async function readSuspendedTasks(ctx: Ctx, officeId: number): Promise<SuspendedTask[]> {
	const rows = await ctx.db
		.selectFrom('withheld_office_tasks as w')
		.innerJoin('tasks as t', 't.id', 'w.task_id')
		.select(['t.id', 't.name', 'w.reason'])
		.where('w.office_id', '=', officeId)
		.orderBy('t.id')
		.execute()
	const parts = await listTaskParts(
		ctx,
		rows.map(({ id }) => id),
	)
	return rows.map(({ id, name, reason }) => ({
		taskId: id,
		name,
		reason,
		why: refusalOf(parts.filter(({ scopeId }) => scopeId === id)),
	}))
}
