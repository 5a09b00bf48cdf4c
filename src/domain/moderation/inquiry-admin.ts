import type { RecentStaffCtx } from '../accounts/staff.ts'
import { notFound } from '../shared/errors.ts'
import { type ReportedThread, readInquiryAsStaff } from '../inquiries/inquiry-admin.ts'
import { refuseOwn } from './subjects.ts'

/**
 * The messages of a thread that the reporter submitted, while the report waits for a decision. Staff have no other access. Throws
 * not-found for everything else and forbidden for a participant; each reading is recorded.
 */
export async function readReportedInquiry(ctx: RecentStaffCtx, reportId: number): Promise<ReportedThread> {
	const row = await ctx.db
		.selectFrom('reports')
		.select(['subject_id', 'message_ids'])
		.where('id', '=', reportId)
		.where('kind', '=', 'inquiry')
		.where('state', '=', 'open')
		.executeTakeFirst()
	if (!row) throw notFound('report')
	await refuseOwn(ctx, { kind: 'inquiry', id: row.subject_id }, null)
	return readInquiryAsStaff(ctx, row.subject_id, { reportId, messageIds: row.message_ids })
}
