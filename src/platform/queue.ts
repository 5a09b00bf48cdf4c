import { fromKysely, type KyselyTransactionLike, PgBoss, type SendOptions } from 'pg-boss'
import type { Log } from './log.ts'

export type Queue = {
	/**
	 * Puts a job on its queue inside the caller's transaction: rolled back, it never was. `options` may delay it or make
	 * it single.
	 */
	enqueue: (db: KyselyTransactionLike, name: string, payload: object, options?: Omit<SendOptions, 'db'>) => Promise<void>
	/** Has `handle` done for each job of the queue; an error puts it back, at most `retryLimit` times. */
	work: <Payload extends object>(name: string, handle: (payload: Payload, signal: AbortSignal) => Promise<void>) => Promise<void>
	/** Lets running jobs finish. */
	stop: () => Promise<void>
}

/** Starts pg-boss in its own schema of the same database and makes the named queues. */
export async function startQueue(options: { url: string; log: Log; names: readonly string[] }): Promise<Queue> {
	const boss = new PgBoss({
		connectionString: options.url,
		schema: 'pgboss',
		max: 3,
		useListenNotify: true,
		application_name: 'shirube queue',
	})
	boss.on('error', (error) => options.log.error({ err: error }, 'queue'))
	boss.on('warning', (warning) => options.log.warn({ warning: warning.message }, 'queue'))
	await boss.start()
	for (const name of options.names)
		await boss.createQueue(name, { notify: true, retryLimit: 5, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 })
	return {
		async enqueue(db, name, payload, sendOptions = {}) {
			await boss.send(name, payload, { ...sendOptions, db: fromKysely(db) })
		},
		async work<Payload extends object>(name: string, handle: (payload: Payload, signal: AbortSignal) => Promise<void>) {
			// A notice wakes the worker for one job. Of two that one transaction sent, the other waits for the next look.
			await boss.work<Payload>(name, { notifyPollingIntervalSeconds: 2 }, async (jobs) => {
				for (const job of jobs) await handle(job.data, job.signal)
			})
		},
		stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
	}
}
