import type { AccountsCtx } from '../src/domain/accounts/accounts-context.ts'
import { inquiryInput, message } from '../src/domain/inquiries/inquiries-for-test.ts'
import { sendMessage, startInquiry } from '../src/domain/inquiries/inquiries.ts'
import { markEngaged, reportInquiryDone } from '../src/domain/inquiries/inquiry-actions.ts'
import { readInquiry } from '../src/domain/inquiries/inquiry-reading.ts'
import { makeAppointment } from '../src/domain/appointments/appointments-for-test.ts'
import { findFeedToken, renewFeed } from '../src/domain/appointments/calendar-feed.ts'
import { requestDocuments } from '../src/domain/documents/document-requests.ts'
import { keepDocument } from '../src/domain/documents/document-uploads.ts'
import { agreeToLetter, offerLetter, readLetters } from '../src/domain/documents/letters/letters.ts'
import { readDocuments } from '../src/domain/documents/documents.ts'
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
	/** A picture, and a document that the office asked for. */
	documentId: number
	documentRequestId: number
	/** Both agreed to it; `letterHash` names its text. */
	letterId: number
	letterCode: string
	letterHash: string
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
	const upload = { inquiryId: id, requestId: null, name: '決算書.png', bytes: png.length, modified: '' }
	await keepDocument(member, upload, png)
	await requestDocuments(expert, id, { titles: ['前年の確定申告書の控え'] })
	const [document] = (await readDocuments(member, id)).documents
	const [request] = (await readDocuments(member, id)).requests
	const documents = { documentId: document?.id ?? 0, documentRequestId: request?.id ?? 0 }
	await offerLetter(expert, id, {
		kind: 'service',
		body: '第1条（業務）\n甲は乙に確定申告を委託する。'.repeat(10),
		clientKey: 'a-key-of-the-letter',
	})
	const [offered] = (await readLetters(member, id)).letters
	await agreeToLetter(member, id, offered?.hash ?? '')
	const letter = { letterId: offered?.id ?? 0, letterCode: offered?.code ?? '', letterHash: offered?.hash ?? '' }
	return {
		id,
		accessId,
		appointmentId,
		feedToken,
		...documents,
		...letter,
		fileId: thread.messages[0]?.files[0]?.id ?? 0,
		reportId,
		messageId,
	}
}
