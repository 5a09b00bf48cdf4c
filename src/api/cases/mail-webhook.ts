import { Hono } from 'hono'
import type { Logger } from 'pino'
import { receiveMail } from '../../domain/cases/mail-replies.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { hasBearerToken } from '../../http/bearer-token.ts'
import type { FrontEnv } from '../../http/front.ts'
import { MAIL_WEBHOOK } from './mail-path.ts'

/** Whether an `Authorization` header holds the secret; also asked before the body is read. */
export const isMailServer = (header: string | undefined, secret: string | undefined): boolean =>
	secret !== undefined && hasBearerToken(header, secret)

export type MailWebhookOptions = {
	ctxFor: () => Ctx
	/** Of the mail server; undefined while replies by mail are off. */
	secret: string | undefined
	log: Pick<Logger, 'info'>
}

/**
 * Takes a mail (message/rfc822) from the operator's mail server. A mail that is refused is answered by a mail to its owner, so its
 * server hears 200 and sends no bounce; 429 and 5xx make it try again. Not found while replies by mail are off.
 */
export function createMailWebhook({ ctxFor, secret, log }: MailWebhookOptions): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.post(MAIL_WEBHOOK, async (c) => {
		if (secret === undefined) return c.text('not found', 404)
		if (!isMailServer(c.req.header('authorization'), secret)) return c.text('wrong secret', 401)
		const { body } = c.env
		const bytes = body?.kind === 'other' ? body.bytes : Buffer.alloc(0)
		try {
			const outcome = await receiveMail(ctxFor(), bytes)
			log.info({ outcome, bytes: bytes.length }, 'mail received')
			return c.json({ outcome })
		} catch (error) {
			if (!isDomainError(error) || error.kind !== 'throttled') throw error
			return c.text('later', 429, { 'retry-after': String(error.retryAfterSeconds ?? 60) })
		}
	})
	return app
}
