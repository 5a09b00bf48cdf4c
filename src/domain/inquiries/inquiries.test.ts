import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import type { Ctx } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { makeMember, makeExpertViewer, as, refusal } from '../questions/questions-for-test.ts'
import { findFinishedWork } from '../estimates/dealings.ts'
import { makeDeal, makeInquiry, idOfViewer, inquiryInput, message, withFiles } from './inquiries-for-test.ts'
import { getAskForm, sendMessage, startInquiry } from './inquiries.ts'
import {
	blockOtherSide,
	closeInquiry,
	markEngaged,
	remindOfInquiriesDone,
	reopenInquiry,
	reportInquiryDone,
	unblockOtherSide,
	withdrawEngaged,
} from './inquiry-actions.ts'
import { purgeInquiryFiles, readInquiryFile } from './inquiry-files.ts'
import { exportFromInquiries, withdrawFromInquiries } from './inquiry-personal.ts'
import { countUnreadInquiries, listInquiries, readInquiry } from './inquiry-reading.ts'
import { measureReplyTimes } from './inquiry-reply-time.ts'
import { replyTimeText } from './inquiry-input.ts'
import { days } from '../shared/japan-time.ts'
import { businessMinutes } from '../shared/business-hours.ts'

const sentenceOf = async (promise: Promise<unknown>): Promise<string> => {
	const error: unknown = await promise.then(
		() => null,
		(thrown: unknown) => thrown,
	)
	return isDomainError(error) ? Object.values(error.fields).join(' ') : ''
}
const noticesOf = async (ctx: Ctx): Promise<string[]> => {
	const { rows } = await sql<{ said: string }>`
		select concat_ws(' ', event->>'userId', event->>'kind') as said from pending_events where event->>'event' = 'notice' order by id
	`.execute(ctx.db)
	return rows.map(({ said }) => said)
}

test('a thread is read by its two sides alone, and each learns what the other wrote', () =>
	withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		expect(await noticesOf(ctx)).toEqual([`${idOfViewer(expert)} office-inquiry`])
		expect((await countUnreadInquiries(as(ctx, expert))).offices).toMatchObject([{ officeId, unread: 1 }])
		expect(await readInquiry(as(ctx, expert), id)).toMatchObject({ side: 'office', contactName: '渡辺 さくら', closed: null })
		expect((await countUnreadInquiries(as(ctx, expert))).offices).toMatchObject([{ unread: 0 }])
		await sendMessage(withFiles(as(ctx, expert)), id, message(), [])
		expect(await countUnreadInquiries(as(ctx, member))).toMatchObject({ own: 1 })
		const list = await listInquiries(as(ctx, member), { officeId: null, cursor: null })
		expect(list.items).toMatchObject([{ id, isUnread: true, state: 'answered' }])
		expect((await readInquiry(as(ctx, member), id)).messages.map(({ side }) => side)).toEqual(['user', 'office'])

		const strangers = [await makeMember(ctx), await makeMember(ctx, ['admin']), (await makeExpertViewer(ctx)).viewer]
		for (const stranger of strangers) {
			expect(await refusal(readInquiry(as(ctx, stranger), id))).toBe('not-found')
			expect(await refusal(sendMessage(withFiles(as(ctx, stranger)), id, message(), []))).toBe('not-found')
			expect(await refusal(markEngaged(as(ctx, stranger), id))).toBe('not-found')
			expect(await refusal(listInquiries(as(ctx, stranger), { officeId, cursor: null }))).toBe('not-found')
		}
		expect(await refusal(readInquiry(ctx, id))).toBe('unauthenticated')
	}))

test('the office learns until when a reply is hoped for, with the question and with more of it', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await sendMessage(withFiles(as(ctx, expert)), id, message(), [])
		await sendMessage(withFiles(as(ctx, member)), id, message('もう1つ教えてください。'), [])
		const { rows } = await sql<{ facts: { label: string; value: string }[] }>`
			select event->'facts' as facts from pending_events where event->>'kind' = 'office-inquiry' order by id
		`.execute(ctx.db)
		const due = { label: '返信の目安', value: '2026年6月17日 12:00' }
		expect(rows.map(({ facts }) => facts.at(-1))).toEqual([due, due])
	}))

test('a subject makes one thread, and a second submit nothing new', () =>
	withCtx(async (ctx) => {
		const { id, officeId, member } = await makeInquiry(ctx)
		const mine = withFiles(as(ctx, member))
		expect(await sentenceOf(startInquiry(mine, officeId, inquiryInput(), []))).toContain('同じ件名')
		const second = inquiryInput({ subject: '記帳を頼みたい' })
		const made = await startInquiry(mine, officeId, second, [])
		expect(await startInquiry(mine, officeId, second, [])).toEqual(made)
		const reply = message('よろしくお願いします。')
		await sendMessage(mine, id, reply, [])
		await sendMessage(mine, id, reply, [])
		expect((await readInquiry(mine, id)).messages).toHaveLength(2)
		for (let n = 0; n < 8; n++) await startInquiry(mine, officeId, inquiryInput({ subject: `件名${n}` }), [])
		expect(await refusal(startInquiry(mine, officeId, inquiryInput({ subject: '十一件目' }), []))).toBe('throttled')
	}))

test('an office that takes none, or one’s own, is not asked', () =>
	withCtx(async (ctx) => {
		const { viewer, expertId } = await makeExpertViewer(ctx)
		const member = withFiles(as(ctx, await makeMember(ctx)))
		const paused = await makeOffice(ctx, { expertIds: [expertId], accepting: 'paused' })
		expect(await sentenceOf(startInquiry(member, paused, inquiryInput(), []))).toContain('休止')
		expect((await getAskForm(ctx, paused)).closed).toContain('休止')
		const empty = await makeOffice(ctx)
		expect((await getAskForm(ctx, empty)).closed).toContain('登録していません')
		const own = await makeOffice(ctx, { expertIds: [expertId] })
		expect(await sentenceOf(startInquiry(withFiles(as(ctx, viewer)), own, inquiryInput(), []))).toContain('ご自身')
		const draft = await makeOffice(ctx, { state: 'draft', published_at: null, expertIds: [expertId] })
		expect(await refusal(getAskForm(ctx, draft))).toBe('not-found')
	}))

test('both sides make the deal, one alone does not', () =>
	withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		const userId = idOfViewer(member)
		expect(await sentenceOf(markEngaged(as(ctx, member), id))).toContain('返信があってから')
		await sendMessage(withFiles(as(ctx, expert)), id, message(), [])
		await markEngaged(as(ctx, member), id)
		expect(await findFinishedWork(ctx, userId, officeId)).toBeNull()
		await withdrawEngaged(as(ctx, member), id)
		await markEngaged(as(ctx, expert), id)
		expect(await findFinishedWork(ctx, userId, officeId)).toBeNull()
		expect(await sentenceOf(reportInquiryDone(as(ctx, expert), id))).toContain('双方が登録してから')
		await markEngaged(as(ctx, member), id)
		expect(await findFinishedWork(ctx, userId, officeId)).toBeNull()
		await reportInquiryDone(as(ctx, expert), id)
		await reportInquiryDone(as(ctx, member), id)
		expect(await findFinishedWork(ctx, userId, officeId)).not.toBeNull()
		expect(await sentenceOf(withdrawEngaged(as(ctx, member), id))).toContain('取り消せません')
		expect(await findFinishedWork(ctx, idOfViewer(expert), officeId)).toBeNull()
	}))

test('both sides are reminded once, after two months, of work that neither has reported done', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		await sendMessage(withFiles(as(ctx, expert)), id, message(), [])
		for (const side of [member, expert]) await markEngaged(as(ctx, side), id)
		const later = (passed: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days(passed)) })
		expect(await remindOfInquiriesDone(later(59))).toBe(0)
		expect(await remindOfInquiriesDone(later(60))).toBe(1)
		expect(await remindOfInquiriesDone(later(61))).toBe(0)
		const { rows } = await sql<{ user_id: string; text: string }>`
			select event->>'userId' as user_id, event->>'text' as text from pending_events where event->>'subject' = ${`inquiry:${id}:done-reminder`}
		`.execute(ctx.db)
		expect(rows.map((row) => row.user_id).toSorted()).toEqual([idOfViewer(member), idOfViewer(expert)].toSorted())
		expect(rows[0]?.text).toContain('60日')
	}))

test('a closed or blocked thread takes nothing until it is opened again', () =>
	withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		const mine = withFiles(as(ctx, member))
		await closeInquiry(as(ctx, expert), id)
		expect(await sentenceOf(sendMessage(mine, id, message(), []))).toContain('終了')
		await reopenInquiry(mine, id)
		await sendMessage(mine, id, message(), [])
		await blockOtherSide(as(ctx, expert), id)
		expect(await sentenceOf(sendMessage(mine, id, message(), []))).toContain('続けられません')
		expect(await sentenceOf(startInquiry(mine, officeId, inquiryInput({ subject: '別の件' }), []))).toContain('問い合わせできません')
		expect(await sentenceOf(reopenInquiry(mine, id))).toContain('続けられません')
		await unblockOtherSide(mine, id)
		expect((await readInquiry(mine, id)).closed).not.toBeNull()
		await unblockOtherSide(as(ctx, expert), id)
		expect((await readInquiry(mine, id)).closed).toBeNull()
	}))

test('files are judged by their content, re-encoded and served to the two sides alone', async () => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'inquiry-files-'))
	const pixels = { create: { width: 40, height: 30, channels: 3, background: '#336699' } } as const
	const webp = await sharp(pixels)
		.withMetadata({ exif: { IFD0: { Artist: 'somebody' } } })
		.webp()
		.toBuffer()
	await withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const office = withFiles(as(ctx, expert), folder)
		const bad = [
			Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
			Buffer.from('PK\x03\x04'),
			Buffer.from('%PDF-1.4 no end'),
			Buffer.alloc(0),
		]
		for (const content of bad) expect(await sentenceOf(sendMessage(office, id, message(), [{ name: 'a.pdf', content }]))).toContain('「a」')
		const many = Array.from({ length: 6 }, () => ({ name: 'a.webp', content: webp }))
		expect(await sentenceOf(sendMessage(office, id, message(), many))).toContain('5つまで')
		await sendMessage(office, id, message(), [{ name: '..\\..\\見積"書.webp', content: webp }])
		const [file] = (await readInquiry(as(ctx, member), id)).messages.at(-1)?.files ?? []
		expect(file).toMatchObject({ name: '見積書.jpg' })
		const read = await readInquiryFile(withFiles(as(ctx, member), folder), file?.id ?? 0)
		expect(read.mediaType).toBe('image/jpeg')
		expect((await sharp(read.content).metadata()).exif).toBeUndefined()
		expect(await refusal(readInquiryFile(withFiles(as(ctx, await makeMember(ctx)), folder), file?.id ?? 0))).toBe('not-found')

		await withdrawFromInquiries(ctx, { id: idOfViewer(expert) })
		expect(await purgeInquiryFiles({ ...ctx, now: () => new Date(TEST_NOW.getTime() + 7_200_000) }, office.storage)).toBe(0)
		await sql`update inquiry_files set message_id = null`.execute(ctx.db)
		expect(await purgeInquiryFiles({ ...ctx, now: () => new Date(TEST_NOW.getTime() + 7_200_000) }, office.storage)).toBe(1)
		expect(await office.storage.read('inquiries/x')).toBeNull()
	})
	await rm(folder, { recursive: true, force: true })
})

test('business minutes leave out nights, weekends and holidays', () => {
	const at = (text: string) => new Date(`${text}+09:00`)
	expect(businessMinutes(at('2026-06-15T10:00'), at('2026-06-15T10:30'))).toBe(30)
	expect(businessMinutes(at('2026-06-15T17:30'), at('2026-06-16T09:30'))).toBe(60)
	expect(businessMinutes(at('2026-06-12T18:30'), at('2026-06-15T08:00'))).toBe(0)
	expect(businessMinutes(at('2026-06-12T17:00'), at('2026-06-15T10:00'))).toBe(120)
	// 海の日 is on Monday, 20 July 2026.
	expect(businessMinutes(at('2026-07-17T17:00'), at('2026-07-21T10:00'))).toBe(120)
	expect(replyTimeText(45)).toBe('通常1時間以内に返信')
	expect(replyTimeText(541)).toBe('通常2営業日以内に返信')
	expect([replyTimeText(null), replyTimeText(9_000)]).toEqual([null, null])
})

test('the time to reply is measured from three threads of 90 days', () =>
	withCtx(async (ctx) => {
		const { viewer: expert, expertId } = await makeExpertViewer(ctx)
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		const measured = async () =>
			(await sql<{ reply_minutes: number | null }>`select reply_minutes from offices where id = ${officeId}`.execute(ctx.db)).rows[0]
				?.reply_minutes
		for (const [place, minutes] of [10, 30, 200].entries()) {
			expect(await measured()).toBeNull()
			const mine = withFiles(as(ctx, await makeMember(ctx)))
			const { id } = await startInquiry(mine, officeId, inquiryInput({ subject: `件名${place}` }), [])
			const later = { ...withFiles(as(ctx, expert)), now: () => new Date(TEST_NOW.getTime() + minutes * 60_000) }
			await sendMessage(later, id, message(), [])
		}
		expect(await measured()).toBe(30)
		expect(await measureReplyTimes(ctx, null)).toBe(0)
		expect(await measureReplyTimes({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(91)) }, null)).toBe(1)
		expect(await measured()).toBeNull()
	}))

test('deleting the account removes the name; the export before contains everything', () =>
	withCtx(async (ctx) => {
		const { id, member, expert } = await makeDeal(ctx)
		const user = { id: idOfViewer(member) }
		expect(JSON.stringify(await exportFromInquiries(ctx, user))).toContain('はじめての確定申告')
		await withdrawFromInquiries(ctx, user)
		const left = await readInquiry(as(ctx, expert), id)
		expect(left).toMatchObject({ contactName: '退会した利用者', userId: null })
		expect(left.closed).toContain('退会')
		expect((await listInquiries(as(ctx, expert), { officeId: left.officeId, cursor: null })).items[0]).toMatchObject({ hasLeft: true })
		expect(JSON.stringify(left)).not.toContain('さくら')
		expect(await exportFromInquiries(ctx, user)).toEqual({ inquiries: [], messagesForOffices: [] })
		const { rows } = await sql<{ event: unknown }>`select event from pending_events where event ->> 'kind' = 'office-inquiry'`.execute(
			ctx.db,
		)
		expect(rows.length).toBeGreaterThan(0)
		expect(JSON.stringify(rows)).not.toContain('さくら')
	}))
