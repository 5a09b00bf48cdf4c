import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'

/** The ids of offices as an array, so that a plan reads theirs alone however many offices there are. */
type OfOffices = RawBuilder<number[]>

const ofExpert = (expertId: number): OfOffices =>
	sql<number[]>`array(select own.office_id from office_members own where own.expert_id = ${expertId}::integer)`

export const ofOffice = (officeId: number): OfOffices => sql<number[]>`array[${officeId}::integer]`

/** What members in a state hold, as far as a law reserves tasks to it: rows of office_id and task_id. */
const lawfulTasks = (offices: OfOffices, state: 'verified' | 'suspended') => sql`
	select m.office_id, p.task_id from office_members m
	join experts e on e.id = m.expert_id and e.state = ${state}
	join expert_credentials c on c.expert_id = e.id
	join task_professions p on p.profession_id = c.profession_id
	join tasks t on t.id = p.task_id and t.exclusive_law is not null
	where m.office_id = any (${offices})
`

const professions = (offices: OfOffices, state: 'verified' | 'suspended') => sql`
	select m.office_id, c.profession_id from office_members m
	join experts e on e.id = m.expert_id and e.state = ${state}
	join expert_credentials c on c.expert_id = e.id
	where m.office_id = any (${offices})
`

/** Sets aside the professions and the reserved work that only suspended members of the offices hold. */
export async function withhold(ctx: Ctx, offices: OfOffices): Promise<void> {
	await sql`
		delete from office_professions
		where office_id = any (${offices}) and (office_id, profession_id) in (${professions(offices, 'suspended')} except ${professions(offices, 'verified')})
	`.execute(ctx.db)
	await sql`
		with gone as (
			delete from office_tasks
			where office_id = any (${offices}) and (office_id, task_id) in (${lawfulTasks(offices, 'suspended')} except ${lawfulTasks(offices, 'verified')})
			returning office_id, task_id, fee_basis, fee_min, fee_max, includes
		)
		insert into withheld_office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes)
		select office_id, task_id, fee_basis, fee_min, fee_max, includes from gone
		on conflict do nothing
	`.execute(ctx.db)
}

/** Brings back with its fee what a verified member of the expert's offices may do again. */
export async function bringBack(ctx: Ctx, expertId: number): Promise<void> {
	await sql`
		with back as (
			delete from withheld_office_tasks
			where office_id = any (${ofExpert(expertId)}) and (office_id, task_id) in (${lawfulTasks(ofExpert(expertId), 'verified')})
			returning office_id, task_id, fee_basis, fee_min, fee_max, includes
		)
		insert into office_tasks (office_id, task_id, fee_basis, fee_min, fee_max, includes)
		select office_id, task_id, fee_basis, fee_min, fee_max, includes from back
		on conflict do nothing
	`.execute(ctx.db)
}

/** Withholds in all offices of an expert: after a suspension, and after its end for colleagues who are still suspended. */
export const withholdOf = (ctx: Ctx, expertId: number): Promise<void> => withhold(ctx, ofExpert(expertId))

/** Forgets what was set aside for members who are in the office no more. */
export async function forgetWithheld(ctx: Ctx, officeId: number): Promise<void> {
	await sql`
		delete from withheld_office_tasks
		where office_id = ${officeId}::integer and (office_id, task_id) not in (${lawfulTasks(ofOffice(officeId), 'suspended')})
	`.execute(ctx.db)
}

/** The names of the work that an office does not offer for now, for its members. */
export async function readWithheld(ctx: Ctx, officeId: number): Promise<string[]> {
	const rows = await ctx.db
		.selectFrom('withheld_office_tasks as w')
		.innerJoin('tasks as t', 't.id', 'w.task_id')
		.select('t.name')
		.where('w.office_id', '=', officeId)
		.orderBy('t.id')
		.execute()
	return rows.map(({ name }) => name)
}
