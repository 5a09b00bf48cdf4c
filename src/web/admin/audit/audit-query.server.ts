import { readAddressBlock } from '../../../http/address-blocks.ts'
import type { AuditQuery } from '../../../domain/accounts/audit-log.ts'
import { isCalendarDay } from '../../../domain/shared/japan-time.ts'
import { subjectCode } from './audit-labels.ts'

/**
 * The filter of the audit log in an address. A day that the calendar does not have filters nothing; `blockError` says what is wrong
 * with the addresses, for which nothing is to be read.
 */
export function auditQueryOf(url: string): { query: AuditQuery; typedBlock: string; blockError: string | undefined } {
	const search = new URL(url).searchParams
	const text = (name: string) => (search.get(name) ?? '').trim().slice(0, 254)
	const day = (name: string) => (isCalendarDay(text(name)) ? text(name) : '')
	const typedBlock = text('block')
	const block = typedBlock === '' ? '' : readAddressBlock(typedBlock)
	return {
		query: {
			action: text('action'),
			subject: subjectCode(text('subject')),
			email: text('email'),
			block: block ?? '',
			from: day('from'),
			to: day('to'),
			cursor: search.get('page'),
		},
		typedBlock,
		blockError: block === null ? '203.0.113.7、203.0.113.0/24、2001:db8:1::/48 のように入れてください。' : undefined,
	}
}
