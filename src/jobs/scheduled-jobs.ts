import type { Kysely } from 'kysely'
import { cleanAccounts } from '../domain/accounts/cleaning.ts'
import type { Ctx, Database, Services, Site } from '../domain/shared/context.ts'
import { cleanCallRates } from '../domain/developers/call-rates.ts'
import { purgeWebhookLog } from '../domain/developers/webhooks.ts'
import { clockTime, hours, TIME_ZONE } from '../domain/shared/japan-time.ts'
import { purgeOffices } from '../domain/offices/office-deletion.ts'
import { purgeInvitations } from '../domain/memberships/office-membership.ts'
import { purgePhotos } from '../domain/offices/office-photos.ts'
import { settleDueVerdicts } from '../domain/operations/desk.ts'
import { settleDueMerges } from '../domain/operations/question-merges/question-merges.ts'
import { maintainAnnouncements } from '../domain/operations/announcements/announcement-delivery.ts'
import { measureInsights } from '../domain/operations/insights/measuring.ts'
import { forgetOldViews } from '../domain/operations/page-views.ts'
import { checkToolLinks } from '../domain/operations/taxonomy/checks.ts'
import { publishDueDrafts } from '../domain/operations/taxonomy/item-publishing.ts'
import { maintainSubQualifications } from '../domain/experts/credential-expiry.ts'
import { announceRechecks } from '../domain/experts/rechecks.ts'
import { purgeProofs } from '../domain/experts/proof-files.ts'
import { purgeSupportRequests } from '../domain/support/support-personal.ts'
import { purgeContacts } from '../domain/funding-diagnosis/contact-personal.ts'
import { maintainSubscriptions, sendBillingMails } from '../domain/billing/billing-maintenance.ts'
import { reconcileCards } from '../domain/billing/cards/card-reconciliation.ts'
import { workCards } from '../domain/billing/cards/card-work.ts'
import { notifyOfMessageAccesses } from '../domain/moderation/message-access.ts'
import { refreshNextFree, remindOfAppointments } from '../domain/appointments/appointment-maintenance.ts'
import { refreshBusyCalendar } from '../domain/appointments/busy-calendars.ts'
import { expireClaims } from '../domain/experts/claims/claim-settling.ts'
import { maintainImports } from '../domain/experts/imports/import-maintenance.ts'
import { maintainEstimates } from '../domain/estimates/estimate-maintenance.ts'
import { forgetMailReplies } from '../domain/cases/mail-replies.ts'
import { purgeDocuments, warnOfDeletion } from '../domain/documents/document-rules.ts'
import { purgeQuoteFiles } from '../domain/estimates/quote-file-purge.ts'
import { purgeInquiryFiles } from '../domain/inquiries/inquiry-files.ts'
import { remindOfInquiriesDone } from '../domain/inquiries/inquiry-actions.ts'
import { measureReplyTimes } from '../domain/inquiries/inquiry-reply-time.ts'
import { releaseFromEstimates } from '../domain/estimates/office-ties.ts'
import { purgeImages } from '../domain/questions/question-images.ts'
import { measureFees } from '../domain/listings/fee-statistics.ts'
import { notifyOfOffices, purgeWaits } from '../domain/listings/waiting/list-wait-maintenance.ts'
import { refreshSearchTerms } from '../domain/questions/search/search-terms.ts'
import { ROTATION_TAG } from '../domain/listings/office-list.ts'
import { publishTags } from '../platform/page-tags.ts'
import type { Queue, Schedule } from '../platform/queue.ts'
import {
	BACK_UP,
	CLEAN_ACCOUNTS,
	CLEAN_QUESTION_IMAGES,
	MAINTAIN_ANNOUNCEMENTS,
	MAINTAIN_APPOINTMENTS,
	MAINTAIN_BILLING,
	MAINTAIN_ESTIMATES,
	MAINTAIN_IMPORTS,
	MAINTAIN_INQUIRIES,
	MAINTAIN_LIST_WAITS,
	MAINTAIN_NOTIFICATIONS,
	MAINTAIN_OFFICES,
	CHANGE_OF_DAY,
	CHECK_LINKS,
	MEASURE_FEES,
	MEASURE_INSIGHTS,
	PUBLISH_TAXONOMY,
	PURGE_PROOFS,
	RECONCILE_CARDS,
	REFRESH_SEARCH_TERMS,
	SETTLE_VERDICTS,
	WORK_CARDS,
} from './queues.ts'

/** When mails about money are sent: in the daytime. */
const isMailHour = (now: Date): boolean => clockTime(now) >= '08:00' && clockTime(now) < '20:00'

export type ScheduledJobDeps = {
	db: Kysely<Database>
	site: Site
	services: Services
	/** Reminders, digests and deletion of old notifications (src/jobs/notifications.ts). */
	maintainNotifications: () => Promise<void>
	/** Null when backups are off. */
	backUp: (() => Promise<void>) | null
	/** Fulfilled when the database has what jobs need; their schedules are stored before. */
	content: Promise<void>
}

/** For copying a large database. */
const BACKUP_SECONDS = hours(6) / 1_000

type ScheduledJob = Omit<Schedule, 'timezone'> & { run: () => Promise<unknown> }

/**
 * Everything that recurs in the database, each job in one process at a time. Times are in Japan, where neither the clock
 * changes nor do visitors come from elsewhere. The hourly jobs are spread over the hour. A job that was due while no
 * process ran is made up for once at the next start: all of them look for what is due by now, so running one late, or
 * once instead of ten times, gives the same result.
 *
 * Not here: what one process does for itself (page views are written every few seconds, files of crashed requests are
 * deleted from its disk), and what has to follow a write at once (src/jobs/outbox-relay.ts, the workers of the queue).
 */
function scheduledJobs({ db, site, services, maintainNotifications, backUp }: Omit<ScheduledJobDeps, 'content'>): ScheduledJob[] {
	const clock = () => ({ db, now: () => new Date() })
	const visitor = (): Ctx => ({ ...clock(), ...services, site, viewer: { kind: 'visitor' } })
	return [
		// Deadlines of requests are hours of an office's day.
		{
			name: MAINTAIN_ESTIMATES,
			cron: '*/5 * * * *',
			missed: 'once',
			run: () => untilNothing(() => maintainEstimates(visitor())),
		},
		// First free times in lists follow bookings; reminders go out on the morning before.
		{
			name: MAINTAIN_APPOINTMENTS,
			cron: '* * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => refreshBusyCalendar(visitor()))
				await untilNothing(() => refreshNextFree(visitor()))
				await untilNothing(() => remindOfAppointments(visitor()))
			},
		},
		// Banners begin and end to the minute; members are notified in batches.
		{ name: MAINTAIN_ANNOUNCEMENTS, cron: '* * * * *', missed: 'once', run: () => untilNothing(() => maintainAnnouncements(visitor())) },
		// A few mails each minute, so that an import delays no other mail.
		{ name: MAINTAIN_IMPORTS, cron: '* * * * *', missed: 'once', run: () => maintainImports(visitor()) },
		// An office that has just been published is news to those who wait in its lists.
		{
			name: MAINTAIN_LIST_WAITS,
			cron: '*/10 * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => notifyOfOffices(visitor()))
				await purgeWaits(clock())
			},
		},
		// The desk's next request settles what is due; this is for the last verdict of a day.
		{
			name: SETTLE_VERDICTS,
			cron: '* * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => settleDueVerdicts(visitor()))
				await untilNothing(() => settleDueMerges(visitor()))
			},
		},
		// Drafts of the taxonomy are published at the minute that staff set.
		{ name: PUBLISH_TAXONOMY, cron: '* * * * *', missed: 'once', run: () => untilNothing(() => publishDueDrafts(visitor())) },
		// A few links an hour: each is checked once a week.
		{ name: CHECK_LINKS, cron: '53 * * * *', missed: 'once', run: () => checkToolLinks(visitor()) },
		// The digest is promised for 8:00. The next run makes up for one that failed.
		{ name: MAINTAIN_NOTIFICATIONS, cron: '*/5 * * * *', missed: 'once', retryLimit: 0, run: maintainNotifications },
		// Sessions, codes and counted attempts without a use are personal data to delete.
		{
			name: CLEAN_ACCOUNTS,
			cron: '3 * * * *',
			missed: 'once',
			async run() {
				await cleanAccounts(clock())
				await cleanCallRates(clock())
				await purgeWebhookLog(clock())
			},
		},
		// Files of pictures that no page shows any more.
		{
			name: CLEAN_QUESTION_IMAGES,
			cron: '13 * * * *',
			missed: 'once',
			run: () => untilNothing(() => purgeImages(visitor())),
		},
		// Documents that prove a qualification are promised to be deleted 30 days after the decision.
		{ name: PURGE_PROOFS, cron: '23 * * * *', missed: 'once', run: () => untilNothing(() => purgeProofs(clock(), services.storage)) },
		// Changes of the day: sub-qualifications end, and daily lists rotate.
		{ name: CHANGE_OF_DAY, cron: '0 0 * * *', missed: 'once', run: () => changeDay(visitor()) },
		// Offices past their restore period, expired invitations and claims, removed photos.
		{
			name: MAINTAIN_OFFICES,
			cron: '33 * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => purgeOffices(visitor(), [releaseFromEstimates]))
				await purgeInvitations(clock())
				await expireClaims(clock())
				await untilNothing(() => purgePhotos(visitor()))
			},
		},
		// A notice of an opened thread that the law lets wait follows on the day after. Work that nobody reported done is asked after once. Files, documents of cases, contacts and page views are kept for a limited time, and a reply time is that of the last months.
		{
			name: MAINTAIN_INQUIRIES,
			cron: '43 * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => purgeInquiryFiles(clock(), services.storage))
				await untilNothing(() => warnOfDeletion(visitor()))
				await untilNothing(() => purgeDocuments(clock(), services.storage))
				await untilNothing(() => purgeQuoteFiles(clock(), services.storage))
				await untilNothing(() => notifyOfMessageAccesses(visitor()))
				await untilNothing(() => remindOfInquiriesDone(visitor()))
				await purgeContacts(clock())
				await purgeSupportRequests(clock())
				await measureReplyTimes(clock(), null)
				await forgetOldViews(clock())
				await forgetMailReplies(clock())
			},
		},
		// Days end at midnight in Japan: trials, periods and due dates follow soon after it, mails come in the morning.
		{
			name: MAINTAIN_BILLING,
			cron: '53 * * * *',
			missed: 'once',
			async run() {
				await untilNothing(() => maintainSubscriptions(visitor()))
				if (isMailHour(new Date())) await untilNothing(() => sendBillingMails(visitor()))
			},
		},
		// The figures of staff. Soon after the hour, of which the start page shows whole ones.
		{ name: MEASURE_INSIGHTS, cron: '1 * * * *', missed: 'once', retryLimit: 1, run: () => measureInsights(visitor()) },
		...(services.cards === null ? [] : cardJobs(visitor)),
		...nightlyJobs({ db, backUp }),
	]
}

/** Events of Stripe are worked as they come; this is for what no event calls for, and for those that were lost. */
const cardJobs = (visitor: () => Ctx): ScheduledJob[] => [
	{ name: WORK_CARDS, cron: '* * * * *', missed: 'once', retryLimit: 0, run: () => workCards(visitor()) },
	{ name: RECONCILE_CARDS, cron: '20 5 * * *', missed: 'once', run: () => reconcileCards(visitor()) },
]

/** Heavy reads, at the time of day with the fewest visitors and writes. */
function nightlyJobs({ db, backUp }: Pick<ScheduledJobDeps, 'db' | 'backUp'>): ScheduledJob[] {
	return [
		...(backUp === null
			? []
			: [{ name: BACK_UP, cron: '40 3 * * *', missed: 'once' as const, expireInSeconds: BACKUP_SECONDS, run: backUp }]),
		// The words of all questions.
		{ name: REFRESH_SEARCH_TERMS, cron: '10 4 * * *', missed: 'once', run: () => refreshSearchTerms({ db }) },
		// The fees of all offices; a day of delay hardly moves a median.
		{ name: MEASURE_FEES, cron: '40 4 * * *', missed: 'once', run: () => measureFees({ db, now: () => new Date() }) },
	]
}

async function changeDay(ctx: Ctx): Promise<void> {
	await publishTags(ctx.db, [ROTATION_TAG])
	await maintainSubQualifications(ctx)
	await announceRechecks(ctx)
}

async function untilNothing(step: () => Promise<number>): Promise<void> {
	while ((await step()) > 0) continue
}

/** Stores the schedules of the jobs and runs them in this process. */
export async function workScheduledJobs(queue: Queue, { content, ...deps }: ScheduledJobDeps): Promise<void> {
	const jobs = scheduledJobs(deps)
	await queue.schedule(jobs.map((job) => ({ ...job, timezone: TIME_ZONE })))
	await content
	for (const { name, run } of jobs)
		await queue.work(name, async () => {
			await run()
		})
}
