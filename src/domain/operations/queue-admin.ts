import type { Kysely } from 'kysely'
import {
	countFailedJobs,
	type FailedJob,
	lockQueue,
	type QueueFigures,
	readFailedJobs,
	readQueueFigures,
	readScheduledJobs,
	retryFailedJob,
	type ScheduledJob,
} from '../../platform/queue-figures.ts'
import { type Database, inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import type { StaffCtx } from '../accounts/staff.ts'

const FAILED_SHOWN = 50
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Puts a job on a queue in the transaction of `db`. */
export type EnqueueScheduledJob = (
	db: Kysely<Database>,
	name: string,
	payload: object,
	options: { singletonKey: string; retryLimit: number },
) => Promise<void>

/** Returns the scheduled jobs, the queues and the failed jobs, without their payloads. */
export async function getJobOverview(ctx: StaffCtx): Promise<{ scheduled: ScheduledJob[]; queues: QueueFigures[]; failed: FailedJob[] }> {
	return {
		scheduled: await readScheduledJobs(ctx.db, ctx.now()),
		queues: await readQueueFigures(ctx.db),
		failed: await readFailedJobs(ctx.db, FAILED_SHOWN),
	}
}

export const countGivenUp = (ctx: StaffCtx): Promise<number> => countFailedJobs(ctx.db)

/** Retries a failed job. Throws not-found when somebody else has retried it. */
export async function retryJob(ctx: StaffCtx, id: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const job = uuid.test(id) ? await retryFailedJob(trx.db, id) : null
		if (!job) throw notFound('job')
		await recordAuditEvent(trx, { action: 'job.retry', subject: `job:${id}`, detail: { queue: job.name } })
	})
}

/**
 * Runs a scheduled job now instead of at its next time. A job that is already queued is not added again.
 * Throws not-found for a queue without a schedule: its jobs have payloads, which staff must not invent.
 */
export async function runScheduledJob(ctx: StaffCtx, name: string, enqueue: EnqueueScheduledJob): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await lockQueue(trx.db, name)
		const job = (await readScheduledJobs(trx.db, ctx.now())).find((one) => one.name === name)
		if (!job) throw notFound('scheduled job')
		if (job.isWaiting) return
		await enqueue(trx.db, name, {}, { singletonKey: 'by-hand', retryLimit: 0 })
		await recordAuditEvent(trx, { action: 'job.run', subject: `queue:${name}` })
	})
}
