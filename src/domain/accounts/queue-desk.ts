import {
	countFailedJobs,
	type FailedJob,
	type QueueFigures,
	readFailedJobs,
	readQueueFigures,
	retryFailedJob,
} from '../../platform/queue-figures.ts'
import { inTransaction } from '../context.ts'
import { notFound } from '../errors.ts'
import { recordAct } from './audit.ts'
import type { StaffCtx } from './staff.ts'

const FAILED_SHOWN = 50
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The queues and the jobs that were given up; nothing of what is in them. */
export async function getQueueDesk(ctx: StaffCtx): Promise<{ queues: QueueFigures[]; failed: FailedJob[] }> {
	return { queues: await readQueueFigures(ctx.db), failed: await readFailedJobs(ctx.db, FAILED_SHOWN) }
}

export const countGivenUp = (ctx: StaffCtx): Promise<number> => countFailedJobs(ctx.db)

/** Has a job that was given up tried once more. Throws not-found when somebody was faster. */
export async function retryJob(ctx: StaffCtx, id: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const job = uuid.test(id) ? await retryFailedJob(trx.db, id) : null
		if (!job) throw notFound('job')
		await recordAct(trx, { act: 'job.retry', subject: `job:${id}`, detail: { queue: job.name } })
	})
}
