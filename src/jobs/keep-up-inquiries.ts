import type { Kysely } from 'kysely'
import type { Database } from '../domain/context.ts'
import { forgetOldViews } from '../domain/directory/page-views.ts'
import { purgeInquiryFiles } from '../domain/leads/inquiry-files.ts'
import { measureReplyTimes } from '../domain/leads/inquiry-reply-time.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage.ts'
import { KEEP_UP_INQUIRIES } from './queues.ts'

const HOUR_SECONDS = 3_600

/** Every hour, in one of the processes that share the database: files without a message, measured times and counts that grow old. */
export async function keepUpInquiriesHourly(
	queue: Queue,
	{ db, storage, onError }: { db: Kysely<Database>; storage: Storage; onError: (error: unknown) => void },
): Promise<() => void> {
	await queue.work(KEEP_UP_INQUIRIES, async () => {
		const ctx = { db, now: () => new Date() }
		while ((await purgeInquiryFiles(ctx, storage)) > 0) continue
		await measureReplyTimes(ctx, null)
		await forgetOldViews(ctx)
	})
	const enqueue = () =>
		void queue.enqueue(db, KEEP_UP_INQUIRIES, {}, { singletonKey: 'hourly', singletonSeconds: HOUR_SECONDS }).catch(onError)
	enqueue()
	const timer = setInterval(enqueue, HOUR_SECONDS * 1_000)
	timer.unref()
	return () => clearInterval(timer)
}
