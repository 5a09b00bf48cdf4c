import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { listZip, readZipText } from '../../platform/zip-reading.ts'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../test/database.ts'
import { makeDeal, makeInquiry } from '../inquiries/inquiries-for-test.ts'
import { closeInquiry } from '../inquiries/inquiry-actions.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { as, makeExpertViewer, makeMember, refusal } from '../questions/questions-for-test.ts'
import type { Ctx } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { PART_BYTES } from './document-input.ts'
import { exportFromDocuments, withdrawFromDocuments } from './document-personal.ts'
import { requestDocuments, settleRequest, withdrawRequest } from './document-requests.ts'
import { changeRule, purgeDocuments, readRule, warnOfDeletion } from './document-rules.ts'
import { beginUpload, completeUpload, keepDocument, keepPart } from './document-uploads.ts'
import { countDocuments, readZip, readDocumentFile, readDocuments, readPreview, readPreviewPage, removeDocument } from './documents.ts'

const uploadOf = (inquiryId: number, name: string, bytes: number) => ({ inquiryId, requestId: null, name, bytes, modified: '1' })
const table = (text = '日付,摘要,金額\r\n2026/06/15,消耗品費,9800\r\n') => Buffer.from(text)
const send = (ctx: Ctx, inquiryId: number, name = '経費.csv', content = table()) =>
	keepDocument(ctx, uploadOf(inquiryId, name, content.length), content)

const wholeOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
	const parts: Uint8Array[] = []
	for await (const part of content) parts.push(part)
	return Buffer.concat(parts)
}
const sentenceOf = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => '',
		(error: unknown) => (isDomainError(error) ? Object.values(error.fields).join(' ') : String(error)),
	)
const storedNames = async ({ db }: Pick<Ctx, 'db'>) =>
	(await db.selectFrom('case_document_parts').select('stored_name').execute()).map(({ stored_name: name }) => name)
const noticesOf = async (ctx: TestCtx) =>
	(
		await sql<{ text: string }>`select event->>'text' as text from pending_events where event->>'event' = 'notice' order by id`.execute(
			ctx.db,
		)
	).rows.map(({ text }) => text)
const later = (ctx: TestCtx, count: number): TestCtx => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(count)) })

test('a document is for the two sides of its case, and its sender learns who opened it', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await send(as(ctx, member), id)
		const [document] = (await readDocuments(as(ctx, expert), id)).documents
		expect(document).toMatchObject({ name: '経費.csv', kind: 'csv', side: 'user', isOwn: false, seen: [], pages: 0 })
		const documentId = document?.id ?? 0
		const strangers = [await makeMember(ctx), await makeMember(ctx, ['admin']), (await makeExpertViewer(ctx)).viewer]
		for (const stranger of strangers) {
			expect(await refusal(readDocuments(as(ctx, stranger), id))).toBe('not-found')
			expect(await refusal(readDocumentFile(as(ctx, stranger), documentId))).toBe('not-found')
			expect(await refusal(readZip(as(ctx, stranger), id))).toBe('not-found')
			expect(await refusal(send(as(ctx, stranger), id))).toBe('not-found')
		}
		const file = await readDocumentFile(as(ctx, expert), documentId)
		expect((await wholeOf(file.content)).equals(table())).toBe(true)
		const seen = (await readDocuments(as(ctx, member), id)).documents[0]?.seen
		expect(seen).toMatchObject([{ at: TEST_NOW }])
		// One's own look is none.
		await readDocumentFile(as(ctx, member), documentId)
		expect((await readDocuments(as(ctx, expert), id)).documents[0]?.seen).toHaveLength(1)
		expect(await noticesOf(ctx)).toContain('「確定申告を頼みたい」に、新しい書類が届きました。')
	}))

test('nothing of a document can be read in the storage, and parts do not open in another place', () =>
	withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		const client = as(ctx, member)
		const secret = 'マイナンバー123456789012'
		await send(client, id, 'a.txt', Buffer.from(secret))
		await send(client, id, 'b.txt', Buffer.from(secret))
		const [first = '', second = ''] = await storedNames(ctx)
		const raw = await readFile(path.join(tmpdir(), `files-test-${process.pid}`, first))
		expect(raw.includes('123456789012')).toBe(false)
		await ctx.storage.write(first, (await ctx.storage.read(second)) ?? Buffer.alloc(0))
		const documents = (await readDocuments(client, id)).documents
		expect(await refusal(readDocumentFile(client, documents[1]?.id ?? 0))).toBe('not-found')
		expect((await wholeOf((await readDocumentFile(client, documents[0]?.id ?? 0)).content)).toString()).toBe(secret)
	}))

test('a file of several parts goes on where it stopped, and is shown once all of it came', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const client = as(ctx, member)
		const content = Buffer.from('2026/06/15,消耗品費,9800\n'.repeat(90_000))
		const upload = uploadOf(id, '仕訳帳.csv', content.length)
		const begun = await beginUpload(client, upload)
		expect(begun).toMatchObject({ received: [], isReady: false })
		await keepPart(client, begun.id, 0, content.subarray(0, PART_BYTES))
		expect(await sentenceOf(completeUpload(client, begun.id))).toContain('まだ届いていない部分')
		expect(await refusal(keepPart(client, begun.id, 1, content.subarray(0, 10)))).toBe('invalid')
		expect(await refusal(keepPart(as(ctx, expert), begun.id, 1, content.subarray(PART_BYTES)))).toBe('not-found')
		expect(await beginUpload(client, upload)).toMatchObject({ id: begun.id, received: [0], isReady: false })
		expect((await readDocuments(as(ctx, expert), id)).documents).toEqual([])
		await keepPart(client, begun.id, 1, content.subarray(PART_BYTES))
		await completeUpload(client, begun.id)
		await completeUpload(client, begun.id)
		const { content: sent } = await readDocumentFile(as(ctx, expert), begun.id)
		expect((await wholeOf(sent)).equals(content)).toBe(true)
		expect(await beginUpload(client, upload)).toMatchObject({ id: begun.id, isReady: true })
	}))

test('a file that is refused leaves nothing behind, and its place is free', () =>
	withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		const client = as(ctx, member)
		const program = Buffer.from([0x4d, 0x5a, 0, 1, 2])
		for (const _ of [1, 2]) expect(await sentenceOf(send(client, id, '請求書.pdf', program))).toContain('「請求書.pdf」：PDF、JPEG')
		expect(await storedNames(ctx)).toEqual([])
		expect((await readDocuments(client, id)).documents).toEqual([])
		expect(await sentenceOf(beginUpload(client, uploadOf(id, 'a.pdf', 51 * 1_048_576)))).toBe('ファイルは1つ50MBまでにしてください。')
	}))

test('a picture is shown page by page', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const { default: sharp } = await import('sharp')
		const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
			.png()
			.toBuffer()
		await send(as(ctx, member), id, '領収書.png', photo)
		const [document] = (await readDocuments(as(ctx, expert), id)).documents
		expect(await readPreview(as(ctx, expert), document?.id ?? 0)).toMatchObject({ name: '領収書.jpg', pages: 1, inquiryId: id })
		expect(await sharp(await readPreviewPage(as(ctx, expert), document?.id ?? 0, 1)).metadata()).toMatchObject({
			format: 'jpeg',
			width: 60,
		})
		expect(await refusal(readPreviewPage(as(ctx, expert), document?.id ?? 0, 2))).toBe('not-found')
	}))

test('the office asks for documents of the task and its own, and the client sends each', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const [office, client] = [as(ctx, expert), as(ctx, member)]
		await sql`update inquiries set task_id = 503 where id = ${id}::integer`.execute(ctx.db)
		const [suggested = ''] = (await readDocuments(office, id)).suggestions
		expect(suggested).not.toBe('')
		expect((await readDocuments(client, id)).suggestions).toEqual([])
		for (const _ of [1, 2]) await requestDocuments(office, id, { titles: [suggested, '通帳の写し'] })
		const { requests, suggestions } = await readDocuments(office, id)
		expect(requests.map(({ title }) => title)).toEqual([suggested, '通帳の写し'])
		expect(suggestions).not.toContain(suggested)
		expect(await countDocuments(ctx, id)).toEqual({ documents: 0, missing: { user: 2, office: 0 } })
		const requestId = requests[1]?.id ?? 0
		await keepDocument(client, { ...uploadOf(id, '通帳.csv', 0), requestId }, table())
		expect(await countDocuments(ctx, id)).toEqual({ documents: 1, missing: { user: 1, office: 0 } })
		await settleRequest(office, id, requestId, true)
		expect(await refusal(settleRequest(client, id, requestId, false))).toBe('not-found')
		await withdrawRequest(office, id, requests[0]?.id ?? 0)
		expect((await readDocuments(client, id)).requests).toMatchObject([{ id: requestId, settledAt: TEST_NOW }])
		expect(await refusal(keepDocument(client, { ...uploadOf(id, 'x.csv', 0), requestId: requests[0]?.id ?? 0 }, table()))).toBe('conflict')
		expect((await noticesOf(ctx)).filter((text) => text.includes('必要な書類2点のお願い'))).toHaveLength(1)
	}))

test('a client asks the office for documents too: each side sends what the other asks for, and only who asked marks it', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const [office, client] = [as(ctx, expert), as(ctx, member)]
		await requestDocuments(office, id, { titles: ['通帳の写し'] })
		await requestDocuments(client, id, { titles: ['申告書の控え', '領収書'] })
		expect(await sentenceOf(requestDocuments(client, id, { titles: ['通帳の写し'] }))).toContain('相手の方からお願いされています')
		const { requests } = await readDocuments(office, id)
		expect(requests.map(({ side, title }) => [side, title])).toEqual([
			['office', '通帳の写し'],
			['user', '申告書の控え'],
			['user', '領収書'],
		])
		expect(await countDocuments(ctx, id)).toEqual({ documents: 0, missing: { user: 1, office: 2 } })
		const [, own, other] = requests.map((request) => request.id)
		expect(await refusal(keepDocument(client, { ...uploadOf(id, '控え.csv', 0), requestId: own ?? 0 }, table()))).toBe('conflict')
		await keepDocument(office, { ...uploadOf(id, '控え.csv', 0), requestId: own ?? 0 }, table())
		for (const act of [settleRequest(office, id, own ?? 0, true), withdrawRequest(office, id, own ?? 0)])
			expect(await refusal(act)).toBe('not-found')
		await settleRequest(client, id, own ?? 0, true)
		await withdrawRequest(client, id, other ?? 0)
		expect(await countDocuments(ctx, id)).toEqual({ documents: 1, missing: { user: 1, office: 0 } })
		expect((await noticesOf(ctx)).filter((text) => text.includes('依頼した方から書類2点のお願い'))).toHaveLength(1)
	}))

test('documents are deleted ninety days after the work was done, a week after both sides were warned', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeDeal(ctx)
		await send(as(ctx, expert), id)
		expect(await readRule(ctx, id)).toMatchObject({ keepDays: 90, isEnded: true, until: new Date(TEST_NOW.getTime() + days(90)) })
		const names = await storedNames(ctx)
		expect(await warnOfDeletion(later(ctx, 80))).toBe(0)
		expect(await warnOfDeletion(later(ctx, 84))).toBe(1)
		expect(await warnOfDeletion(later(ctx, 85))).toBe(0)
		expect((await noticesOf(ctx)).filter((text) => text.includes('2026年9月13日に削除されます'))).toHaveLength(2)
		expect(await purgeDocuments(later(ctx, 89), ctx.storage)).toBe(0)
		expect(await purgeDocuments(later(ctx, 91), ctx.storage)).toBe(1)
		expect((await readDocuments(as(ctx, member), id)).documents).toEqual([])
		for (const name of names) expect(await ctx.storage.read(name)).toBeNull()
		expect(await storedNames(ctx)).toEqual([])
	}))

test('a shorter rule of one side deletes nothing for two weeks, and a case that goes on keeps its documents', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await send(as(ctx, member), id)
		expect(await readRule(ctx, id)).toMatchObject({ isEnded: false, until: new Date(TEST_NOW.getTime() + days(365)) })
		expect(await purgeDocuments(later(ctx, 300), ctx.storage)).toBe(0)
		await closeInquiry(as(ctx, expert), id)
		await changeRule(as(later(ctx, 80), member), id, 30)
		expect(await readRule(ctx, id)).toMatchObject({ keepDays: 30, changedBy: 'user', until: new Date(TEST_NOW.getTime() + days(94)) })
		expect(await purgeDocuments(later(ctx, 93), ctx.storage)).toBe(0)
		expect(await purgeDocuments(later(ctx, 95), ctx.storage)).toBe(1)
		expect(await refusal(changeRule(as(ctx, await makeMember(ctx)), id, 30))).toBe('not-found')
	}))

test('only the side that sent a document deletes it, and uploads that stopped go after a day', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await send(as(ctx, member), id)
		const documentId = (await readDocuments(as(ctx, member), id)).documents[0]?.id ?? 0
		expect(await refusal(removeDocument(as(ctx, expert), id, documentId))).toBe('forbidden')
		await removeDocument(as(ctx, member), id, documentId)
		await removeDocument(as(ctx, member), id, documentId)
		expect(await refusal(readDocumentFile(as(ctx, expert), documentId))).toBe('not-found')
		expect(await purgeDocuments(ctx, ctx.storage)).toBe(1)
		await beginUpload(as(ctx, member), uploadOf(id, 'b.csv', 10))
		expect(await purgeDocuments(ctx, ctx.storage)).toBe(0)
		expect(await purgeDocuments(later(ctx, 2), ctx.storage)).toBe(1)
	}))

test('an office holds as much as its plan', () =>
	withCtx(async (ctx) => {
		const { id, member, expert, expertId, officeId } = await makeInquiry(ctx)
		await send(as(ctx, member), id)
		await sql`update case_documents set byte_count = 50000000`.execute(ctx.db)
		await sql`
			insert into case_documents (inquiry_id, side, author_name, file_name, kind, file_key, byte_count, client_key, created_at, ready_at)
			select inquiry_id, side, author_name, file_name, kind, 'key' || n, byte_count, 'key' || n, created_at, ready_at
			from case_documents, generate_series(1, 19) n
		`.execute(ctx.db)
		expect(await sentenceOf(send(as(ctx, expert), id, 'x.csv'))).toContain('書類の容量（1GB）')
		await sql`update office_members set role = 'owner' where office_id = ${officeId}::integer and expert_id = ${expertId}::integer`.execute(
			ctx.db,
		)
		await setAccountPlan(ctx, expert.kind === 'member' ? expert.userId : '', { plan: 'pro', until: null })
		expect(await sentenceOf(send(as(ctx, expert), id, 'x.csv'))).toBe('')
	}))

test('all documents come as one ZIP with names of their own', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await send(as(ctx, member), id, '経費.csv', table('a,1\n'))
		await send(as(ctx, member), id, '経費.CSV', table('b,2\n'))
		await send(as(ctx, expert), id, '回答.txt', table('こちらです。'))
		const zip = await wholeOf(await readZip(as(ctx, expert), id))
		const unpacked = listZip(zip, 10).map((part) => [part.name, readZipText(zip, part, 1_000)])
		expect(unpacked).toEqual([
			['依頼者から/経費.csv', 'a,1\n'],
			['依頼者から/経費 (2).csv', 'b,2\n'],
			['事務所から/回答.txt', 'こちらです。'],
		])
		expect((await readDocuments(as(ctx, member), id)).documents.map(({ seen }) => seen.length)).toEqual([0, 1, 1])
	}))

test('who leaves takes a list of the documents along; what a client sent is deleted', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await send(as(ctx, member), id)
		await send(as(ctx, expert), id, '回答.txt', table('こちらです。'))
		const user = { id: member.kind === 'member' ? member.userId : '' }
		const { caseDocuments } = await exportFromDocuments(ctx, user)
		expect(caseDocuments).toMatchObject([{ name: '経費.csv', url: expect.stringMatching(/\/mypage\/documents\/\d+\/file$/) as string }])
		await withdrawFromDocuments(ctx, user)
		expect(await exportFromDocuments(ctx, user)).toEqual({
			caseDocuments: [],
			openedCaseDocuments: [],
			documentRequests: [],
			engagementLetters: [],
		})
		expect((await readDocuments(as(ctx, expert), id)).documents.map(({ name }) => name)).toEqual(['回答.txt'])
	}))
