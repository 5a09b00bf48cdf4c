import type { Kysely } from 'kysely'
import type { Database } from '../domain/context.ts'
import { purgeProofs } from '../domain/directory/proof-files.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage.ts'
import { PURGE_PROOFS } from './queues.ts'

const HOUR_SECONDS = 3_600

/** Every hour, in one of the processes that share the database. Gives what stops it. */
export async function purgeProofsHourly(
	queue: Queue,
	{ db, storage, onError }: { db: Kysely<Database>; storage: Storage; onError: (error: unknown) => void },
): Promise<() => void> {
	await queue.work(PURGE_PROOFS, async () => {
		while ((await purgeProofs({ db, now: () => new Date() }, storage)) > 0) continue
	})
	const enqueue = () => void queue.enqueue(db, PURGE_PROOFS, {}, { singletonKey: 'hourly', singletonSeconds: HOUR_SECONDS }).catch(onError)
	enqueue()
	const timer = setInterval(enqueue, HOUR_SECONDS * 1_000)
	timer.unref()
	return () => clearInterval(timer)
}
