import { beginSending, noteFailure, noteSent } from '../domain/accounts/mailing/mail-log.ts'
import type { Ctx } from '../domain/shared/context.ts'
import type { Mailer } from '../platform/mail.ts'
import { inSpan } from '../platform/telemetry/tracing.ts'

/** `suppressed`: the address gets no mails. `unknown`: the server said that there is no such address. `failed` mails are tried again. */
export type MailOutcome = 'sent' | 'suppressed' | 'unknown' | 'failed'

/** Records what becomes of each mail, and sends none to an address that is suppressed. Closing is left to `mailer`'s owner. */
export function createLoggedMailer(
	ctx: Pick<Ctx, 'db' | 'now' | 'encryptor'>,
	mailer: Mailer,
	count: (outcome: MailOutcome) => void = () => undefined,
): Mailer {
	return {
		async send(id, mail, signal) {
			if (!(await beginSending(ctx, id, mail))) return count('suppressed')
			try {
				await inSpan('send mail', { kind: 'client', attributes: { 'shirube.mail_id': id } }, () => mailer.send(id, mail, signal))
			} catch (error) {
				const isUnknown = isUnknownRecipient(error)
				count(isUnknown ? 'unknown' : 'failed')
				await noteFailure(ctx, id, error instanceof Error ? error.message : String(error), isUnknown)
				// Another try would be refused as well.
				if (isUnknown) return
				throw error
			}
			count('sent')
			await noteSent(ctx, id)
		},
		close() {},
	}
}

/** Whether a server said that there is no such address (RFC 3463, 5.1.x), not that it refuses us. */
function isUnknownRecipient(error: unknown): boolean {
	const { responseCode, response } = (typeof error === 'object' && error !== null ? error : {}) as {
		responseCode?: number
		response?: string
	}
	return responseCode !== undefined && [550, 551, 553].includes(responseCode) && /\b5\.1\.[1-36]\b/.test(response ?? '')
}
