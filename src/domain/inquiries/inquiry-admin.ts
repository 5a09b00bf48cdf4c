import { recordAct } from '../accounts/audit.ts'
import type { RecentStaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { type InquiryMessage, readMessages } from './inquiry-reading.ts'

export type ReportedThread = {
	office: { id: number; name: string }
	subject: string
	contactName: string
	messages: InquiryMessage[]
}

/** A talk that one of its sides has reported, for the report's number. Every reading is recorded, and none marks anything as seen. */
export async function readInquiryAsStaff(ctx: RecentStaffCtx, id: number, reportId: number): Promise<ReportedThread> {
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('inquiries as i')
			.innerJoin('offices as o', 'o.id', 'i.office_id')
			.select(['i.office_id', 'o.name as office_name', 'i.subject', 'i.contact_name'])
			.where('i.id', '=', id)
			.executeTakeFirst()
		if (!row) throw notFound('inquiry')
		await recordAct(trx, { act: 'inquiry.read', subject: `inquiry:${id}`, detail: { report: reportId } })
		return {
			office: { id: row.office_id, name: row.office_name },
			subject: row.subject,
			contactName: row.contact_name,
			messages: await readMessages(trx, id),
		}
	})
}
