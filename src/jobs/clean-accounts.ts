import type { Kysely } from 'kysely'
import { cleanAccounts } from '../domain/accounts/cleaning.ts'
import type { Database } from '../domain/context.ts'
import type { Queue } from '../platform/queue.ts'
import { CLEAN_ACCOUNTS } from './queues.ts'

const HOUR_SECONDS = 3_600

/** Every hour, in one of the processes that share the database. Gives what stops it. */
export async function cleanAccountsHourly(queue: Queue, db: Kysely<Database>, onError: (error: unknown) => void): Promise<() => void> {
	await queue.work(CLEAN_ACCOUNTS, () => cleanAccounts({ db, now: () => new Date() }))
	const enqueue = () =>
		void queue.enqueue(db, CLEAN_ACCOUNTS, {}, { singletonKey: 'hourly', singletonSeconds: HOUR_SECONDS }).catch(onError)
	enqueue()
	const timer = setInterval(enqueue, HOUR_SECONDS * 1_000)
	timer.unref()
	return () => clearInterval(timer)
}
