import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { shortLine } from '../../shared/text-input.ts'
import { type DeskQueue, deskRoles } from '../desk-input.ts'

export const VIEW_NAME_LENGTH = 30
/** How many a person keeps for one queue. */
const MOST = 12

/** Filters of a queue's address under a name; `query` is that of the address without its question mark. */
export type QueueView = { id: number; name: string; query: string }

/** The viewer's own views of a queue, in the order of their names. */
export async function listQueueViews(ctx: StaffCtx, queue: DeskQueue): Promise<QueueView[]> {
	return ctx.db
		.selectFrom('queue_views')
		.select(['id', 'name', 'query'])
		.where('user_id', '=', ctx.viewer.userId)
		.where('queue', '=', queue)
		.orderBy('name')
		.execute()
}

/** Keeps filters for the viewer alone; a view of the same name is replaced. */
export async function saveQueueView(ctx: StaffCtx, queue: DeskQueue, view: { name: string; query: string }): Promise<void> {
	requireStaff(ctx, ...deskRoles[queue])
	const name = shortLine(view.name, VIEW_NAME_LENGTH)
	const query = view.query.slice(0, 300)
	if (name === '') throw new DomainError('invalid', 'no name', { fields: { viewName: '見方の名前を入れてください。' } })
	await inTransaction(ctx, async (trx) => {
		const kept = await listQueueViews(trx, queue)
		if (kept.length >= MOST && !kept.some((one) => one.name === name))
			throw new DomainError('invalid', 'too many', {
				fields: { viewName: `見方は${MOST}個まで保存できます。使わないものを消してください。` },
			})
		await trx.db
			.insertInto('queue_views')
			.values({ user_id: trx.viewer.userId, queue, name, query, made_at: trx.now() })
			.onConflict((conflict) => conflict.columns(['user_id', 'queue', 'name']).doUpdateSet({ query }))
			.execute()
	})
}

/** Forgets a view of the viewer. Throws not-found for anybody else's. */
export async function removeQueueView(ctx: StaffCtx, id: number): Promise<void> {
	const gone = await ctx.db
		.deleteFrom('queue_views')
		.where('id', '=', id)
		.where('user_id', '=', ctx.viewer.userId)
		.returning('id')
		.executeTakeFirst()
	if (!gone) throw notFound('view')
}
