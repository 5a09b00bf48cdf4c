import { Hono } from 'hono'
import { noteDeliveryReports, readDeliveryReports } from '../../domain/accounts/mailing/delivery-reports.ts'
import { type Ctx, inTransaction } from '../../domain/shared/context.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import type { FrontEnv } from '../../http/front.ts'
import { hasBearerToken } from '../../http/bearer-token.ts'

export const MAIL_REPORTS = '/webhooks/mail'

/**
 * Where a mail server hands over what came back: the message as it is, a bounce or a complaint, with the token of
 * `MAIL_REPORT_TOKEN`. Not found without that setting; a message without a report is answered with 422 and changes nothing.
 */
export function createMailReports({ ctxFor, token }: { ctxFor: () => Ctx; token: string | undefined }): Hono<{ Bindings: FrontEnv }> {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.post(MAIL_REPORTS, async (c) => {
		if (token === undefined) return c.text('not found', 404)
		if (!hasBearerToken(c.req.header('authorization'), token)) return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer' })
		const { body } = c.env
		try {
			const reports = readDeliveryReports(body?.kind === 'other' ? body.bytes : Buffer.alloc(0))
			return c.json({ counted: await inTransaction(ctxFor(), (trx) => noteDeliveryReports(trx, reports)) })
		} catch (error) {
			if (!isDomainError(error) || error.kind !== 'invalid') throw error
			return c.text('no report', 422)
		}
	})
	return app
}
