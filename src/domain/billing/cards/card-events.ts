import type { CardEvent } from '../../../platform/stripe-cards.ts'
import { type Ctx } from '../../shared/context.ts'
import { settleCheckout, settleIntent } from './card-charges.ts'
import { MOST_ATTEMPTS, nextAttempt, reasonOf, requireCards } from './card-context.ts'
import { refreshCard, settleSetup } from './card-customers.ts'
import { settleDispute } from './card-disputes.ts'
import { settleRefund } from './card-refunds.ts'

/** Stores an event from Stripe; a repeated delivery is ignored. */
export async function keepEvent({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, type, objectId, createdAt }: CardEvent): Promise<void> {
	const received = now()
	await db
		.insertInto('stripe_events')
		.values({ id, type, object_id: objectId, created_at: createdAt, received_at: received, try_after: received })
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute()
}

export async function listDueEvents({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string[]> {
	const rows = await db
		.selectFrom('stripe_events')
		.select('id')
		.where('handled_at', 'is', null)
		.where('try_after', '<=', now())
		.where('attempt_count', '<', MOST_ATTEMPTS)
		.orderBy('try_after')
		.limit(100)
		.execute()
	return rows.map(({ id }) => id)
}

/** Handles an event. A failing one is retried with growing pauses and shown to staff after twelve attempts. */
export async function handleEvent(ctx: Ctx, id: string): Promise<void> {
	const event = await ctx.db
		.selectFrom('stripe_events')
		.select(['type', 'object_id', 'attempt_count'])
		.where('id', '=', id)
		.where('handled_at', 'is', null)
		.executeTakeFirst()
	if (!event) return
	try {
		await handlerOf(event.type)?.(ctx, event.object_id)
		await ctx.db.updateTable('stripe_events').set({ handled_at: ctx.now(), last_error: null }).where('id', '=', id).execute()
	} catch (error) {
		await ctx.db
			.updateTable('stripe_events')
			.set((eb) => ({
				attempt_count: eb('attempt_count', '+', 1),
				try_after: nextAttempt(ctx.now(), event.attempt_count),
				last_error: reasonOf(error),
			}))
			.where('id', '=', id)
			.execute()
	}
}

type Handler = (ctx: Ctx, objectId: string) => Promise<void>

/** By the type of object that an event is about: its state is fetched from Stripe, not read from the event. */
const handlers: readonly (readonly [prefix: string, Handler])[] = [
	[
		'checkout.session.',
		async (ctx, id) => {
			const isSetup = await ctx.db.selectFrom('card_sessions').select('id').where('id', '=', id).executeTakeFirst()
			await (isSetup ? settleSetup(ctx, id) : settleCheckout(ctx, id))
		},
	],
	['payment_intent.', async (ctx, id) => settleIntent(ctx, await requireCards(ctx).findIntent(id))],
	['customer.updated', async (ctx, id) => void (await refreshCard(ctx, id))],
	['customer.deleted', async (ctx, id) => void (await refreshCard(ctx, id))],
	['charge.dispute.', async (ctx, id) => settleDispute(ctx, await requireCards(ctx).findDispute(id))],
	['refund.', async (ctx, id) => settleRefund(ctx, await requireCards(ctx).findRefund(id))],
]

const handlerOf = (type: string): Handler | undefined => handlers.find(([prefix]) => type.startsWith(prefix))?.[1]
