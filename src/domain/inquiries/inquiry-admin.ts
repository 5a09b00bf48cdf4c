import { recordAuditEvent } from '../accounts/audit.ts'
import type { RecentStaffCtx, StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { type InquiryMessage, readMessages } from './inquiry-reading.ts'

export type ReportedThread = {
	office: { id: number; name: string }
	contactName: string
	messages: InquiryMessage[]
}

/** The whole thread, for an access on a legal ground (moderation/message-access.ts), which records the reading. */
export async function readInquiryContents(ctx: StaffCtx, id: number): Promise<ReportedThread & { subject: string }> {
	const row = await ctx.db
		.selectFrom('inquiries as i')
		.innerJoin('offices as o', 'o.id', 'i.office_id')
		.select(['i.office_id', 'o.name as office_name', 'i.contact_name', 'i.subject'])
		.where('i.id', '=', id)
		.executeTakeFirst()
	if (!row) throw notFound('inquiry')
	return {
		office: { id: row.office_id, name: row.office_name },
		contactName: row.contact_name,
		subject: row.subject,
		messages: await readMessages(ctx, id),
	}
}

/**
 * The messages of a thread that one of its sides submitted with a report, and who the sides are. Messages between them are private
 * communication: staff have no other way to the rest than an access on a legal ground. Every reading is recorded, and none marks anything as seen.
 */
export async function readInquiryAsStaff(
	ctx: RecentStaffCtx,
	id: number,
	{ reportId, messageIds }: { reportId: number; messageIds: readonly number[] },
): Promise<ReportedThread> {
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('inquiries as i')
			.innerJoin('offices as o', 'o.id', 'i.office_id')
			.select(['i.office_id', 'o.name as office_name', 'i.contact_name'])
			.where('i.id', '=', id)
			.executeTakeFirst()
		if (!row) throw notFound('inquiry')
		await recordAuditEvent(trx, {
			action: 'inquiry.read',
			subject: `inquiry:${id}`,
			detail: { report: reportId, messages: messageIds.length },
		})
		return {
			office: { id: row.office_id, name: row.office_name },
			contactName: row.contact_name,
			messages: messageIds.length === 0 ? [] : await readMessages(trx, id, messageIds),
		}
	})
}
