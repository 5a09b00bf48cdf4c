import type { RecentStaffCtx } from '../accounts/staff.ts'
import { notFound } from '../shared/errors.ts'
import { type ReportedThread, readInquiryAsStaff } from '../inquiries/inquiry-admin.ts'
import { refuseOwn } from './subjects.ts'

/**
 * What the reporter submitted of a talk, as long as the report waits for a decision: staff have no other way to any of it. Throws
 * not-found for everything else, forbidden for who is a side of it; each reading is recorded.
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
