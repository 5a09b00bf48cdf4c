/** The result of a predicate. `message` is the Japanese sentence that the page shows beside the disabled button. */
export type Permission = { allowed: true } | { allowed: false; reason: DenialReason; message: string }

export type DenialReason =
	| 'login'
	| 'not-asker'
	| 'not-author'
	| 'not-expert'
	| 'not-staff'
	| 'own'
	| 'already'
	| 'answered'
	| 'unanswered'
	| 'resolved'
	| 'unresolved'
	| 'reserved'
	| 'hidden'
	| 'limit'
	| 'turn'
