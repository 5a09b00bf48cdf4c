import { createFileStorage } from '../../platform/storage.ts'
import { makeOffice } from '../../../test/factories.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { makeMember, makeExpertViewer, as, newKey } from '../questions/questions-for-test.ts'
import { sendMessage, startInquiry } from './inquiries.ts'
import { markEngaged, reportInquiryDone } from './inquiry-actions.ts'
import type { InquiryInput } from './inquiry-schemas.ts'

/** Threads with an office for tests, with plausible defaults. */
export const inquiryInput = (values: Partial<InquiryInput> = {}): InquiryInput => ({
	subject: '確定申告を頼みたい',
	contactName: '渡辺 さくら',
	taskId: 503,
	body: '今年の春に開業しました。はじめての確定申告をお願いしたいのですが、費用の目安を教えてください。',
	clientKey: newKey(),
	...values,
})

export const message = (body = 'お問い合わせありがとうございます。一度、状況を聞かせてください。') => ({ body, clientKey: newKey() })

export const withFiles = (ctx: Ctx, folder = '/nonexistent'): Ctx => ({ ...ctx, storage: createFileStorage(folder) })

/** An office with an expert, and a member who asked it something. */
export async function makeInquiry(ctx: Ctx, values: Partial<InquiryInput> = {}) {
	const { viewer: expert, expertId } = await makeExpertViewer(ctx)
	const officeId = await makeOffice(ctx, { expertIds: [expertId] })
	const member = await makeMember(ctx)
	const { id } = await startInquiry(withFiles(as(ctx, member)), officeId, inquiryInput(values), [])
	return { id, officeId, expertId, member, expert }
}

/** The same, answered and marked by both. */
export async function makeDeal(ctx: Ctx) {
	const made = await makeInquiry(ctx)
	await sendMessage(withFiles(as(ctx, made.expert)), made.id, message(), [])
	await markEngaged(as(ctx, made.member), made.id)
	await markEngaged(as(ctx, made.expert), made.id)
	await reportInquiryDone(as(ctx, made.member), made.id)
	return made
}

export const idOfViewer = (viewer: Viewer) => (viewer.kind === 'member' ? viewer.userId : '')
