import { randomBytes } from 'node:crypto'
import type { OutgoingMail, Services } from '../domain/shared/context.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import type { Encryptor } from '../platform/token.ts'
import { PATIENT, SEND_MAIL } from './queues.ts'

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

/** Sends the mails on the queue. A mail that cannot be decrypted (another SECRET_KEY) fails and stays visible. */
export async function workMails(queue: Queue, encryptor: Encryptor, mailer: Mailer): Promise<void> {
	await queue.work<Payload>(SEND_MAIL, async ({ id, sealed }, signal) => {
		const text = encryptor.decrypt(PURPOSE, sealed)
		if (text === null) throw new Error('this mail was encrypted with another SECRET_KEY')
		await mailer.send(id, JSON.parse(text) as OutgoingMail, signal)
	})
}
