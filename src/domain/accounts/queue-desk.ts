import type { Kysely } from 'kysely'
import {
	type Chore,
	countFailedJobs,
	type FailedJob,
	lockQueue,
	type QueueFigures,
	readChores,
	readFailedJobs,
	readQueueFigures,
	retryFailedJob,
} from '../../platform/queue-figures.ts'
import { type Database, inTransaction } from '../context.ts'
import { notFound } from '../errors.ts'
import { recordAct } from './audit.ts'
import type { StaffCtx } from './staff.ts'

const FAILED_SHOWN = 50
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Puts a job on a queue in the transaction of `db`. */
export type EnqueueChore = (
	db: Kysely<Database>,
	name: string,
	payload: object,
	options: { singletonKey: string; retryLimit: number },
) => Promise<void>

/** The chores, the queues and the jobs that were given up; nothing of what is in them. */
export async function getQueueDesk(ctx: StaffCtx): Promise<{ chores: Chore[]; queues: QueueFigures[]; failed: FailedJob[] }> {
	return { chores: await readChores(ctx.db), queues: await readQueueFigures(ctx.db), failed: await readFailedJobs(ctx.db, FAILED_SHOWN) }
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

/**
 * Has a chore done now and not only when its timer says so. One that is about to be taken up anyway stays the only one.
 * Throws not-found for a queue that no timer sends to: its jobs say what is to be done, and nobody makes those up.
 */
export async function runChore(ctx: StaffCtx, name: string, enqueue: EnqueueChore): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await lockQueue(trx.db, name)
		const chore = (await readChores(trx.db)).find((one) => one.name === name)
		if (!chore) throw notFound('chore')
		if (chore.isWaiting) return
		await enqueue(trx.db, name, {}, { singletonKey: 'by-hand', retryLimit: 0 })
		await recordAct(trx, { act: 'job.run', subject: `queue:${name}` })
	})
}
