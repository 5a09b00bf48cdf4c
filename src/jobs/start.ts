import type { Kysely } from 'kysely'
import type { Database, Site } from '../domain/shared/context.ts'
import type { Listener } from '../platform/listener.ts'
import type { Log } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage.ts'
import { createSealer } from '../platform/token.ts'
import { maintainNotifications, type NotificationJobs, workNotifications } from './notifications.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { workScheduledJobs } from './scheduled-jobs.ts'
import { mailQueue, workMails } from './send-mail.ts'

export type JobDeps = {
	db: Kysely<Database>
	site: Site
	log: Log
	queue: Queue
	listener: Listener
	mailer: Mailer
	storage: Storage
	secretKey: string
}

/** Works the queue's jobs in this process and relays events to it. Returns a function that stops the relay. */
export async function startJobs({ db, site, log, queue, listener, mailer, storage, secretKey }: JobDeps): Promise<() => Promise<void>> {
	const sealer = createSealer(secretKey)
	await workMails(queue, sealer, mailer)
	const notifications: NotificationJobs = { db, site, queue, sealer, mailer }
	await workNotifications(notifications)
	await workScheduledJobs(queue, {
		db,
		site,
		storage,
		accounts: { enqueueMail: mailQueue(queue, sealer), sealer },
		maintainNotifications: () => maintainNotifications(notifications),
	})
	return startOutboxRelay({ db, queue, listener, onError: (error) => log.warn({ err: error }, 'events not relayed') })
}
