import { DomainError } from '../../shared/errors.ts'
import type { Ctx } from '../../shared/context.ts'
import { withoutAddresses } from '../../../platform/mail-addresses.ts'

/** What a mail server says of a mail that it had taken from us. */
export type DeliveryReport = {
	/** In lower case. */
	address: string
	/** `unknown`: no such address; `failed`: not delivered for another reason; `complaint`: the recipient calls it spam. */
	kind: 'unknown' | 'failed' | 'complaint'
	reason: string
	/** Of the mail, as in its header, without angle brackets; null where the report does not say it. */
	messageId: string | null
}

const REASON_LENGTH = 300
const addressForm = /^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/

/** The headers of a block of lines, folded lines joined, by their lower-case names; of a repeated one the first. */
function headersOf(block: string): Map<string, string> {
	const headers = new Map<string, string>()
	for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
		const [, name, value] = /^([A-Za-z0-9-]{1,60}):\s*(.*)$/.exec(line) ?? []
		if (name !== undefined && value !== undefined && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value.trim())
	}
	return headers
}

/** The address in `rfc822; someone@example.com` or `Name <someone@example.com>`; null where there is none. */
function addressIn(value: string | undefined): string | null {
	const bare = value?.replace(/^[a-z0-9-]+\s*;\s*/i, '').trim() ?? ''
	const address = (/<([^<>]*)>\s*$/.exec(bare)?.[1] ?? bare).toLowerCase()
	return addressForm.test(address) ? address : null
}

/**
 * Reads the reports in a message as a mail server writes it: a delivery status notification (RFC 3464), of which only what was
 * given up counts, or a complaint (RFC 5965). Throws `invalid` for a message with neither.
 */
export function readDeliveryReports(message: Uint8Array): DeliveryReport[] {
	const blocks = Buffer.from(message)
		.toString('latin1')
		.replaceAll('\r\n', '\n')
		.split(/\n[ \t]*\n/)
	const parts = blocks.map(headersOf)
	// The header of the mail that came back is the last block with the name: the report has one of its own before.
	const original = parts.findLast((headers) => headers.has('message-id') && !headers.has('final-recipient'))
	const messageId = /<([^<>\s]{1,200})>/.exec(original?.get('message-id') ?? '')?.[1] ?? null
	const recipients = parts.filter((headers) => headers.has('final-recipient') && headers.has('action'))
	const complaint = parts.find((headers) => headers.has('feedback-type'))
	if (recipients.length === 0 && !complaint)
		throw new DomainError('invalid', 'no report', { fields: { form: 'Send a delivery status notification or an abuse report.' } })
	if (complaint) {
		const address = addressIn(complaint.get('original-rcpt-to')) ?? addressIn(original?.get('to'))
		const reason = `迷惑メールとしての報告（${complaint.get('feedback-type') ?? ''}）`
		return address === null ? [] : [{ address, kind: 'complaint', reason: reason.slice(0, REASON_LENGTH), messageId }]
	}
	return recipients.flatMap((headers): DeliveryReport[] => {
		const address = addressIn(headers.get('original-recipient')) ?? addressIn(headers.get('final-recipient'))
		const status = headers.get('status') ?? ''
		if (address === null || headers.get('action')?.toLowerCase() !== 'failed') return []
		const reason = withoutAddresses([status, headers.get('diagnostic-code')].filter(Boolean).join(' ')).slice(0, REASON_LENGTH)
		// 5.1.1 to 5.1.3 and 5.1.6: no such mailbox or domain, or it has moved; 5.2.1: it takes no mail any more.
		return [{ address, kind: /^5\.(?:1\.[1236]|2\.1)\b/.test(status) ? 'unknown' : 'failed', reason, messageId }]
	})
}

/**
 * Records reports about mails of ours: a mail that did not arrive comes back to staff's queue; an address that does not exist, or
 * whose owner complained, gets no mails until staff lift that. A report that does not name a mail of the log to this address is
 * ignored: anybody can write to the mailbox of bounces, and nobody else knows the ids. Safe to repeat. Returns how many counted.
 */
export async function noteDeliveryReports(ctx: Pick<Ctx, 'db' | 'now'>, reports: readonly DeliveryReport[]): Promise<number> {
	let counted = 0
	for (const { address, kind, reason, messageId } of reports) {
		if (messageId === null) continue
		const mail = await ctx.db
			.selectFrom('mails')
			.select('id')
			.where('address', '=', address)
			.where('message_id', '=', messageId.split('@')[0] ?? '')
			.executeTakeFirst()
		if (!mail) continue
		counted += 1
		const outcome = kind === 'complaint' ? { reason } : { state: kind === 'unknown' ? ('bounced' as const) : ('failed' as const), reason }
		await ctx.db
			.updateTable('mails')
			.set({ ...outcome, at: ctx.now() })
			.where('id', '=', mail.id)
			.execute()
		if (kind !== 'failed')
			await ctx.db
				.insertInto('mail_suppressions')
				.values({ address, cause: kind === 'unknown' ? 'bounce' : 'complaint', reason, since: ctx.now() })
				.onConflict((conflict) => conflict.constraint('mail_suppressions_address').doNothing())
				.execute()
	}
	return counted
}
