import type { Kysely } from 'kysely'
import type { Accounts } from '../domain/accounts/accounts-context.ts'
import type { Database, Site } from '../domain/context.ts'
import { keepUpEstimates } from '../domain/leads/estimate-upkeep.ts'
import type { Queue } from '../platform/queue.ts'
import { KEEP_UP_ESTIMATES } from './queues.ts'

const EVERY_SECONDS = 300

export type EstimateJobs = {
	db: Kysely<Database>
	site: Site
	accounts: Pick<Accounts, 'enqueueMail' | 'sealer'>
	onError: (error: unknown) => void
}

/** Deadlines of requests every five minutes, in one of the processes that share the database. Gives what stops it. */
export async function keepUpEstimatesRegularly(queue: Queue, { db, site, accounts, onError }: EstimateJobs): Promise<() => void> {
	await queue.work(KEEP_UP_ESTIMATES, async () => {
		while ((await keepUpEstimates({ db, site, accounts, now: () => new Date(), viewer: { kind: 'visitor' } })) > 0) continue
	})
	const enqueue = () =>
		void queue.enqueue(db, KEEP_UP_ESTIMATES, {}, { singletonKey: 'regularly', singletonSeconds: EVERY_SECONDS }).catch(onError)
	enqueue()
	const timer = setInterval(enqueue, EVERY_SECONDS * 1_000)
	timer.unref()
	return () => clearInterval(timer)
}
