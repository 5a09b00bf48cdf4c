import { Hono } from 'hono'
import type { Ctx } from '../../domain/shared/context.ts'
import { noteLineEvents } from '../../domain/social/devices/line-notices.ts'
import type { FrontEnv } from '../../http/front.ts'

export const LINE_WEBHOOK = '/webhooks/line'

/** The webhook of LINE's Messaging API: who has become a friend of the account or has blocked it. Not found without a channel. */
export function createLineWebhook(ctxFor: () => Ctx): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.post(LINE_WEBHOOK, async (c) => {
		const ctx = ctxFor()
		if (ctx.line === null) return c.text('not found', 404)
		const { body } = c.env
		const events = ctx.line.readEvents(body?.kind === 'other' ? body.bytes : Buffer.alloc(0), c.req.header('x-line-signature') ?? '')
		if (events === null) return c.text('bad signature', 400)
		await noteLineEvents(ctx, events)
		return c.text('ok')
	})
	return app
}
