import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, OutgoingMail, Services } from '../domain/shared/context.ts'
import { isSwitchedOn } from '../domain/shared/switches.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import type { Encryptor } from '../platform/token.ts'
import { MAILS_AT_ONCE, PATIENT, SEND_MAIL } from './queues.ts'

type Payload = { id: string; sealed: string }
const PURPOSE = 'mail'

/**
 * Puts mails on the queue, encrypted: their links open accounts, and the queue's table keeps finished jobs for days.
 * The id is given here, so that a job done twice is one mail.
 */
export function mailQueue(queue: Pick<Queue, 'enqueue'>, encryptor: Encryptor): Services['enqueueMail'] {
	return async (db, mail) => {
		// Begins with the time, so that ids sort as they were made.
		const id = `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(9).toString('hex')}`
		const payload: Payload = { id, sealed: encryptor.encrypt(PURPOSE, JSON.stringify(mail)) }
		await queue.enqueue(db, SEND_MAIL, payload, PATIENT)
	}
}

/** How long a mail waits before it is looked at again while staff have stopped all mails. */
const HELD_SECONDS = 300

/** Runs `send` for a job of a mail queue; while staff have stopped all mails, it puts the job off instead. */
export const unlessHeld =
	<Payload extends object>(
		{ db, queue }: { db: Kysely<Database>; queue: Pick<Queue, 'enqueue'> },
		name: string,
		send: (payload: Payload, signal: AbortSignal) => Promise<void>,
	) =>
	async (payload: Payload, signal: AbortSignal): Promise<void> => {
		if (await isSwitchedOn({ db, now: () => new Date(), viewer: { kind: 'visitor' } }, 'mail')) return send(payload, signal)
		await queue.enqueue(db, name, payload, { ...PATIENT, startAfter: HELD_SECONDS })
	}

/** Sends the mails on the queue. A mail that cannot be decrypted (another SECRET_KEY) fails and stays visible. */
export async function workMails(db: Kysely<Database>, queue: Queue, encryptor: Encryptor, mailer: Mailer): Promise<void> {
	await queue.work<Payload>(
		SEND_MAIL,
		unlessHeld({ db, queue }, SEND_MAIL, async ({ id, sealed }, signal) => {
			const text = encryptor.decrypt(PURPOSE, sealed)
			if (text === null) throw new Error('this mail was encrypted with another SECRET_KEY')
			await mailer.send(id, JSON.parse(text) as OutgoingMail, signal)
		}),
		{ atOnce: MAILS_AT_ONCE },
	)
}
