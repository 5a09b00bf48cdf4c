import type { AuditQuery } from '../../../domain/accounts/audit-log.ts'
import { isCalendarDay } from '../../../domain/shared/japan-time.ts'
import { subjectCode } from './audit-labels.ts'

/** The filter of the audit log in an address. A day that the calendar does not have filters nothing. */
export function auditQueryOf(url: string): AuditQuery {
	const search = new URL(url).searchParams
	const text = (name: string) => (search.get(name) ?? '').trim().slice(0, 254)
	const day = (name: string) => (isCalendarDay(text(name)) ? text(name) : '')
	return {
		action: text('action'),
		subject: subjectCode(text('subject')),
		email: text('email'),
		from: day('from'),
		to: day('to'),
		cursor: search.get('page'),
	}
}
