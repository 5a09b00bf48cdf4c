import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { cancelAppointment } from '../../appointments/appointment-changes.ts'
import { momentAt } from '../../appointments/appointment-input.ts'
import { getAppointment } from '../../appointments/appointment-access.ts'
import { bookSlot } from '../../appointments/booking.ts'
import { bookingInput, makeAppointment, openCalendar, proposalInput } from '../../appointments/appointments-for-test.ts'
import { closeProposal, proposeTimes } from '../../appointments/proposals.ts'
import { requestDocuments } from '../../documents/document-requests.ts'
import { estimateConsents } from '../../estimates/estimate-input.ts'
import { declineLead, reportContact, reportLeadDone, sendQuote } from '../../estimates/estimate-leads.ts'
import { acceptQuote, askChange, cancelEstimate, getMyEstimate, listMyEstimates } from '../../estimates/estimate-requests.ts'
import { sendDraft } from '../../estimates/estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx, quoteInput } from '../../estimates/estimates-for-test.ts'
import { assignCase, readAssignment } from '../../cases/assignment.ts'
import { openDeliveryThread } from '../../cases/delivery-threads.ts'
import { startInquiry, sendMessage } from '../../inquiries/inquiries.ts'
import { closeInquiry, markEngaged, reportInquiryDone } from '../../inquiries/inquiry-actions.ts'
import { inquiryInput, message, withFiles } from '../../inquiries/inquiries-for-test.ts'
import { makeMember, as, questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postQuestion } from '../../questions/questions.ts'
import { answerDeadline } from '../../shared/business-hours.ts'
import type { Ctx } from '../../shared/context.ts'
import { hours } from '../../shared/japan-time.ts'
import { listInbox, type InboxQuery } from './inbox.ts'
import type { InboxTab } from './inbox-input.ts'
import { readWaitingCounts } from './waiting-counts.ts'

const everything: InboxQuery = { tab: 'due', kind: null, officeId: null, assigned: null, search: '', cursor: null }

/** An office with a request for an estimate and an inquiry, both of one member. */
async function makeInbox(ctx: TestCtx) {
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const member = withFiles(as(leadsCtx(ctx), await makeVerifiedMember(ctx)))
	await sendDraft(
		member as never,
		await makeDraft(member as never, [officeId]),
		estimateConsents.map(({ kind }) => kind),
	)
	const requestId = (await listMyEstimates(member, null)).items[0]?.id ?? 0
	const { id: inquiryId } = await startInquiry(member, officeId, inquiryInput({ subject: '相続の相談' }), [])
	const office = withFiles(as(leadsCtx(ctx), owner))
	const deliveryId = (await getMyEstimate(member, { id: requestId })).deliveries[0]?.id ?? 0
	return { officeId, office, member, requestId, deliveryId, inquiryId }
}

const read = async (ctx: Ctx, query: Partial<InboxQuery> = {}) => {
	const { items, counts } = await listInbox(ctx, { ...everything, ...query })
	return { rows: items.map(({ kind, id, state }) => [kind, id, state]), counts }
}

describe('an inbox', () => {
	test('goes on page by page, each item once', () =>
		withCtx(async (ctx) => {
			const { office, inquiryId } = await makeInbox(ctx)
			await sql`
				insert into inquiries overriding system value
				select (jsonb_populate_record(i, jsonb_build_object('id', i.id + 100000 + n, 'client_key', gen_random_uuid(), 'subject', '相談' || n))).*
				from inquiries i, generate_series(1, 40) n where i.id = ${inquiryId}
			`.execute(ctx.db)
			const first = await listInbox(office, everything)
			const second = await listInbox(office, { ...everything, cursor: first.page.next?.cursor ?? null })
			expect([first.items.length, second.items.length, second.page.next]).toEqual([30, 12, null])
			expect(new Set([...first.items, ...second.items].map(({ kind, id }) => `${kind}:${id}`)).size).toBe(42)
			expect(first.counts.due).toBe(42)
		}))

	test('holds no reply to a booking until its client writes something more', () =>
		withCtx(async (ctx) => {
			const { office, member, officeId } = await makeInbox(ctx)
			await openCalendar(office, officeId)
			const booked = await bookSlot(member, officeId, bookingInput(momentAt('2026-06-17', '10:00')), null)
			const { inquiryId } = await getAppointment(ctx, booked.id)
			const replies = async () => (await read(office, { kind: 'inquiry' })).rows.filter(([, id]) => id === inquiryId)
			expect(await replies()).toEqual([])
			expect((await read(office, { tab: 'waiting' })).rows).toContainEqual(['inquiry', inquiryId, 'replied'])
			await sendMessage(member, inquiryId, message('持ち物を教えてください。'), [])
			expect(await replies()).toEqual([['inquiry', inquiryId, 'reply']])
		}))

	test('holds what waits for an answer by its deadline, and hands it on as it is answered', () =>
		withCtx(async (ctx) => {
			const { office, member, requestId, deliveryId, inquiryId } = await makeInbox(ctx)
			const due = await listInbox(office, everything)
			expect(due.items.map(({ kind, state }) => [kind, state])).toEqual([
				['lead', 'quote'],
				['inquiry', 'reply'],
			])
			expect(due.items.map(({ at }) => at)).toEqual([answerDeadline(TEST_NOW), answerDeadline(TEST_NOW)])
			expect(due.counts).toEqual({ due: 2, waiting: 0, won: 0, over: 0 })

			await sendQuote(office, deliveryId, quoteInput())
			await sendMessage(office, inquiryId, message(), [])
			expect((await read(office)).rows).toEqual([])
			expect((await read(office, { tab: 'waiting' })).counts).toEqual({ due: 0, waiting: 2, won: 0, over: 0 })

			await askChange(member, { id: requestId }, deliveryId, '記帳代行を除いてください。')
			expect((await read(office)).rows).toEqual([['lead', deliveryId, 'change']])
			await sendQuote(office, deliveryId, quoteInput())
			await acceptQuote(member, { id: requestId }, (await getMyEstimate(member, { id: requestId })).deliveries[0]?.quotes[0]?.id ?? 0)
			await sendMessage(member, inquiryId, message('もう一つ教えてください。'), [])
			// Who chose the office waits for a call: that comes first.
			expect((await read(office)).rows).toEqual([
				['lead', deliveryId, 'contact'],
				['inquiry', inquiryId, 'reply'],
			])
			expect((await listInbox(office, everything)).items[1]?.at).toEqual(answerDeadline(TEST_NOW))
			await reportContact(office, deliveryId)
			await closeInquiry(office, inquiryId)
			expect((await read(office)).counts).toEqual({ due: 0, waiting: 0, won: 1, over: 1 })
			expect((await read(office, { tab: 'over' })).rows).toEqual([['inquiry', inquiryId, 'closed']])
		}))

	test('asks for the confirmation that a client waits for, and shows the conversation of a request only while somebody waits in it', () =>
		withCtx(async (ctx) => {
			const { office, member, inquiryId, deliveryId } = await makeInbox(ctx)
			await sendMessage(office, inquiryId, message(), [])
			await markEngaged(member, inquiryId)
			expect((await read(office, { kind: 'inquiry' })).rows).toEqual([['inquiry', inquiryId, 'confirm']])
			expect((await readWaitingCounts(office)).toReply).toBe(1)
			await markEngaged(office, inquiryId)
			expect((await read(office, { kind: 'inquiry' })).rows).toEqual([])
			const { inquiryId: threadId } = await openDeliveryThread(office, deliveryId)
			expect((await read(office, { tab: 'waiting', kind: 'inquiry' })).rows).toEqual([])
			await sendMessage(member, threadId, message('いつごろになりますか。'), [])
			expect((await read(office, { kind: 'inquiry' })).rows).toEqual([['inquiry', threadId, 'reply']])
		}))

	test('keeps the first deadline when a client writes again before the answer', () =>
		withCtx(async (ctx) => {
			const { office, member, inquiryId } = await makeInbox(ctx)
			const later = { ...member, now: () => new Date(TEST_NOW.getTime() + hours(1)) }
			await sendMessage(later, inquiryId, message('追記です。'), [])
			const { items } = await listInbox(office, { ...everything, kind: 'inquiry' })
			expect(items.map(({ at }) => at)).toEqual([answerDeadline(TEST_NOW)])
		}))

	test('is searched by title and name, and narrowed by kind and office', () =>
		withCtx(async (ctx) => {
			const { office, officeId, inquiryId, deliveryId } = await makeInbox(ctx)
			expect((await read(office, { search: '相続' })).rows).toEqual([['inquiry', inquiryId, 'reply']])
			expect((await read(office, { search: '渡辺' })).rows).toEqual([['inquiry', inquiryId, 'reply']])
			expect((await read(office, { search: '100%' })).rows).toEqual([])
			expect((await read(office, { kind: 'lead' })).rows).toEqual([['lead', deliveryId, 'quote']])
			expect((await read(office, { officeId })).rows).toHaveLength(2)
			expect((await read(office, { officeId: officeId + 1 })).rows).toEqual([])
			// Nobody has taken anything on yet.
			expect((await read(office, { assigned: 'own' })).rows).toEqual([])
			const lead = { kind: 'lead', id: deliveryId } as const
			const [own] = (await readAssignment(office, lead)).members
			await assignCase(office, lead, own?.expertId ?? 0)
			expect((await read(office, { assigned: 'own' })).rows).toEqual([['lead', deliveryId, 'quote']])
			expect((await read(office, { assigned: 'nobody' })).rows).toEqual([['inquiry', inquiryId, 'reply']])
			expect((await listInbox(office, { ...everything, kind: 'lead' })).items[0]?.assignee).not.toBe('')
		}))

	test('holds appointments and proposals of times: as work of the office from a day before, or once the client has declined', () =>
		withCtx(async (ctx) => {
			const { office, member, officeId, inquiryId } = await makeInbox(ctx)
			await sendMessage(office, inquiryId, message(), [])
			const proposals = (tab: InboxTab) => read(office, { tab, kind: 'proposal' })
			await proposeTimes(office, inquiryId, proposalInput(), null)
			expect((await proposals('waiting')).rows).toEqual([['proposal', inquiryId, 'proposed']])
			expect((await readWaitingCounts(member)).proposals).toEqual({ inquiryId, count: 1 })
			await closeProposal(member, inquiryId)
			expect((await proposals('due')).rows).toEqual([['proposal', inquiryId, 'propose']])
			expect((await readWaitingCounts(member)).proposals).toBe(null)
			expect((await readWaitingCounts(office)).toArrange).toBe(1)
			expect((await listInbox(office, { ...everything, kind: 'proposal', assigned: 'nobody' })).items).toHaveLength(1)

			await proposeTimes(office, inquiryId, proposalInput(), null)
			const later = { ...office, now: () => new Date('2026-06-30T00:00:00Z') }
			// The proposed time passed without an answer: the office has to propose another.
			expect((await read(later, { kind: 'proposal' })).rows).toEqual([['proposal', inquiryId, 'propose']])
			await sendMessage(later, inquiryId, message('またご連絡ください。'), [])
			expect((await read(later, { kind: 'proposal' })).counts).toEqual({ due: 0, waiting: 0, won: 0, over: 0 })

			const id = await makeAppointment(member, office, officeId, inquiryId)
			expect((await proposals('due')).rows).toEqual([])
			expect((await read(office, { tab: 'waiting', kind: 'appointment' })).rows).toEqual([['appointment', id, 'booked']])
			const eve = { ...office, now: () => new Date('2026-06-16T09:00:00Z') }
			const due = await listInbox(eve, { ...everything, kind: 'appointment' })
			expect(due.items.map((item) => [item.id, item.state, item.at])).toEqual([[id, 'meet', new Date('2026-06-17T01:00:00Z')]])
			await cancelAppointment(office, id, { reason: '' })
			expect((await read(eve, { kind: 'appointment' })).counts).toEqual({ due: 0, waiting: 0, won: 0, over: 0 })
		}))

	test('holds documents that are missing: the office’s own as work, the client’s as awaited', () =>
		withCtx(async (ctx) => {
			const { office, member, inquiryId } = await makeInbox(ctx)
			const documents = async (tab: InboxTab) =>
				(await listInbox(office, { ...everything, tab, kind: 'document' })).items.map(({ id, state, title }) => [id, state, title])
			await requestDocuments(office, inquiryId, { titles: ['通帳の写し', '請求書'] })
			expect(await documents('waiting')).toEqual([[inquiryId, 'requested', '通帳の写しほか1点（相続の相談）']])
			await requestDocuments(member, inquiryId, { titles: ['見積書'] })
			expect(await documents('due')).toEqual([[inquiryId, 'submit', '見積書（相続の相談）']])
			expect(await readWaitingCounts(office)).toMatchObject({ toArrange: 1, documents: { inquiryId, count: 1 } })
			expect(await readWaitingCounts(member)).toMatchObject({ toArrange: 0, documents: { inquiryId, count: 2 } })
			await closeInquiry(office, inquiryId)
			expect([...(await documents('due')), ...(await documents('waiting'))]).toEqual([])
		}))

	test('offers questions after everything that has a deadline, in every year', () =>
		withCtx(async (ctx) => {
			const { office, member, inquiryId, deliveryId } = await makeInbox(ctx)
			const { id: questionId } = await postQuestion(member, questionInput())
			const rows = [
				['lead', deliveryId, 'quote'],
				['inquiry', inquiryId, 'reply'],
				['question', questionId, 'answer'],
			]
			expect((await read(office)).rows).toEqual(rows)
			await sql`update questions set created_at = timestamptz '2060-01-01' where id = ${questionId}`.execute(ctx.db)
			expect((await read(office)).rows).toEqual(rows)
			// Titles and names are looked up for the rows of a page.
			expect((await listInbox(office, everything)).items.map(({ title, person }) => [title, person])).toEqual([
				['確定申告（東京都三鷹市）', '山田 花子'],
				['相続の相談', '渡辺 さくら'],
				[questionInput().title, ''],
			])
		}))

	test('says what was declined or came too late', () =>
		withCtx(async (ctx) => {
			const { office, deliveryId } = await makeInbox(ctx)
			const late = { ...office, now: () => new Date(answerDeadline(TEST_NOW).getTime() + 1) }
			expect((await read(late, { tab: 'over' })).rows).toEqual([['lead', deliveryId, 'late']])
			await declineLead(office, deliveryId, '今月は手が空きません。')
			expect((await read(office, { tab: 'over' })).rows).toEqual([['lead', deliveryId, 'declined']])
		}))

	test('goes through what has ended page by page and back, the newest first, several of one second too', () =>
		withCtx(async (ctx) => {
			const { office, officeId, inquiryId, deliveryId } = await makeInbox(ctx)
			await declineLead(office, deliveryId, '今月は手が空きません。')
			await closeInquiry(office, inquiryId)
			await sql`
				insert into inquiries overriding system value
				select (jsonb_populate_record(i, jsonb_build_object(
					'id', i.id + 100000 + n, 'client_key', gen_random_uuid(), 'subject', '相談' || n, 'closed_at', i.closed_at - n / 4 * interval '1 second'
				))).*
				from inquiries i, generate_series(0, 64) n where i.id = ${inquiryId}
			`.execute(ctx.db)
			const over = { ...everything, tab: 'over' } as const
			const pages = [await listInbox(office, over)]
			for (let next = pages[0]?.page.next; next; next = pages.at(-1)?.page.next)
				pages.push(await listInbox(office, { ...over, cursor: next.cursor }))
			expect(pages.map(({ items }) => items.length)).toEqual([30, 30, 7])
			const items = pages.flatMap((page) => page.items)
			expect(new Set(items.map(({ kind, id }) => `${kind}:${id}`)).size).toBe(67)
			expect(items.map(({ at }) => at.getTime())).toEqual(items.map(({ at }) => at.getTime()).toSorted((a, b) => b - a))
			expect(items.find(({ kind }) => kind === 'lead')).toMatchObject({
				id: deliveryId,
				state: 'declined',
				title: '確定申告（東京都三鷹市）',
			})
			const back = await listInbox(office, { ...over, cursor: pages[2]?.page.previous?.cursor ?? null })
			expect(back.items).toEqual(pages[1]?.items)

			const counted = async (query: Partial<InboxQuery>) => (await listInbox(office, { ...over, ...query })).counts.over
			const narrowed: Partial<InboxQuery>[] = [
				{},
				{ kind: 'lead' },
				{ kind: 'letter' },
				{ officeId },
				{ officeId: officeId + 1 },
				{ assigned: 'own' },
			]
			expect(await Promise.all(narrowed.map(counted))).toEqual([67, 1, 0, 67, 0, 0])
			expect([await counted({ assigned: 'nobody' }), await counted({ search: '相談6' })]).toEqual([67, 6])
		}))

	test('follows a case to its end, whoever ends it', () =>
		withCtx(async (ctx) => {
			const { office, member, requestId, deliveryId, inquiryId } = await makeInbox(ctx)
			const states = async () =>
				(await Promise.all((['due', 'waiting', 'won', 'over'] as const).map((tab) => read(office, { tab }))))
					.flatMap(({ rows }) => rows)
					.map(([kind, , state]) => `${kind}: ${state}`)
					.toSorted()
			const firstQuote = async () => (await getMyEstimate(member, { id: requestId })).deliveries[0]?.quotes[0]?.id ?? 0
			await sendMessage(office, inquiryId, message(), [])
			await sendQuote(office, deliveryId, quoteInput())
			expect(await states()).toEqual(['inquiry: replied', 'lead: quoted'])
			await markEngaged(member, inquiryId)
			await acceptQuote(member, { id: requestId }, await firstQuote())
			expect(await states()).toEqual(['inquiry: confirm', 'lead: contact'])
			await markEngaged(office, inquiryId)
			await reportContact(office, deliveryId)
			expect(await states()).toEqual(['inquiry: won', 'lead: won'])
			await reportInquiryDone(office, inquiryId)
			await reportLeadDone(office, deliveryId)
			expect(await states()).toEqual(['inquiry: done', 'lead: done'])
			// A client who writes once more waits for an answer again.
			await sendMessage(member, inquiryId, message('領収書をお願いします。'), [])
			expect(await states()).toEqual(['inquiry: reply', 'lead: done'])
			await closeInquiry(member, inquiryId)
			expect(await states()).toEqual(['inquiry: closed', 'lead: done'])
			expect((await listInbox(office, { ...everything, tab: 'over' })).items).toMatchObject([{ isUnread: true, at: TEST_NOW }])
		}))

	test('ends a request that its client cancels', () =>
		withCtx(async (ctx) => {
			const { office, member, requestId, deliveryId } = await makeInbox(ctx)
			await sendQuote(office, deliveryId, quoteInput())
			await cancelEstimate(member, { id: requestId })
			expect((await read(office, { tab: 'over' })).rows).toEqual([['lead', deliveryId, 'closed']])
			expect((await listInbox(office, { ...everything, tab: 'over' })).items[0]?.at).toEqual(TEST_NOW)
		}))

	test('is of verified experts alone, and holds nothing of other offices', () =>
		withCtx(async (ctx) => {
			const { member } = await makeInbox(ctx)
			const { owner } = await makeOwnedOffice(ctx)
			expect((await read(as(ctx, owner))).counts).toEqual({ due: 0, waiting: 0, won: 0, over: 0 })
			expect(await refusal(listInbox(member, everything))).toBe('forbidden')
			expect(await refusal(listInbox(as(ctx, await makeMember(ctx)), everything))).toBe('forbidden')
			expect(await refusal(listInbox(ctx, everything))).toBe('unauthenticated')
		}))
})
