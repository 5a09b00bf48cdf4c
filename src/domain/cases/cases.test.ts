import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { cancelAppointment } from '../appointments/appointment-changes.ts'
import { momentAt } from '../appointments/appointment-input.ts'
import { bookingInput, openCalendar, proposalInput } from '../appointments/appointments-for-test.ts'
import { bookSlot } from '../appointments/booking.ts'
import { proposeTimes } from '../appointments/proposals.ts'
import { estimateConsents } from '../estimates/estimate-input.ts'
import { declineLead, reportContact, reportLeadDone, sendQuote } from '../estimates/estimate-leads.ts'
import { acceptQuote, askChange, getMyEstimate, type RequestKey } from '../estimates/estimate-requests.ts'
import { sendDraft } from '../estimates/estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx, quoteInput } from '../estimates/estimates-for-test.ts'
import { sendMessage, startInquiry } from '../inquiries/inquiries.ts'
import { inquiryInput, makeInquiry, message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { closeInquiry, markEngaged, reportInquiryDone } from '../inquiries/inquiry-actions.ts'
import { awaitsReply, listInquiries, readInquiry } from '../inquiries/inquiry-reading.ts'
import { makeMember, as } from '../questions/questions-for-test.ts'
import type { Ctx } from '../shared/context.ts'
import type { CaseFilter } from './case-rows.ts'
import { listCases, listFirstCases } from './cases.ts'
import { listReceivedCases } from './received-cases.ts'
import { findDeliveryThreads, openDeliveryThread } from './delivery-threads.ts'

const firstOf = async (ctx: Ctx, filter: CaseFilter = 'all') => (await listCases(ctx, { filter, cursor: null })).items[0]

/** The two sides read the same stage and turn; each finds it under `todo` exactly when it has to act. */
async function stageOnBothSides(client: Ctx, office: Ctx) {
	const own = await stageIn(client)
	const [theirs] = (await listReceivedCases(office, { filter: 'all', cursor: null })).items
	expect([theirs?.stage.stage, theirs?.stage.turn]).toEqual(own)
	const { items } = await listReceivedCases(office, { filter: 'todo', cursor: null })
	expect(items.length > 0).toBe(theirs?.stage.turn === 'office')
	return own
}

/** Where the viewer's only case is; the filters of the list agree with it. */
async function stageIn(ctx: Ctx) {
	const one = await firstOf(ctx)
	if (!one) throw new Error('no case')
	expect((await firstOf(ctx, 'todo')) !== undefined).toBe(one.stage.turn === 'client')
	expect((await firstOf(ctx, 'ended')) !== undefined).toBe(one.stage.isEnded)
	expect((await firstOf(ctx, 'open')) === undefined).toBe(one.stage.isEnded)
	return [one.stage.stage, one.stage.turn]
}

/** Whether the office has to answer in a thread. */
const waitsForOffice = async (ctx: Ctx, id: number) =>
	(await checkedSql({ id: int4 })`select i.id from inquiries i where i.id = ${id}::integer and ${awaitsReply}`.execute(ctx.db)).rows
		.length > 0

const officeOf = async (ctx: Ctx, delivery: number) =>
	(await ctx.db.selectFrom('estimate_deliveries').select('office_id').where('id', '=', delivery).executeTakeFirstOrThrow()).office_id

async function aRequest(ctx: Ctx) {
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const other = await makeOwnedOffice(ctx)
	const client = withFiles(as(leadsCtx(ctx), await makeVerifiedMember(ctx, 'client@example.com')))
	const draft = await makeDraft(leadsCtx(client), [officeId, other.officeId], 'client@example.com')
	await sendDraft(
		leadsCtx(client),
		draft,
		estimateConsents.map(({ kind }) => kind),
	)
	const { id } = await ctx.db.selectFrom('estimate_requests').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
	const key: RequestKey = { id }
	const { deliveries } = await getMyEstimate(client, key)
	const delivery = deliveries.find(({ office }) => office.id === officeId)?.id ?? 0
	return { client, key, delivery, expert: withFiles(as(ctx, owner)), stranger: as(ctx, other.owner) }
}

test('a booked meeting is nobody’s turn until the client asks something, it is over or it is cancelled', async () => {
	await withCtx(async (ctx) => {
		const { officeId, owner } = await makeOwnedOffice(ctx)
		const expert = withFiles(as(leadsCtx(ctx), owner))
		const client = withFiles(as(leadsCtx(ctx), await makeVerifiedMember(ctx, 'client@example.com')))
		await openCalendar(expert, officeId)
		const { id } = await bookSlot(client, officeId, bookingInput(momentAt('2026-06-17', '10:00')), null)
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'none'])
		const after = { now: () => momentAt('2026-06-17', '12:00') }
		expect(await stageOnBothSides({ ...client, ...after }, { ...expert, ...after })).toEqual([1, 'client'])
		const thread = (await firstOf(client))?.id ?? 0
		await sendMessage(client, thread, message('当日の持ち物を教えてください。'), [])
		expect(await stageOnBothSides(client, expert)).toEqual([0, 'office'])
		await sendMessage(expert, thread, message('確定申告書の控えをお持ちください。'), [])
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'none'])
		await cancelAppointment(expert, id, { reason: '急な用件が入りました。' })
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'client'])
	})
})

test('a request goes from the quotes to the review, and the list says whose turn it is', async () => {
	await withCtx(async (ctx) => {
		const { client, key, delivery, expert } = await aRequest(ctx)
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'office'])
		await sendQuote(expert, delivery, quoteInput())
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'client'])
		await askChange(client, key, delivery, '記帳代行を除いた金額を知りたいです。')
		expect(await stageOnBothSides(client, expert)).toEqual([1, 'office'])
		await sendQuote(expert, delivery, quoteInput())
		const { deliveries } = await getMyEstimate(client, key)
		await acceptQuote(client, key, deliveries.find(({ id }) => id === delivery)?.quotes[0]?.id ?? 0)
		expect(await stageOnBothSides(client, expert)).toEqual([2, 'office'])
		await reportContact(expert, delivery)
		expect(await stageOnBothSides(client, expert)).toEqual([3, 'office'])
		await reportLeadDone(expert, delivery)
		expect(await stageOnBothSides(client, expert)).toEqual([4, 'client'])
	})
})

test('an inquiry goes from the answer to the end', async () => {
	await withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const [client, office] = [withFiles(as(ctx, member)), withFiles(as(ctx, expert))]
		expect(await stageOnBothSides(client, office)).toEqual([0, 'office'])
		await sendMessage(office, id, message(), [])
		expect(await stageOnBothSides(client, office)).toEqual([1, 'client'])
		await proposeTimes(office, id, proposalInput(), null)
		expect(await stageOnBothSides(client, office)).toEqual([1, 'client'])
		await markEngaged(client, id)
		expect((await stageOnBothSides(client, office))[0]).toBe(2)
		await markEngaged(office, id)
		await reportInquiryDone(office, id)
		expect(await stageOnBothSides(client, office)).toEqual([4, 'client'])
	})
})

test('the first cases are those of the client’s turn, then what goes on, and none that has ended', async () => {
	await withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		const [client, office] = [withFiles(as(ctx, member)), withFiles(as(ctx, expert))]
		await sendMessage(office, id, message(), [])
		for (const subject of ['記帳の相談', '届出の相談', '別の相談']) await startInquiry(client, officeId, inquiryInput({ subject }), [])
		const { items } = await listCases(client, { filter: 'open', cursor: null })
		const [newest, second] = items
		await closeInquiry(client, newest?.id ?? 0)
		expect((await listFirstCases(client, 2)).map((item) => item.id)).toEqual([id, second?.id])
	})
})

test('documents that are missing give the turn to who is to send them, in the list as on the page', async () => {
	await withCtx(async (ctx) => {
		const { id, member, expert } = await makeInquiry(ctx)
		const [client, office] = [withFiles(as(ctx, member)), withFiles(as(ctx, expert))]
		const ask = (side: 'user' | 'office', title: string) =>
			ctx.db.insertInto('document_requests').values({ inquiry_id: id, side, title, created_at: ctx.now() }).execute()
		const withdraw = () => ctx.db.updateTable('document_requests').set({ withdrawn_at: ctx.now() }).execute()
		await ask('user', '申告書の控え')
		expect(await stageOnBothSides(client, office)).toEqual([0, 'office'])
		await sendMessage(office, id, message(), [])
		expect(await stageOnBothSides(client, office)).toEqual([1, 'office'])
		await withdraw()
		await ask('office', '通帳の写し')
		expect(await stageOnBothSides(client, office)).toEqual([1, 'client'])
		await markEngaged(client, id)
		expect(await stageOnBothSides(client, office)).toEqual([2, 'office'])
		await markEngaged(office, id)
		expect(await stageOnBothSides(client, office)).toEqual([3, 'client'])
		await ask('user', '領収書')
		expect(await stageOnBothSides(client, office)).toEqual([3, 'client'])
		await ctx.db.updateTable('document_requests').set({ settled_at: ctx.now() }).where('side', '=', 'office').execute()
		expect(await stageOnBothSides(client, office)).toEqual([3, 'office'])
		expect((await firstOf(client))?.stage.client).toContain('事務所から届くのをお待ちください')
		await reportInquiryDone(office, id)
		expect(await stageOnBothSides(client, office)).toEqual([4, 'client'])
	})
	await withCtx(async (ctx) => {
		const { client, key, delivery, expert } = await aRequest(ctx)
		const { inquiryId } = await openDeliveryThread(client, delivery)
		await ctx.db.insertInto('document_requests').values({ inquiry_id: inquiryId, title: '通帳の写し', created_at: ctx.now() }).execute()
		await sendQuote(expert, delivery, quoteInput())
		const { deliveries } = await getMyEstimate(client, key)
		await acceptQuote(client, key, deliveries.find(({ id }) => id === delivery)?.quotes[0]?.id ?? 0)
		expect(await stageOnBothSides(client, expert)).toEqual([2, 'office'])
		await reportContact(expert, delivery)
		expect(await stageOnBothSides(client, expert)).toEqual([3, 'client'])
	})
})

test('a closed inquiry is over', async () => {
	await withCtx(async (ctx) => {
		const { id, member } = await makeInquiry(ctx)
		await closeInquiry(as(ctx, member), id)
		expect(await stageIn(as(ctx, member))).toEqual([1, 'none'])
		expect((await listCases(as(ctx, await makeMember(ctx)), { filter: 'all', cursor: null })).items).toEqual([])
	})
})

test('client and office of a request share one conversation from the start, and nobody else has it', async () => {
	await withCtx(async (ctx) => {
		const { client, delivery, expert, stranger } = await aRequest(ctx)
		const { inquiryId } = await openDeliveryThread(client, delivery)
		expect(await openDeliveryThread(expert, delivery)).toEqual({ inquiryId })
		await expect(openDeliveryThread(stranger, delivery)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(readInquiry(stranger, inquiryId)).rejects.toMatchObject({ kind: 'not-found' })
		await sendMessage(expert, inquiryId, message('決算書はお持ちですか。'), [])
		const thread = await readInquiry(expert, inquiryId)
		expect(thread.contactName).toBe('山田 花子')
		expect(JSON.stringify(thread)).not.toMatch(/client@example\.com|090-0000-0000/)
		expect((await findDeliveryThreads(ctx, [delivery], 'user')).get(delivery)).toEqual({
			inquiryId,
			hasAccount: true,
			isUnread: true,
			isTimeProposed: false,
			missing: { user: false, office: false },
		})
		// It is a part of the request, not a case of its own.
		const { items } = await listCases(client, { filter: 'all', cursor: null })
		expect(items).toMatchObject([{ kind: 'estimate', isUnread: true }])
	})
})

test('no conversation begins with an office that declined, nor with a client without an account', async () => {
	await withCtx(async (ctx) => {
		const { client, delivery, expert } = await aRequest(ctx)
		await declineLead(expert, delivery, '業務の範囲外のため')
		await expect(openDeliveryThread(client, delivery)).rejects.toMatchObject({ kind: 'conflict' })
	})
	await withCtx(async (ctx) => {
		const { key, delivery, expert } = await aRequest(ctx)
		await ctx.db
			.updateTable('estimate_requests')
			.set({ user_id: null })
			.where('id', '=', 'id' in key ? key.id : 0)
			.execute()
		await expect(openDeliveryThread(expert, delivery)).rejects.toMatchObject({ kind: 'conflict' })
	})
})

test('the conversation ends with the request for an office that was not chosen, and takes no deal of its own', async () => {
	await withCtx(async (ctx) => {
		const { client, delivery, expert } = await aRequest(ctx)
		const { inquiryId } = await openDeliveryThread(client, delivery)
		// Nobody has written in it: the lists name the request alone.
		expect((await listInquiries(expert, { officeId: await officeOf(ctx, delivery), cursor: null })).items).toEqual([])
		await sendMessage(client, inquiryId, message('いつごろ見積もりをいただけますか。'), [])
		expect(await waitsForOffice(ctx, inquiryId)).toBe(true)
		await expect(markEngaged(client, inquiryId)).rejects.toMatchObject({ kind: 'conflict' })
		await declineLead(expert, delivery, '業務の範囲外のため')
		await expect(sendMessage(client, inquiryId, message('ほかの業務ではいかがでしょうか。'), [])).rejects.toMatchObject({
			kind: 'conflict',
		})
		expect(await waitsForOffice(ctx, inquiryId)).toBe(false)
		expect((await listReceivedCases(expert, { filter: 'ended', cursor: null })).items).toMatchObject([
			{ kind: 'estimate', id: delivery, threadId: inquiryId },
		])
	})
})

test('the list of an office names no client and is closed to who is no expert', async () => {
	await withCtx(async (ctx) => {
		const { client, expert, stranger } = await aRequest(ctx)
		expect(JSON.stringify(await listReceivedCases(expert, { filter: 'all', cursor: null }))).not.toMatch(/山田|client@example/)
		expect((await listReceivedCases(stranger, { filter: 'all', cursor: null })).items).toHaveLength(1)
		await expect(listReceivedCases(client, { filter: 'all', cursor: null })).rejects.toMatchObject({ kind: 'forbidden' })
	})
})
