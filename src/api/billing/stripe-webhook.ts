import { Hono } from 'hono'
import { keepEvent } from '../../domain/billing/cards/card-events.ts'
import { type Ctx, inTransaction } from '../../domain/shared/context.ts'
import type { FrontEnv } from '../../http/front.ts'

export const STRIPE_WEBHOOK = '/webhooks/stripe'

/**
 * The webhook of Stripe: stores an event, responds, and lets the job handle it. A 4xx or 5xx response makes Stripe send the event
 * again. Not found without keys; rejects unsigned requests without storing anything.
 */
export function createStripeWebhook({
	ctxFor,
	wake,
}: {
	ctxFor: () => Ctx
	wake: (ctx: Ctx) => Promise<void>
}): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.post(STRIPE_WEBHOOK, async (c) => {
		const ctx = ctxFor()
		if (ctx.cards === null) return c.text('not found', 404)
		const { body } = c.env
		const bytes = body?.kind === 'other' ? body.bytes : Buffer.alloc(0)
		const event = await ctx.cards.readEvent(bytes, c.req.header('stripe-signature') ?? '', ctx.now())
		if (event === null) return c.text('bad signature', 400)
		await inTransaction(ctx, async (trx) => {
			await keepEvent(trx, event)
			await wake(trx)
		})
		return c.text('ok')
	})
	return app
}
