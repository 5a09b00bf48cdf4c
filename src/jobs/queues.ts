/** Names of all queues; made when the queue starts. */
export const SEND_MAIL = 'send-mail'
export const CLEAN_ACCOUNTS = 'clean-accounts'
export const PURGE_PROOFS = 'purge-proofs'
export const KEEP_UP_OFFICES = 'keep-up-offices'
export const CLEAN_QUESTION_IMAGES = 'clean-question-images'
export const KEEP_UP_ESTIMATES = 'keep-up-estimates'
export const KEEP_UP_INQUIRIES = 'keep-up-inquiries'
export const REFRESH_SEARCH_TERMS = 'refresh-search-terms'
export const DELIVER_EVENT = 'deliver-event'
export const NOTIFICATION_MAIL = 'notification-mail'
export const DIGEST_MAIL = 'digest-mail'
export const NOTIFICATION_UPKEEP = 'notification-upkeep'

export const queueNames = [
	SEND_MAIL,
	CLEAN_ACCOUNTS,
	PURGE_PROOFS,
	KEEP_UP_OFFICES,
	CLEAN_QUESTION_IMAGES,
	KEEP_UP_ESTIMATES,
	KEEP_UP_INQUIRIES,
	REFRESH_SEARCH_TERMS,
	DELIVER_EVENT,
	NOTIFICATION_MAIL,
	DIGEST_MAIL,
	NOTIFICATION_UPKEEP,
] as const

/**
 * For what must not be lost while a mail server or we ourselves are down: tried for about a day with growing pauses, and
 * after that kept for staff to see. A job whose process was killed is taken up again after two minutes.
 */
export const PATIENT = { retryLimit: 24, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120 } as const
