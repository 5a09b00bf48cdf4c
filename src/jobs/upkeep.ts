import type { Kysely } from 'kysely'
import type { Accounts } from '../domain/accounts/accounts-context.ts'
import { cleanAccounts } from '../domain/accounts/cleaning.ts'
import type { Database, Site } from '../domain/context.ts'
import { purgeOffices } from '../domain/directory/office-deletion.ts'
import { purgeInvitations } from '../domain/directory/office-membership.ts'
import { purgePhotos } from '../domain/directory/office-photos.ts'
import { forgetOldViews } from '../domain/directory/page-views.ts'
import { purgeProofs } from '../domain/directory/proof-files.ts'
import { purgeContacts } from '../domain/leads/diagnosis-contact-personal.ts'
import { keepUpEstimates } from '../domain/leads/estimate-upkeep.ts'
import { purgeInquiryFiles } from '../domain/leads/inquiry-files.ts'
import { measureReplyTimes } from '../domain/leads/inquiry-reply-time.ts'
import { releaseFromEstimates } from '../domain/leads/office-ties.ts'
import { purgeImages } from '../domain/qa/question-images.ts'
import { refreshSearchTerms } from '../domain/qa/search-terms.ts'
import type { Queue } from '../platform/queue.ts'
import type { Storage } from '../platform/storage.ts'
import {
	CLEAN_ACCOUNTS,
	CLEAN_QUESTION_IMAGES,
	KEEP_UP_ESTIMATES,
	KEEP_UP_INQUIRIES,
	KEEP_UP_OFFICES,
	PURGE_PROOFS,
	REFRESH_SEARCH_TERMS,
} from './queues.ts'

type Deps = {
	db: Kysely<Database>
	site: Site
	storage: Storage
	accounts: Pick<Accounts, 'enqueueMail' | 'sealer'>
	onError: (error: unknown, queue: string) => void
}

type Chore = { queue: string; everySeconds: number; work: () => Promise<unknown> }

const HOUR = 3_600

/** What falls due by the clock. Each does nothing when done again, and takes the clock as it is when it runs. */
function chores({ db, site, storage, accounts }: Deps): Chore[] {
	const clock = () => ({ db, now: () => new Date() })
	const visitor = () => ({ ...clock(), site, viewer: { kind: 'visitor' } as const })
	return [
		{ queue: CLEAN_ACCOUNTS, everySeconds: HOUR, work: () => cleanAccounts(clock()) },
		{ queue: CLEAN_QUESTION_IMAGES, everySeconds: HOUR, work: () => untilNothing(() => purgeImages({ ...clock(), storage })) },
		{ queue: PURGE_PROOFS, everySeconds: HOUR, work: () => untilNothing(() => purgeProofs(clock(), storage)) },
		{
			queue: KEEP_UP_OFFICES,
			everySeconds: HOUR,
			async work() {
				await untilNothing(() => purgeOffices(visitor(), [releaseFromEstimates]))
				await purgeInvitations(clock())
				await untilNothing(() => purgePhotos({ ...clock(), storage }))
			},
		},
		{
			queue: KEEP_UP_INQUIRIES,
			everySeconds: HOUR,
			async work() {
				await untilNothing(() => purgeInquiryFiles(clock(), storage))
				await purgeContacts(clock())
				await measureReplyTimes(clock(), null)
				await forgetOldViews(clock())
			},
		},
		// Deadlines of requests are hours of an office's day.
		{ queue: KEEP_UP_ESTIMATES, everySeconds: 300, work: () => untilNothing(() => keepUpEstimates({ ...visitor(), accounts })) },
		{ queue: REFRESH_SEARCH_TERMS, everySeconds: 24 * HOUR, work: () => refreshSearchTerms({ db }) },
	]
}

async function untilNothing(step: () => Promise<number>): Promise<void> {
	while ((await step()) > 0) continue
}

/** Does the chores at their intervals, each in one of the processes that share the database. Gives what stops it. */
export async function keepUp(queue: Queue, deps: Deps): Promise<() => void> {
	const timers: NodeJS.Timeout[] = []
	for (const { queue: name, everySeconds, work } of chores(deps)) {
		await queue.work(name, async () => {
			await work()
		})
		const enqueue = () =>
			void queue
				.enqueue(deps.db, name, {}, { singletonKey: 'regularly', singletonSeconds: everySeconds })
				.catch((error: unknown) => deps.onError(error, name))
		enqueue()
		timers.push(setInterval(enqueue, everySeconds * 1_000).unref())
	}
	return () => timers.forEach((timer) => clearInterval(timer))
}
