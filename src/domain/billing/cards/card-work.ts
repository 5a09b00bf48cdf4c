import type { Ctx } from '../../shared/context.ts'
import { minutes } from '../../shared/japan-time.ts'
import { listDueCharges, planCharges, runCharge } from './card-charges.ts'
import { reasonOf } from './card-context.ts'
import { settleSetup } from './card-customers.ts'
import { handleEvent, listDueEvents } from './card-events.ts'
import { listLeftCustomers, removeCustomer } from './card-leaving.ts'
import { listDueRefunds, planCardRefunds, runCardRefund } from './card-refunds.ts'

/**
 * Runs everything about cards that is due: reported events, visits without a report, charges, refunds and customers who left. Safe to repeat at
 * any time, also in several processes at once. A failure does not stop the others; the first failure is thrown at the end.
 */
export async function workCards(ctx: Ctx): Promise<void> {
	if (ctx.cards === null) return
	const failures: unknown[] = []
	const each = async <T>(ids: readonly T[], handler: (id: T) => Promise<void>) => {
		for (const id of ids) await handler(id).catch((error: unknown) => failures.push(error))
	}
	await each(await listDueEvents(ctx), (id) => handleEvent(ctx, id))
	await each(await listOpenSessions(ctx), (id) => settleSetup(ctx, id))
	await planCharges(ctx)
	await each(await listDueCharges(ctx), (id) => runCharge(ctx, id))
	await planCardRefunds(ctx)
	await each(await listDueRefunds(ctx), (id) => runCardRefund(ctx, id))
	await each(await listLeftCustomers(ctx), (id) => removeCustomer(ctx, id))
	if (failures.length > 0) throw new Error(`cards: ${failures.length} of this run failed: ${reasonOf(failures[0])}`, { cause: failures[0] })
}

/** Visits of the last day without a reported result: a webhook may be lost. */
async function listOpenSessions({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string[]> {
	const rows = await db
		.selectFrom('card_sessions')
		.select('id')
		.where('done_at', 'is', null)
		.where('created_at', '>', new Date(now().getTime() - minutes(25 * 60)))
		.orderBy('created_at', 'desc')
		.limit(50)
		.execute()
	return rows.map(({ id }) => id)
}
