import type { Kysely } from 'kysely'
import { sendWebhook } from '../domain/developers/webhook-sending.ts'
import type { Ctx, Database, Services, Site } from '../domain/shared/context.ts'
import type { Queue } from '../platform/queue.ts'
import { PATIENT, SEND_WEBHOOK } from './queues.ts'

/** Most of their time is spent waiting for the receivers. */
const WEBHOOKS_AT_ONCE = 10

export type WebhookJobs = {
	db: Kysely<Database>
	site: Site
	services: Services
	queue: Queue
	/** Passed in by tests. */
	now?: () => Date
}

/** Sends webhooks. Each attempt is a job; a failed one enqueues the next in the transaction that records it. */
export async function workWebhooks({ db, site, services, queue, now = () => new Date() }: WebhookJobs): Promise<void> {
	const ctx: Ctx = { ...services, db, site, now, viewer: { kind: 'visitor' } }
	await queue.work<{ deliveryId: number }>(
		SEND_WEBHOOK,
		({ deliveryId }) =>
			sendWebhook(ctx, deliveryId, async (trx, id, at) => {
				await queue.enqueue(trx.db, SEND_WEBHOOK, { deliveryId: id }, { ...PATIENT, startAfter: at })
			}),
		{ atOnce: WEBHOOKS_AT_ONCE },
	)
}
