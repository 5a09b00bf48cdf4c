import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { DomainError } from '../errors.ts'

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
