import { Hono } from 'hono'
import type { Ctx } from '../domain/shared/context.ts'
import type { FrontEnv } from '../http/front.ts'
import { createStripeWebhook, STRIPE_WEBHOOK } from './billing/stripe-webhook.ts'
import { MAIL_WEBHOOK } from './cases/mail-path.ts'
import { createMailWebhook, type MailWebhookOptions } from './cases/mail-webhook.ts'
import { createMailReports, MAIL_REPORTS } from './mailing/mail-reports.ts'
import { createLineWebhook, LINE_WEBHOOK } from './social/line-webhook.ts'

/** Where services report what happened: they sign what they send, or send a token of their own, and have no session. */
export const webhookPaths: readonly string[] = [STRIPE_WEBHOOK, LINE_WEBHOOK, MAIL_REPORTS, MAIL_WEBHOOK]

type WebhookOptions = MailWebhookOptions & {
	/** Begins the work on Stripe's events, in the transaction of its ctx. */
	wake: (ctx: Ctx) => Promise<void>
	/** Of the mail server that reports bounces; undefined takes none. */
	mailReportToken: string | undefined
}

export function createWebhooks(options: WebhookOptions): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.route('/', createStripeWebhook(options))
	app.route('/', createLineWebhook(options.ctxFor))
	app.route('/', createMailReports({ ctxFor: options.ctxFor, token: options.mailReportToken }))
	app.route('/', createMailWebhook(options))
	return app
}
