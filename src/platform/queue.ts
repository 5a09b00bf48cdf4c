import {
	fromKysely,
	type JobResult,
	type JobWithMetadata,
	type KyselyTransactionLike,
	PgBoss,
	type SendOptions,
	systemClock,
} from 'pg-boss'
import { connectionTo } from './database-hosts.ts'
import type { Log } from './log.ts'
import { oncePerMinute } from './once-per-minute.ts'
import { inSpan } from './telemetry/tracing.ts'
import { currentOrigin, originOf, withOrigin } from './telemetry/work-origin.ts'

/** `retried`: the attempt failed and the job will be tried again. `given_up`: it was the last attempt. */
export type QueueOutcome = { queue: string; outcome: 'completed' | 'retried' | 'given_up'; count: number }

/** A recurring job: an empty job is sent to the queue `name` whenever `cron` matches. */
export type Schedule = {
	name: string
	/** Five fields, to the minute. */
	cron: string
	timezone: 'Asia/Tokyo' | 'UTC'
	/** What happens to occurrences missed while no process ran: one job for all of them, or none. */
	missed: 'once' | 'skip'
	/** Defaults to the queue's own limit. */
	retryLimit?: number
	/** A run that takes longer counts as lost. Defaults to 15 minutes. */
	expireInSeconds?: number
}

export type Queue = {
	/**
	 * Adds a job to its queue inside the caller's transaction: if that rolls back, no job is created. `options` may delay
	 * it or make it single. The job carries the ids of the request and the trace that led to it.
	 */
	enqueue: (db: KyselyTransactionLike, name: string, payload: object, options?: Omit<SendOptions, 'db'>) => Promise<void>
	/**
	 * Runs `handle` for each job of the queue; a failing job is retried at most `retryLimit` times. From a queue that may
	 * grow long, several are fetched at once, without a pause until it is empty; each succeeds or fails independently.
	 */
	work: <Payload extends object>(
		name: string,
		handle: (payload: Payload, signal: AbortSignal) => Promise<void>,
		options?: { atOnce?: number },
	) => Promise<void>
	/** Makes due now what waits in these queues for another attempt: the cause of the earlier ones is gone. */
	hasten: (names: readonly string[]) => Promise<void>
	/**
	 * Stores these schedules and removes those of other queues that this release knows; a newer release may have more. Of all processes that share it, one at a time looks for what is due,
	 * every half minute, and each occurrence becomes one job. A schedule that is new also runs at once.
	 */
	schedule: (schedules: readonly Schedule[]) => Promise<void>
	/** Results of this process's attempts so far, by queue. */
	outcomes: () => readonly QueueOutcome[]
	/** Lets running jobs finish. */
	stop: () => Promise<void>
}

export type QueueSettings = {
	url: string
	log: Log
	names: readonly string[]
	/** Queues of recurring jobs of earlier releases, removed with their jobs. */
	retired?: readonly string[]
	/** Whether this process does jobs; else it only adds them. */
	isWorker?: boolean
	/** How often due schedules are looked for, and what they sent is taken up. Tests look more often. */
	lookForDueSeconds?: { due: number; sent: number }
}

/** Starts pg-boss in its own schema of the same database and creates the named queues. */
export async function startQueue(options: QueueSettings): Promise<Queue> {
	const boss = await startBoss(options)
	const attempts = watchAttempts(options.log)
	for (const name of options.names)
		await boss.createQueue(name, { notify: true, retryLimit: 5, retryDelay: 10, retryBackoff: true, retryDelayMax: 3_600 })
	for (const name of options.retired ?? []) await removeQueue(boss, name)
	return {
		async enqueue(db, name, payload, sendOptions = {}) {
			await boss.send(name, { ...payload, ...currentOrigin() }, { ...sendOptions, db: fromKysely(db) })
		},
		async work<Payload extends object>(
			name: string,
			handle: (payload: Payload, signal: AbortSignal) => Promise<void>,
			{ atOnce = 1 }: { atOnce?: number } = {},
		) {
			const settle = async (job: JobWithMetadata<Payload>): Promise<JobResult> => {
				const origin = originOf(job.data)
				const attempt = attempts.begin(name, job, origin.requestId)
				const attributes = { 'messaging.destination.name': name, 'messaging.message.id': job.id, 'shirube.attempt': job.retryCount + 1 }
				try {
					await withOrigin(origin, () => inSpan(name, { kind: 'consumer', attributes }, () => handle(job.data, job.signal)))
					attempt.completed()
					return { id: job.id, status: 'completed' }
				} catch (error) {
					attempt.failed(error)
					return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
				}
			}
			// A notification wakes the worker for one poll. The second job of one transaction may wait for the next poll.
			const options = {
				notifyPollingIntervalSeconds: 2,
				batchSize: atOnce,
				burstWhenBatchFull: true,
				perJobResults: true,
				includeMetadata: true,
			} as const
			await boss.work<Payload, unknown, typeof options>(name, options, (jobs) => Promise.all(jobs.map(settle)))
		},
		async hasten(names) {
			const text = `update pgboss.job set start_after = now() where name = any ($1) and state = 'retry' and start_after > now()`
			await boss.getDb().executeSql(text, [names])
		},
		schedule: (schedules) => storeSchedules(boss, schedules, new Set([...options.names, ...(options.retired ?? [])])),
		outcomes: attempts.outcomes,
		stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
	}
}

/**
 * Goes on when the machine's clock is set. A clock that goes back by two hours would hold up all schedules of this process for so long.
 * How far it is from the database's clock is measured every ten minutes.
 */
const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

async function startBoss({ url, log, isWorker = true, lookForDueSeconds }: QueueSettings): Promise<PgBoss> {
	const boss = new PgBoss({
		...connectionTo(url),
		schema: 'pgboss',
		max: 3,
		useListenNotify: isWorker,
		supervise: isWorker,
		schedule: isWorker,
		clock: steadyClock,
		...(lookForDueSeconds && {
			cronMonitorIntervalSeconds: lookForDueSeconds.due,
			cronWorkerIntervalSeconds: lookForDueSeconds.sent,
		}),
		application_name: 'shirube queue',
	})
	boss.on(
		'error',
		oncePerMinute((error, repeated) => log.error({ err: error, ...(repeated > 0 ? { repeated } : {}) }, 'queue')),
	)
	boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue'))
	await boss.start()
	return boss
}

/** Makes the stored schedules of the known queues these, and sends the first job of those that are new. */
async function storeSchedules(boss: PgBoss, schedules: readonly Schedule[], known: ReadonlySet<string>): Promise<void> {
	const stored = (await boss.getSchedules()).map(({ name }) => name)
	const store = async ({ name, cron, timezone, missed, retryLimit, expireInSeconds }: Schedule) => {
		const sendOptions = { ...(retryLimit !== undefined && { retryLimit }), ...(expireInSeconds !== undefined && { expireInSeconds }) }
		// The job first: after a crash in between, the next process still finds the schedule new.
		if (!stored.includes(name)) await boss.send(name, {}, { ...sendOptions, singletonKey: 'first run', singletonSeconds: 3_600 })
		await boss.schedule(name, cron, {}, { ...sendOptions, tz: timezone, missed })
	}
	await Promise.all(schedules.map(store))
	for (const name of stored) if (known.has(name) && !schedules.some((schedule) => schedule.name === name)) await boss.unschedule(name)
}

/** Creates the queue's schema if missing, without running any job, for restoring a backup. */
export async function makeQueueSchema(url: string): Promise<void> {
	const boss = new PgBoss({ ...connectionTo(url), schema: 'pgboss', max: 1, supervise: false, schedule: false })
	// Errors fail the start.
	boss.on('error', () => undefined)
	await boss.start()
	await boss.stop({ graceful: false })
}

async function removeQueue(boss: PgBoss, name: string): Promise<void> {
	if ((await boss.getQueue(name)) === null) return
	await boss.deleteAllJobs(name)
	await boss.deleteQueue(name)
}

/** Logs each failed attempt, without the job's payload, and counts how attempts end. */
function watchAttempts(log: Log) {
	const counts = new Map<string, QueueOutcome>()
	const count = (queue: string, outcome: QueueOutcome['outcome']) => {
		const key = `${queue} ${outcome}`
		const counted = counts.get(key) ?? { queue, outcome, count: 0 }
		counts.set(key, { ...counted, count: counted.count + 1 })
	}
	return {
		outcomes: () => [...counts.values()],
		begin(queue: string, { id, retryCount, retryLimit, signal }: Omit<JobWithMetadata, 'data'>, requestId: string | undefined) {
			let isSettled = false
			const settle = (report: () => void) => {
				signal.removeEventListener('abort', onAbort)
				if (!isSettled) report()
				isSettled = true
			}
			const failed = (error: unknown) =>
				settle(() => {
					const isLast = retryCount >= retryLimit
					count(queue, isLast ? 'given_up' : 'retried')
					const line = { err: error, queue, job: id, attempt: retryCount + 1, requestId }
					if (isLast) log.error(line, 'job given up')
					else log.warn(line, 'job failed and will be tried again')
				})
			// When its time is over, or the server stops, pg-boss fails the job without waiting for its handler.
			const onAbort = () => failed(signal.reason)
			signal.addEventListener('abort', onAbort)
			return { completed: () => settle(() => count(queue, 'completed')), failed }
		},
	}
}
