import type { Kysely } from 'kysely'
import type { Ctx, Database, Services, Site } from '../domain/shared/context.ts'
import { replyAddressFor } from '../domain/cases/reply-addresses.ts'
import { remindOfDueDates } from '../domain/calculators/due-date-reminders.ts'
import { notifyOfRules } from '../domain/shared/agreements.ts'
import type { NotifiedEvent } from '../domain/shared/outbox.ts'
import { deliverEvent, type EnqueueMails } from '../domain/social/notification-delivery.ts'
import { type NoticeMail, noteMailed, readDigestMail, readNotificationMail } from '../domain/social/notification-mails.ts'
import { unsubscribeToken } from '../domain/social/notification-settings.ts'
import { type Digest, planDigests, purgeNotifications, remindToChoose } from '../domain/social/notification-maintenance.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Queue } from '../platform/queue.ts'
import { unlessHeld } from './send-mail.ts'
import { DELIVER_EVENT, DIGEST_MAIL, MAILS_AT_ONCE, NOTIFICATION_MAIL, PATIENT } from './queues.ts'

export type NotificationJobs = {
	db: Kysely<Database>
	site: Site
	queue: Queue
	services: Services
	mailer: Mailer
	/** Passed in by tests. */
	now?: () => Date
}

/** Turns events into notifications and notifications into mails: at once, or by digest at eight in the morning. */
export async function workNotifications(jobs: NotificationJobs): Promise<void> {
	const { queue } = jobs
	const ctx = ctxOf(jobs)
	await queue.work<{ event: NotifiedEvent }>(DELIVER_EVENT, ({ event }) => deliverEvent(ctx, event, enqueueMails(jobs)), { atOnce: 4 })
	await queue.work<{ id: number }>(
		NOTIFICATION_MAIL,
		unlessHeld(jobs, NOTIFICATION_MAIL, ({ id }, signal) => sendNotificationMail(jobs, id, signal)),
		{ atOnce: MAILS_AT_ONCE },
	)
	await queue.work<Digest>(
		DIGEST_MAIL,
		unlessHeld(jobs, DIGEST_MAIL, (digest, signal) => sendDigest(jobs, digest, signal)),
		{ atOnce: MAILS_AT_ONCE },
	)
}

/** Sends reminders and digests that are due and deletes old notifications. Idempotent. */
export async function maintainNotifications(jobs: NotificationJobs): Promise<void> {
	const ctx = ctxOf(jobs)
	while ((await notifyOfRules(ctx)) > 0);
	while ((await remindOfDueDates(ctx)) > 0);
	await remindToChoose(ctx, enqueueMails(jobs))
	await planDigests(ctx, async ({ db }, digests) => {
		for (const digest of digests) await jobs.queue.enqueue(db, DIGEST_MAIL, digest, PATIENT)
	})
	await purgeNotifications(ctx)
}

/** Sends the mail of one notification, unless it is no longer to be sent. */
export async function sendNotificationMail(jobs: NotificationJobs, id: number, signal?: AbortSignal): Promise<void> {
	await send(jobs, await readNotificationMail(ctxOf(jobs), id, { tokenOf: tokens(jobs), replyAddressOf: replyAddressFor }), signal)
}

/** Sends one person's digest, unless nothing is left to notify. */
export async function sendDigest(jobs: NotificationJobs, { userId, day }: Digest, signal?: AbortSignal): Promise<void> {
	await send(jobs, await readDigestMail(ctxOf(jobs), userId, day, tokens(jobs)), signal)
}

async function send(jobs: NotificationJobs, mail: NoticeMail | null, signal?: AbortSignal): Promise<void> {
	if (mail === null) return
	const { id, notificationIds, ...message } = mail
	// Killed between these two, it is sent again under the same Message-ID, which mail programs show once.
	await jobs.mailer.send(id, message, signal)
	await noteMailed(ctxOf(jobs), notificationIds)
}

const ctxOf = ({ db, site, services, now }: NotificationJobs): Ctx => ({
	...services,
	db,
	site,
	now: now ?? (() => new Date()),
	viewer: { kind: 'visitor' },
})

const tokens =
	({ services: { encryptor } }: NotificationJobs) =>
	(userId: string, scope: Parameters<typeof unsubscribeToken>[2]) =>
		unsubscribeToken(encryptor, userId, scope)

const enqueueMails =
	({ queue }: NotificationJobs): EnqueueMails =>
	async ({ db }, ids) => {
		for (const id of ids) await queue.enqueue(db, NOTIFICATION_MAIL, { id }, PATIENT)
	}
