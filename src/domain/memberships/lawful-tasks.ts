import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { forgetWithheld, ofOffice, withhold, bringBack } from './withheld-tasks.ts'

/** Work that a law reserves is offered only by those whom it allows to do it; tasks must be published ones. */
export async function requireLawfulTasks(ctx: Ctx, expertId: number, taskIds: readonly number[]): Promise<void> {
	const { rows } = await sql<{ id: number; name: string; exclusive_law: string | null; is_lawful: boolean }>`
		select t.id, t.name, t.exclusive_law,
			t.exclusive_law is null or exists (
				select from task_professions p
				join expert_credentials c on c.profession_id = p.profession_id and c.expert_id = ${expertId}::integer
				where p.task_id = t.id
			) as is_lawful
		from tasks t where t.id = any (${taskIds}::integer[]) and t.published_at is not null
	`.execute(ctx.db)
	const unlawful = rows.find((row) => !row.is_lawful)
	const sentence = unlawful
		? `「${unlawful.name}」は${unlawful.exclusive_law}により、登録した資格では行えません。`
		: rows.length < taskIds.length
			? '業務を選び直してください。'
			: null
	if (sentence !== null) throw new DomainError('invalid', 'a task is reserved or absent', { fields: { taskIds: sentence } })
}

/** A verified member of the office, whose id is a value or a column, may lawfully do the task `t`. */
export const isLawful = (office: RawBuilder<unknown>) => sql`(
	t.exclusive_law is null or exists (
		select from task_professions p
		join expert_credentials c on c.profession_id = p.profession_id
		join office_members m on m.expert_id = c.expert_id and m.office_id = ${office}
		join experts e on e.id = m.expert_id and e.state = 'verified'
		where p.task_id = t.id
	)
)`

/** Whether the office has a verified member who may lawfully do the work, as it is now. */
export async function mayDoTask(ctx: Ctx, officeId: number, taskId: number): Promise<boolean> {
	const { rows } = await sql`select from tasks t where t.id = ${taskId}::integer and ${isLawful(sql`${officeId}::integer`)}`.execute(ctx.db)
	return rows.length > 0
}

/** Takes away the professions and the work that no verified member of the office has any more, after one has gone. */
export async function dropUnheld(ctx: Ctx, officeId: number): Promise<void> {
	await withhold(ctx, ofOffice(officeId))
	await sql`
		delete from office_professions p where p.office_id = ${officeId}::integer and not exists (
			select from office_members m
			join experts e on e.id = m.expert_id and e.state = 'verified'
			join expert_credentials k on k.expert_id = e.id
			where m.office_id = p.office_id and k.profession_id = p.profession_id
		)
	`.execute(ctx.db)
	await sql`
		delete from office_tasks ot using tasks t where ot.office_id = ${officeId}::integer and t.id = ot.task_id and not ${isLawful(sql`${officeId}::integer`)}
	`.execute(ctx.db)
	await forgetWithheld(ctx, officeId)
}

/** An office has the professions of its verified members, and the work that one of them may do again. */
export async function addProfessions(ctx: Ctx, expertId: number): Promise<void> {
	await ctx.db
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
		.execute()
	await bringBack(ctx, expertId)
}
