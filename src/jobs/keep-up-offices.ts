import type { Kysely } from 'kysely'
import type { Ctx, Database } from '../domain/context.ts'
import { purgeOffices } from '../domain/directory/office-deletion.ts'
import { purgeInvitations } from '../domain/directory/office-membership.ts'
import { purgePhotos } from '../domain/directory/office-photos.ts'
import { releaseFromEstimates } from '../domain/leads/office-ties.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage.ts'
import { KEEP_UP_OFFICES } from './queues.ts'

const HOUR_SECONDS = 3_600

/** Every hour, in one of the processes that share the database. Gives what stops it. */
export async function keepUpOfficesHourly(
	queue: Queue,
	{ db, site, storage, onError }: { db: Kysely<Database>; site: Ctx['site']; storage: Storage; onError: (error: unknown) => void },
): Promise<() => void> {
	await queue.work(KEEP_UP_OFFICES, async () => {
		const now = () => new Date()
		while ((await purgeOffices({ db, now, site, viewer: { kind: 'visitor' } }, [releaseFromEstimates])) > 0) continue
		await purgeInvitations({ db, now })
		while ((await purgePhotos({ db, now, storage })) > 0) continue
	})
	const enqueue = () =>
		void queue.enqueue(db, KEEP_UP_OFFICES, {}, { singletonKey: 'hourly', singletonSeconds: HOUR_SECONDS }).catch(onError)
	enqueue()
	const timer = setInterval(enqueue, HOUR_SECONDS * 1_000)
	timer.unref()
	return () => clearInterval(timer)
}
