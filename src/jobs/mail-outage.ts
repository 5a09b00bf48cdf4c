import type { Mailer } from '../platform/mail.ts'

/**
 * Calls `hasten` with the first mail that gets through after the mail server did not answer. Without that, mails of an outage of hours
 * wait for their next attempt for up to one more.
 */
export function hastenAfterOutage(mailer: Mailer, hasten: () => Promise<void>): Mailer {
	let isAway = false
	return {
		async send(id, mail, signal) {
			try {
				await mailer.send(id, mail, signal)
			} catch (error) {
				isAway ||= !isAnswer(error)
				throw error
			}
			if (!isAway) return
			isAway = false
			await hasten()
		},
		close: () => mailer.close(),
	}
}

/** Whether the server said something: it refuses this mail, and takes others. */
const isAnswer = (error: unknown): boolean => error instanceof Error && 'responseCode' in error
