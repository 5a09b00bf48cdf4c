import { type Kysely, sql } from 'kysely'
import type { Database } from '../domain/shared/context.ts'
import { type DomainEvent, EVENTS_CHANNEL } from '../domain/shared/outbox.ts'
import { checkedSql, int8, storedJson } from '../platform/checked-sql.ts'
import type { Listener } from '../platform/listener.ts'
import type { Queue } from '../platform/queue.ts'
import { originOf, withOrigin } from '../platform/telemetry/work-origin.ts'
import { CHECK_OFFICE_TEXTS, DELIVER_EVENT, PATIENT, SEND_TO_DEVICE, SEND_WEBHOOK } from './queues.ts'

const AT_ONCE = 100
/** For a NOTIFY that no process received. */
const POLL_MS = 30_000

/** Moves the events of the outbox to the queue. Each moves in one transaction, so it is always in exactly one of the two. */
export async function relayEvents(db: Kysely<Database>, queue: Pick<Queue, 'enqueue'>): Promise<void> {
	for (;;) {
		const moved = await db.transaction().execute(async (trx) => {
			const { rows } = await checkedSql({ id: int8, event: storedJson<DomainEvent>() })`
				delete from pending_events where id in (
					select id from pending_events order by id limit ${sql.lit(AT_ONCE)} for update skip locked
				)
				returning id, event
			`.execute(trx)
			for (const { event } of rows.toSorted((a, b) => Number(a.id) - Number(b.id)))
				await withOrigin(originOf(event), () => {
					if (event.event === 'webhook.waiting') return queue.enqueue(trx, SEND_WEBHOOK, { deliveryId: event.deliveryId }, PATIENT)
					if (event.event === 'device.waiting') return queue.enqueue(trx, SEND_TO_DEVICE, { deliveryId: event.deliveryId }, PATIENT)
					if (event.event === 'office.bound') return queue.enqueue(trx, CHECK_OFFICE_TEXTS, { officeId: event.officeId }, PATIENT)
					return queue.enqueue(trx, DELIVER_EVENT, { event }, PATIENT)
				})
			return rows.length
		})
		if (moved < AT_ONCE) return
	}
}

/**
 * Relays events as soon as they are published (LISTEN/NOTIFY), and polls in case a notice was lost. Returns a stop
 * function. Every process relays for all: a schedule of the queue is precise to the minute only, an event has to become
 * a notification within a second, and looking at an empty outbox costs one indexed statement.
 */
export async function startOutboxRelay(options: {
	db: Kysely<Database>
	queue: Pick<Queue, 'enqueue'>
	listener: Listener
	onError: (error: unknown) => void
}): Promise<() => Promise<void>> {
	const { db, queue, listener, onError } = options
	let running: Promise<void> | null = null
	let again = false
	let stopped = false
	const run = () => {
		if (stopped) return
		again = running !== null
		running ??= work()
	}
	async function work(): Promise<void> {
		do {
			again = false
			await relayEvents(db, queue).catch(onError)
		} while (again)
		running = null
	}
	await listener.listen(EVENTS_CHANNEL, run, run)
	const timer = setInterval(run, POLL_MS)
	timer.unref()
	run()
	return async () => {
		stopped = true
		clearInterval(timer)
		await running
	}
}
