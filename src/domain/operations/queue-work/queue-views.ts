import { sql } from 'kysely'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { shortLine } from '../../shared/text-input.ts'
import { type DeskQueue, deskRoles } from '../desk-input.ts'

export const VIEW_NAME_LENGTH = 30
const QUERY_LENGTH = 2_000
/** How many a person keeps for one queue, and how many of them all share. */
const MOST = 12

/** Filters of a queue's address under a name; `query` is that of the address without its question mark. */
export type QueueView = {
	id: number
	name: string
	query: string
	/** Seen by everybody who works on the queue. */
	isShared: boolean
	/** Whether the viewer may remove it. */
	mayRemove: boolean
}

/** The viewer's own views of a queue and those that are shared, in the order of their names. */
export async function listQueueViews(ctx: StaffCtx, queue: DeskQueue): Promise<QueueView[]> {
	const rows = await ctx.db
		.selectFrom('queue_views')
		.select(['id', 'name', 'query', 'user_id', 'shared_at'])
		.where('queue', '=', queue)
		.where((is) => is.or([is('user_id', '=', ctx.viewer.userId), is('shared_at', 'is not', null)]))
		.orderBy('name')
		.orderBy('id')
		.execute()
	return rows.map(({ id, name, query, user_id: madeBy, shared_at: sharedAt }) => ({
		id,
		name,
		query,
		isShared: sharedAt !== null,
		mayRemove: madeBy === ctx.viewer.userId || isStaffWith(ctx.viewer, 'admin'),
	}))
}

/**
 * Keeps filters for the viewer, or for everybody who works on the queue; a view of the viewer's with the same name is replaced. Sharing is
 * an audit event. Throws `invalid` without a name, with too many views, and for a name under which a colleague shares one.
 */
export async function saveQueueView(
	ctx: StaffCtx,
	queue: DeskQueue,
	view: { name: string; query: string; isShared: boolean },
): Promise<void> {
	requireStaff(ctx, ...deskRoles[queue])
	const name = shortLine(view.name, VIEW_NAME_LENGTH)
	const { query } = view
	if (name === '') throw refuse('見方の名前を入れてください。')
	if (query.length > QUERY_LENGTH) throw refuse('絞り込みの条件が長すぎます。')
	await inTransaction(ctx, async (trx) => {
		// Limits and names are of several rows: one writer of a queue's views at a time.
		await sql`select pg_advisory_xact_lock(hashtext('queue views'), hashtext(${queue}))`.execute(trx.db)
		const kept = await trx.db.selectFrom('queue_views').select(['name', 'user_id', 'shared_at']).where('queue', '=', queue).execute()
		const others = kept.filter((one) => one.user_id !== trx.viewer.userId || one.name !== name)
		if (others.filter((one) => one.user_id === trx.viewer.userId).length >= MOST)
			throw refuse(`見方は${MOST}個まで保存できます。使わないものを消してください。`)
		const shared = others.filter((one) => one.shared_at !== null)
		if (view.isShared && shared.length >= MOST) throw refuse(`共有できる見方は${MOST}個までです。使わないものを消してください。`)
		if (view.isShared && shared.some((one) => one.name === name)) throw refuse('同じ名前の見方を、ほかの担当者が共有しています。')
		const now = trx.now()
		const values = { query, shared_at: view.isShared ? now : null }
		const { id } = await trx.db
			.insertInto('queue_views')
			.values({ user_id: trx.viewer.userId, queue, name, made_at: now, ...values })
			.onConflict((conflict) => conflict.columns(['user_id', 'queue', 'name']).doUpdateSet(values))
			.returning('id')
			.executeTakeFirstOrThrow()
		if (view.isShared)
			await recordAuditEvent(trx, { action: 'queue.share-view', subject: `queue-view:${id}`, detail: { queue, name, query } })
	})
}

const refuse = (sentence: string) => new DomainError('invalid', 'unusable view', { fields: { viewName: sentence } })

/** Forgets a view of the viewer; admins forget shared ones too. Throws not-found for any other. */
export async function removeQueueView(ctx: StaffCtx, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const gone = await trx.db
			.deleteFrom('queue_views')
			.where('id', '=', id)
			.where((is) =>
				is.or([is('user_id', '=', trx.viewer.userId), ...(isStaffWith(trx.viewer, 'admin') ? [is('shared_at', 'is not', null)] : [])]),
			)
			.returning(['queue', 'name', 'shared_at'])
			.executeTakeFirst()
		if (!gone) throw notFound('view')
		if (gone.shared_at !== null)
			await recordAuditEvent(trx, {
				action: 'queue.remove-view',
				subject: `queue-view:${id}`,
				detail: { queue: gone.queue, name: gone.name },
			})
	})
}
