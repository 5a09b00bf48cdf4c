import type { Kysely } from 'kysely'
import type { Database, Services, Site } from '../domain/shared/context.ts'
import type { Listener } from '../platform/listener.ts'
import type { Log } from '../platform/log.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import { workOfficeTexts } from './check-office-texts.ts'
import { createLoggedMailer, type MailOutcome } from './logged-mailer.ts'
import { hastenAfterOutage } from './mail-outage.ts'
import { maintainNotifications, type NotificationJobs, workNotifications } from './notifications.ts'
import { MAIL_QUEUES } from './queues.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { workScheduledJobs } from './scheduled-jobs.ts'
import { workMails } from './send-mail.ts'
import { workDevices } from './send-to-devices.ts'
import { workWebhooks } from './send-webhooks.ts'

export type JobDeps = {
	db: Kysely<Database>
	site: Site
	services: Services
	log: Log
	queue: Queue
	listener: Listener
	mailer: Mailer
	backUp: (() => Promise<void>) | null
	/** Fulfilled when the database has what jobs need. */
	content: Promise<void>
	countMail: (outcome: MailOutcome) => void
}

/** Works the queue's jobs in this process and relays events to it. Returns a function that stops the relay. */
export async function startJobs({
	db,
	site,
	services,
	log,
	queue,
	listener,
	backUp,
	content,
	countMail,
	...deps
}: JobDeps): Promise<() => Promise<void>> {
	const hastenMails = () => queue.hasten(MAIL_QUEUES).catch((error: unknown) => log.warn({ err: error }, 'mails not hastened'))
	const server = hastenAfterOutage(deps.mailer, hastenMails)
	const mailer = createLoggedMailer({ db, encryptor: services.encryptor, now: () => new Date() }, server, countMail)
	const notifications: NotificationJobs = { db, site, services, queue, mailer }
	await workScheduledJobs(queue, {
		db,
		site,
		services,
		backUp,
		content,
		maintainNotifications: () => maintainNotifications(notifications),
	})
	await workMails(db, queue, services.encryptor, mailer)
	await workNotifications(notifications)
	await workWebhooks({ db, site, services, queue })
	await workDevices({ db, site, services, queue })
	await workOfficeTexts({ db, site, services, queue })
	return startOutboxRelay({ db, queue, listener, onError: (error) => log.warn({ err: error }, 'events not relayed') })
}
