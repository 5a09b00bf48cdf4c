import { Hono } from 'hono'
import type { Ctx } from '../domain/shared/context.ts'
import type { FrontEnv } from '../http/front.ts'
import { createStripeWebhook, STRIPE_WEBHOOK } from './billing/stripe-webhook.ts'
import { createLineWebhook, LINE_WEBHOOK } from './social/line-webhook.ts'

/** Where services report what happened: they sign what they send, and have neither a session nor a token of ours. */
export const webhookPaths: readonly string[] = [STRIPE_WEBHOOK, LINE_WEBHOOK]

/** `wake` begins the work on Stripe's events, in the transaction of its ctx. */
export function createWebhooks(options: { ctxFor: () => Ctx; wake: (ctx: Ctx) => Promise<void> }): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.route('/', createStripeWebhook(options))
	app.route('/', createLineWebhook(options.ctxFor))
	return app
}
