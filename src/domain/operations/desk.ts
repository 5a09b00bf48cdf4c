import { sql } from 'kysely'
import { callerBlock, recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction, type StaffRole } from '../shared/context.ts'
import { DomainError, isDomainError, notFound } from '../shared/errors.ts'
import { hours, minutes } from '../shared/japan-time.ts'
import { type DeskQueue, deskRoles, deskSubject, PRESENCE_MINUTES, UNDO_SECONDS, type VerdictOf } from './desk-input.ts'
import { applyVerdict, type StoredVerdict } from './desk-verdicts.ts'

/** How many verdicts one run settles. */
const AT_ONCE = 20

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
	await rehearse(ctx, queue, { ...given, version: given.version ?? 0, slug: given.slug ?? null })
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

/** Applies a verdict and takes it back, for the refusals that it would meet. */
async function rehearse(ctx: RecentStaffCtx, queue: DeskQueue, verdict: StoredVerdict): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await sql`savepoint rehearsal`.execute(trx.db)
		try {
			await applyVerdict(trx, queue, verdict)
		} finally {
			await sql`rollback to savepoint rehearsal`.execute(trx.db)
		}
	})
}

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
 * Applies verdicts whose undo has ended, each in a transaction of its own and in the name of who gave it. One that is not
 * possible any more is kept with the reason, for its giver to read. Returns how many were settled.
 */
export async function settleDueVerdicts(ctx: Ctx): Promise<number> {
	const due = await ctx.db
		.selectFrom('delayed_verdicts')
		.select('id')
		.where('outcome', 'is', null)
		.where('due_at', '<=', ctx.now())
		.orderBy('due_at')
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	for (const { id } of due) await settle(ctx, id)
	return due.length
}

async function settle(ctx: Ctx, id: number): Promise<void> {
	try {
		await inTransaction(ctx, async (trx) => {
			const row = await trx.db
				.selectFrom('delayed_verdicts')
				.select(['queue', 'item_id as itemId', 'verdict', 'reason', 'version', 'slug', 'user_id', 'caller_block'])
				.where('id', '=', id)
				.where('outcome', 'is', null)
				.forUpdate()
				.skipLocked()
				.executeTakeFirst()
			if (!row) return
			const { user_id: userId, caller_block: block, ...verdict } = row
			await applyVerdict(await asStaff(trx, userId, deskRoles[row.queue], block), row.queue, {
				...verdict,
				version: Number(row.version ?? 0),
			})
			await trx.db.updateTable('delayed_verdicts').set({ outcome: 'applied', settled_at: trx.now() }).where('id', '=', id).execute()
		})
	} catch (error) {
		if (!isDomainError(error)) throw error
		const failure = error.fields['form'] ?? '判断を反映できませんでした。いまの内容を確認してください。'
		await ctx.db
			.updateTable('delayed_verdicts')
			.set({ outcome: 'failed', settled_at: ctx.now(), failure })
			.where('id', '=', id)
			.where('outcome', 'is', null)
			.execute()
	}
}

/**
 * The ctx of staff who ordered something for later, with the roles of now and the address block of then, never those of whoever lets
 * it take effect. Their login was recent when they ordered it, which is when it was checked. Throws not-found for a closed account,
 * forbidden for one that has none of `roles` any longer.
 */
export async function asStaff(ctx: Ctx, userId: string, roles: readonly StaffRole[], block: string | null = null): Promise<RecentStaffCtx> {
	const user = await ctx.db
		.selectFrom('users')
		.select(['uid', 'is_expert'])
		.where('id', '=', userId)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	if (!user) throw notFound('user')
	const held = await ctx.db.selectFrom('staff_roles').select('role').where('user_id', '=', userId).execute()
	const viewer = {
		kind: 'member',
		userId,
		uid: user.uid,
		isExpert: user.is_expert,
		roles: held.map(({ role }) => role),
		loggedInAt: ctx.now(),
	} as const
	return requireRecentStaff({ ...ctx, viewer, caller: block === null ? undefined : { block } }, ...roles)
}
