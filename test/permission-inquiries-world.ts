import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { inquiryInput, message } from '../src/domain/inquiries/inquiries-for-test.ts'
import { sendMessage, startInquiry } from '../src/domain/inquiries/inquiries.ts'
import { markEngaged, reportInquiryDone } from '../src/domain/inquiries/inquiry-actions.ts'
import { readInquiry } from '../src/domain/inquiries/inquiry-reading.ts'
import { makeAppointment } from '../src/domain/appointments/appointments-for-test.ts'
import { findFeedToken, renewFeed } from '../src/domain/appointments/calendar-feed.ts'
import { report } from '../src/domain/moderation/reports.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A thread of the member with the expert’s office in which both confirmed the commission, and which the member reported. */
export async function makeInquiry(
	member: AccountsCtx,
	expert: AccountsCtx,
	officeId: number,
): Promise<{
	id: number
	fileId: number
	reportId: number
	messageId: number
	accessId: number
	/** In the same talk, and the end of the member’s calendar address. */
	appointmentId: number
	feedToken: string
}> {
	const { id } = await startInquiry(member, officeId, inquiryInput(), [{ name: '決算書.png', content: png }])
	await sendMessage(expert, id, message(), [])
	await markEngaged(member, id)
	await markEngaged(expert, id)
	await reportInquiryDone(member, id)
	const thread = await readInquiry(member, id)
	const messageId = thread.messages[0]?.id ?? 0
	await report(member, { kind: 'inquiry', id }, { reason: 'advertising', body: '' }, [messageId])
	const { id: reportId } = await member.db.selectFrom('reports').select('id').where('subject_id', '=', id).executeTakeFirstOrThrow()
	const asker = await member.db.selectFrom('experts').select('user_id').where('user_id', 'is not', null).executeTakeFirstOrThrow()
	const { id: accessId } = await member.db
		.insertInto('message_accesses')
		.values({
			kind: 'inquiry',
			subject_id: id,
			ground: 'court-order',
			authority: '東京地方裁判所',
			reference: '令和8年(モ)第1号',
			issued_on: '2026-06-01',
			explanation: '文書提出命令に記された期間のやり取りの全部。',
			requested_by: asker.user_id ?? '',
			requested_at: member.now(),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	const appointmentId = await makeAppointment(member, expert, officeId, id)
	await renewFeed(member)
	const feedToken = (await findFeedToken(member)) ?? ''
	return { id, accessId, appointmentId, feedToken, fileId: thread.messages[0]?.files[0]?.id ?? 0, reportId, messageId }
}
