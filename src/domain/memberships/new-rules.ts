import { sql, type Transaction } from 'kysely'
import type { Ctx, Database } from '../shared/context.ts'
import { officeEditPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { reindexOffice } from '../listings/listings.ts'
import { restoreAllowed, suspendUnlawfulTasks } from './suspended-tasks.ts'

/**
 * Applies changed parts of tasks to all offices, in the transaction that changed them: withholds the tasks, with their fees,
 * that no member of an office may do any longer, reindexes the lists and notifies the owners. What earlier rules withheld and
 * these allow comes back. Of one task if given. Returns the number of offices that lost a task.
 */
export async function applyNewRules(ctx: Pick<Ctx, 'db' | 'now'>, taskId: number | null = null): Promise<number> {
	const trx = ctx.db as Transaction<Database>
	const back = await restoreAllowed(ctx, taskId)
	const isOpen = sql`exists (select from offices x where x.id = o.office_id and x.state in ('published', 'unlisted'))
		and (${taskId}::integer is null or o.task_id = ${taskId}::integer)`
	const gone = await suspendUnlawfulTasks(ctx, isOpen, 'rules')
	const officeIds = [...new Set(gone.map(({ office_id }) => office_id))].sort((a, b) => a - b)
	const changed = [...new Set([...back, ...officeIds])].sort((a, b) => a - b)
	for (const officeId of changed) await reindexOffice(trx, officeId)
	for (const officeId of officeIds) await notifyOwners(ctx, officeId)
	return officeIds.length
}

/** Notifies the owners of an office that tasks are suspended; the page that the notification links to says which and what to do. */
export async function notifyOwners(ctx: Pick<Ctx, 'db' | 'now'>, officeId: number): Promise<void> {
	const owners = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.innerJoin('offices as o', 'o.id', 'm.office_id')
		.select(['e.user_id', 'o.name'])
		.where('m.office_id', '=', officeId)
		.where('m.role', '=', 'owner')
		.execute()
	for (const { user_id, name } of owners)
		await publishEvent(ctx, {
			event: 'notice',
			kind: 'expert-decision',
			userId: user_id,
			subject: `withheld:${officeId}:${ctx.now().getTime()}`,
			text: `「${name}」の業務のうち、法律で行える資格の確認ができないものの掲載を止めました。料金は残っており、資格の確認が済むと掲載に戻ります。`,
			path: officeEditPath(officeId, { section: 'fees' }),
		})
}
