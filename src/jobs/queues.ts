/** Names of all queues; created when the queue starts. */
export const SEND_MAIL = 'send-mail'
export const DELIVER_EVENT = 'deliver-event'
export const SEND_WEBHOOK = 'send-webhook'
export const SEND_TO_DEVICE = 'send-to-device'
export const CHECK_OFFICE_TEXTS = 'check-office-texts'
export const NOTIFICATION_MAIL = 'notification-mail'
export const DIGEST_MAIL = 'digest-mail'
export const BACK_UP = 'back-up'
export const CLEAN_ACCOUNTS = 'clean-accounts'
export const CLEAN_QUESTION_IMAGES = 'clean-question-images'
export const MAINTAIN_ANNOUNCEMENTS = 'maintain-announcements'
export const MAINTAIN_APPOINTMENTS = 'maintain-appointments'
export const MAINTAIN_BILLING = 'maintain-billing'
export const MAINTAIN_LIST_WAITS = 'maintain-list-waits'
export const MAINTAIN_ESTIMATES = 'maintain-estimates'
export const MAINTAIN_IMPORTS = 'maintain-imports'
export const MAINTAIN_INQUIRIES = 'maintain-inquiries'
export const MAINTAIN_NOTIFICATIONS = 'maintain-notifications'
export const MAINTAIN_OFFICES = 'maintain-offices'
export const CHANGE_OF_DAY = 'change-of-day'
export const MEASURE_FEES = 'measure-fees'
export const MEASURE_INSIGHTS = 'measure-insights'
export const PURGE_PROOFS = 'purge-proofs'
export const RECONCILE_CARDS = 'reconcile-cards'
export const REFRESH_SEARCH_TERMS = 'refresh-search-terms'
export const SETTLE_VERDICTS = 'settle-verdicts'
export const PUBLISH_TAXONOMY = 'publish-taxonomy'
export const CHECK_LINKS = 'check-links'
export const WORK_CARDS = 'work-cards'

export const queueNames = [
	SEND_MAIL,
	DELIVER_EVENT,
	SEND_WEBHOOK,
	SEND_TO_DEVICE,
	CHECK_OFFICE_TEXTS,
	NOTIFICATION_MAIL,
	DIGEST_MAIL,
	BACK_UP,
	CLEAN_ACCOUNTS,
	CLEAN_QUESTION_IMAGES,
	MAINTAIN_ANNOUNCEMENTS,
	MAINTAIN_APPOINTMENTS,
	MAINTAIN_BILLING,
	MAINTAIN_ESTIMATES,
	MAINTAIN_IMPORTS,
	MAINTAIN_LIST_WAITS,
	MAINTAIN_INQUIRIES,
	MAINTAIN_NOTIFICATIONS,
	MAINTAIN_OFFICES,
	CHANGE_OF_DAY,
	MEASURE_FEES,
	MEASURE_INSIGHTS,
	PURGE_PROOFS,
	RECONCILE_CARDS,
	REFRESH_SEARCH_TERMS,
	SETTLE_VERDICTS,
	PUBLISH_TAXONOMY,
	CHECK_LINKS,
	WORK_CARDS,
] as const

/** Those whose jobs are mails. */
export const MAIL_QUEUES = [SEND_MAIL, NOTIFICATION_MAIL, DIGEST_MAIL] as const

/** Queues of recurring jobs under the names of earlier releases. */
export const retiredQueueNames = ['keep-up-offices', 'keep-up-estimates', 'keep-up-inquiries', 'notification-upkeep'] as const

/**
 * For jobs that must survive an outage of the mail server or of the site: retried for about a day with growing pauses, and
 * after that kept for staff to see. A job whose process was killed is retried after two minutes.
 */
export const PATIENT = { retryLimit: 24, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120 } as const

/** Mails done side by side: most of their time is spent waiting for the mail server. */
export const MAILS_AT_ONCE = 10
