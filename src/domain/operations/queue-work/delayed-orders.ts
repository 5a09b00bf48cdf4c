import { sql } from 'kysely'
import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { type Ctx, inTransaction, type StaffRole } from '../../shared/context.ts'
import { isDomainError, notFound } from '../../shared/errors.ts'

/**
 * Orders of staff that take effect a moment later, until when whoever gave one can take it back. The tables have `due_at`, and
 * `outcome`, `settled_at` and `failure`, which are null while an order waits.
 */
type OrderTable = 'delayed_verdicts' | 'question_merges'

/** How many orders one run settles. */
const AT_ONCE = 20

/** Carries an order out and takes it back, for the refusals that it would meet. `trx` must be in a transaction. */
export async function rehearse(trx: Ctx, carryOut: () => Promise<unknown>): Promise<void> {
	await sql`savepoint rehearsal`.execute(trx.db)
	try {
		await carryOut()
	} finally {
		await sql`rollback to savepoint rehearsal`.execute(trx.db)
	}
}

type Orders = {
	table: OrderTable
	/** Carries out the order of this id, which is locked, in the name of who gave it (`asStaff`). */
	carryOut: (trx: Ctx, id: number) => Promise<void>
	/** What is kept as the reason where a refusal has no sentence of its own. */
	sorry: string
}

/**
 * Carries out the orders of a table whose undo has ended, each in a transaction of its own. One that is not possible any more is kept
 * with the reason. Returns how many were settled.
 */
export async function settleDueOrders(ctx: Ctx, orders: Orders): Promise<number> {
	const due = await ctx.db
		.selectFrom(orders.table)
		.select('id')
		.where('outcome', 'is', null)
		.where('due_at', '<=', ctx.now())
		.orderBy('due_at')
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	for (const { id } of due) await settle(ctx, orders, id)
	return due.length
}

async function settle(ctx: Ctx, { table, carryOut, sorry }: Orders, id: number): Promise<void> {
	try {
		await inTransaction(ctx, async (trx) => {
			const waiting = await trx.db
				.selectFrom(table)
				.select('id')
				.where('id', '=', id)
				.where('outcome', 'is', null)
				.forUpdate()
				.skipLocked()
				.executeTakeFirst()
			if (!waiting) return
			await carryOut(trx, id)
			await trx.db.updateTable(table).set({ outcome: 'applied', settled_at: trx.now() }).where('id', '=', id).execute()
		})
	} catch (error) {
		if (!isDomainError(error)) throw error
		await ctx.db
			.updateTable(table)
			.set({ outcome: 'failed', settled_at: ctx.now(), failure: error.fields['form'] ?? sorry })
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
