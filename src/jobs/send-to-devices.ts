import type { Kysely } from 'kysely'
import type { Ctx, Database, Services, Site } from '../domain/shared/context.ts'
import { sendToDevice } from '../domain/social/devices/device-sending.ts'
import type { Queue } from '../platform/queue.ts'
import { PATIENT, SEND_TO_DEVICE } from './queues.ts'

/** Most of their time is spent waiting for the push services. */
const DELIVERIES_AT_ONCE = 10

export type DeviceJobs = {
	db: Kysely<Database>
	site: Site
	services: Services
	queue: Queue
	/** Passed in by tests. */
	now?: () => Date
}

/** Sends notifications to devices. Each attempt is a job; a failed one enqueues the next in the transaction that records it. */
export async function workDevices({ db, site, services, queue, now = () => new Date() }: DeviceJobs): Promise<void> {
	const ctx: Ctx = { ...services, db, site, now, viewer: { kind: 'visitor' } }
	await queue.work<{ deliveryId: number }>(
		SEND_TO_DEVICE,
		({ deliveryId }) =>
			sendToDevice(ctx, deliveryId, async (trx, id, at) => {
				await queue.enqueue(trx.db, SEND_TO_DEVICE, { deliveryId: id }, { ...PATIENT, startAfter: at })
			}),
		{ atOnce: DELIVERIES_AT_ONCE },
	)
}
