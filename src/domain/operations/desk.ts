import { sql } from 'kysely'
import { callerBlock, recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { hours, minutes } from '../shared/japan-time.ts'
import { type DeskQueue, deskRoles, deskSubject, PRESENCE_MINUTES, UNDO_SECONDS, type VerdictOf } from './desk-input.ts'
import { asStaff, rehearse, settleDueOrders } from './queue-work/delayed-orders.ts'
import { applyVerdict } from './desk-verdicts.ts'

/**
 * Notes that the viewer looks at an item, unless somebody else does already. Returns who else does and since when; null if
 * nobody.
 */
export async function claimItem(ctx: StaffCtx, queue: DeskQueue, itemId: number): Promise<{ name: string; seenAt: Date } | null> {
	requireStaff(ctx, ...deskRoles[queue])
	const stale = new Date(ctx.now().getTime() - minutes(PRESENCE_MINUTES))
	await sql`
		insert into queue_claims as k (queue, item_id, user_id, seen_at) values (${queue}, ${itemId}, ${ctx.viewer.userId}, ${ctx.now()})
		on conflict (queue, item_id) do update set user_id = excluded.user_id, seen_at = excluded.seen_at
		where k.user_id = excluded.user_id or k.seen_at <= ${stale}
	`.execute(ctx.db)
	const holder = await ctx.db
		.selectFrom('queue_claims as k')
		.innerJoin('users as u', 'u.id', 'k.user_id')
		.select(['u.last_name', 'u.first_name', 'k.seen_at'])
		.where('k.queue', '=', queue)
		.where('k.item_id', '=', itemId)
		.where('k.user_id', '<>', ctx.viewer.userId)
		.executeTakeFirst()
	if (!holder) return null
	return { name: `${holder.last_name} ${holder.first_name}`.trim() || '名前のないスタッフ', seenAt: holder.seen_at }
}

/** Returns how many colleagues have had an item of any queue open in the last minutes. */
export async function countColleagues(ctx: StaffCtx): Promise<number> {
	const { present } = await ctx.db
		.selectFrom('queue_claims')
		.select((eb) => eb.fn.count<string>('user_id').distinct().as('present'))
		.where('user_id', '<>', ctx.viewer.userId)
		.where('seen_at', '>', new Date(ctx.now().getTime() - minutes(PRESENCE_MINUTES)))
		.executeTakeFirstOrThrow()
	return Number(present)
}

/** Puts an item off for a day, for the viewer alone, with the reason that the audit log keeps. */
export async function skipItem(ctx: StaffCtx, queue: DeskQueue, itemId: number, reason: string): Promise<void> {
	requireStaff(ctx, ...deskRoles[queue])
	await inTransaction(ctx, async (trx) => {
		const values = { reason, skipped_at: trx.now() }
		await trx.db
			.insertInto('queue_skips')
			.values({ queue, item_id: itemId, user_id: trx.viewer.userId, ...values })
			.onConflict((conflict) => conflict.columns(['queue', 'item_id', 'user_id']).doUpdateSet(values))
			.execute()
		await releaseClaim(trx, queue, itemId)
		await recordAuditEvent(trx, { action: 'queue.skip', subject: deskSubject(queue, itemId), reason })
	})
}

const releaseClaim = (ctx: StaffCtx, queue: DeskQueue, itemId: number) =>
	ctx.db
		.deleteFrom('queue_claims')
		.where('queue', '=', queue)
		.where('item_id', '=', itemId)
		.where('user_id', '=', ctx.viewer.userId)
		.execute()

export type GivenVerdict<Queue extends DeskQueue> = {
	itemId: number
	verdict: VerdictOf<Queue>
	/** Goes to those concerned word for word; '' where none is needed. */
	reason: string
	/** What the viewer has seen: a version, or the millisecond of a request; null where items have neither. */
	version: number | null
	/** The address of an article that has none yet. */
	slug?: string
}

/**
 * Stores a verdict that takes effect after `UNDO_SECONDS`, when `settleDueVerdicts` runs. It is checked now by what it would do: the
 * same refusals are thrown, and nothing of it is kept. Throws conflict when another verdict on the item already waits.
 */
export async function giveVerdict<Queue extends DeskQueue>(
	ctx: RecentStaffCtx,
	queue: Queue,
	given: GivenVerdict<Queue>,
): Promise<{ id: number }> {
	requireRecentStaff(ctx, ...deskRoles[queue])
	const verdict = { ...given, version: given.version ?? 0, slug: given.slug ?? null }
	await inTransaction(ctx, (trx) => rehearse(trx, () => applyVerdict(trx, queue, verdict)))
	return inTransaction(ctx, async (trx) => {
		const now = trx.now()
		const made = await trx.db
			.insertInto('delayed_verdicts')
			.values({
				queue,
				item_id: given.itemId,
				user_id: trx.viewer.userId,
				verdict: given.verdict,
				reason: given.reason,
				version: given.version === null ? null : `${given.version}`,
				slug: given.slug || null,
				caller_block: callerBlock(trx),
				given_at: now,
				due_at: new Date(now.getTime() + UNDO_SECONDS * 1_000),
				outcome: null,
				settled_at: null,
				failure: null,
			})
			.onConflict((conflict) => conflict.columns(['queue', 'item_id']).where('outcome', 'is', null).doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) throw decidedAlready()
		await releaseClaim(trx, queue, given.itemId)
		return made
	})
}

const decidedAlready = () =>
	new DomainError('conflict', 'decided already', { fields: { form: 'この件は、ほかの担当者がすでに判断しました。' } })

export type PendingVerdict = { id: number; queue: DeskQueue; itemId: number; verdict: string; dueAt: Date }

/** The viewer's own verdict that still waits; null once it has been settled. */
export async function findPendingVerdict(ctx: StaffCtx, id: number): Promise<PendingVerdict | null> {
	const row = await ctx.db
		.selectFrom('delayed_verdicts')
		.select(['id', 'queue', 'item_id as itemId', 'verdict', 'due_at as dueAt'])
		.where('id', '=', id)
		.where('user_id', '=', ctx.viewer.userId)
		.where('outcome', 'is', null)
		.executeTakeFirst()
	return row ?? null
}

/** The viewer's own verdicts of the last day that could not be applied, with the reason. */
export async function listFailedVerdicts(ctx: StaffCtx, queue: DeskQueue): Promise<{ id: number; itemId: number; failure: string }[]> {
	const rows = await ctx.db
		.selectFrom('delayed_verdicts')
		.select(['id', 'item_id as itemId', 'failure'])
		.where('user_id', '=', ctx.viewer.userId)
		.where('queue', '=', queue)
		.where('outcome', '=', 'failed')
		.where('settled_at', '>', new Date(ctx.now().getTime() - hours(24)))
		.orderBy('settled_at', 'desc')
		.limit(10)
		.execute()
	return rows.map(({ failure, ...row }) => ({ ...row, failure: failure ?? '' }))
}

/** Takes one's own verdict back before it has taken effect. Returns its item. Throws conflict afterwards. */
export async function undoVerdict(ctx: StaffCtx, id: number): Promise<{ queue: DeskQueue; itemId: number }> {
	return inTransaction(ctx, async (trx) => {
		const undone = await trx.db
			.updateTable('delayed_verdicts')
			.set({ outcome: 'undone', settled_at: trx.now() })
			.where('id', '=', id)
			.where('user_id', '=', trx.viewer.userId)
			.where('outcome', 'is', null)
			.returning(['queue', 'item_id as itemId', 'verdict'])
			.executeTakeFirst()
		if (!undone)
			throw new DomainError('conflict', 'settled already', {
				fields: { form: '取り消せる時間を過ぎたため、判断はすでに反映されています。' },
			})
		await recordAuditEvent(trx, {
			action: 'queue.undo',
			subject: deskSubject(undone.queue, undone.itemId),
			detail: { verdict: undone.verdict },
		})
		return undone
	})
}

/**
 * Applies the verdicts whose undo has ended, in the name of who gave each. Why one could not be is for its giver to read. Returns how
 * many were settled.
 */
export const settleDueVerdicts = (ctx: Ctx): Promise<number> =>
	settleDueOrders(ctx, {
		table: 'delayed_verdicts',
		sorry: '判断を反映できませんでした。いまの内容を確認してください。',
		async carryOut(trx, id) {
			const { user_id, caller_block, queue, version, ...verdict } = await trx.db
				.selectFrom('delayed_verdicts')
				.select(['queue', 'item_id as itemId', 'verdict', 'reason', 'version', 'slug', 'user_id', 'caller_block'])
				.where('id', '=', id)
				.executeTakeFirstOrThrow()
			const giver = await asStaff(trx, user_id, deskRoles[queue], caller_block)
			await applyVerdict(giver, queue, { ...verdict, version: Number(version ?? 0) })
		},
	})
