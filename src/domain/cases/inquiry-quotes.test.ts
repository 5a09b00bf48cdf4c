import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { cancelAppointment } from '../appointments/appointment-changes.ts'
import { makeAppointment } from '../appointments/appointments-for-test.ts'
import { estimateConsents } from '../estimates/estimate-input.ts'
import { getLead, reportContact, reportLeadDone, sendQuote } from '../estimates/estimate-leads.ts'
import { acceptQuote, cancelEstimate, getMyEstimate } from '../estimates/estimate-requests.ts'
import { sendDraft } from '../estimates/estimate-sending.ts'
import { leadsCtx, makeDraft, makeOwnedOffice, makeVerifiedMember, noticesOf, quoteInput } from '../estimates/estimates-for-test.ts'
import { closeInquiry, markEngaged } from '../inquiries/inquiry-actions.ts'
import { inquiryInput, message, withFiles } from '../inquiries/inquiries-for-test.ts'
import { readInquiry } from '../inquiries/inquiry-reading.ts'
import { sendMessage, startInquiry } from '../inquiries/inquiries.ts'
import { as } from '../questions/questions-for-test.ts'
import { saveReview } from '../reviews/review-writing.ts'
import type { Ctx } from '../shared/context.ts'
import { minutes } from '../shared/japan-time.ts'
import { listCases } from './cases.ts'
import { openDeliveryThread, readThreadStage } from './delivery-threads.ts'
import { getInquiryQuoteForm, quoteInquiry } from './inquiry-quotes.ts'
import { listReceivedCases } from './received-cases.ts'
import { readThreadEvents } from './thread-events.ts'

async function anInquiry(plain: Ctx) {
	const ctx = withFiles(leadsCtx(plain))
	const { officeId, owner } = await makeOwnedOffice(ctx)
	const client = as(ctx, await makeVerifiedMember(ctx, 'client@example.com'))
	const { id } = await startInquiry(client, officeId, inquiryInput(), [])
	return { id, officeId, client, office: as(ctx, owner), stranger: as(ctx, (await makeOwnedOffice(ctx)).owner) }
}

const caseOf = async (ctx: Ctx) => (await listCases(ctx, { filter: 'all', cursor: null })).items

test('a quote in an inquiry is decided, disclosed, completed and reviewed like that of a request', async () => {
	await withCtx(async (plain) => {
		const { id, officeId, client, office } = await anInquiry(plain)
		const { tasks, taskId } = await getInquiryQuoteForm(office, id)
		expect(tasks.map((task) => task.id)).toContain(503)
		expect(taskId).toBe(503)
		const { deliveryId } = await quoteInquiry(office, id, { taskId: 503, quote: quoteInput() })
		// One case, not an inquiry and a request beside each other; it is the client's turn.
		const [one, ...others] = await caseOf(client)
		expect(others).toEqual([])
		expect(one).toMatchObject({ kind: 'estimate', stage: { turn: 'client' } })
		expect((await listReceivedCases(office, { filter: 'todo', cursor: null })).items).toEqual([])
		const key = { id: one?.id ?? 0 }
		expect(await noticesOf(client, `estimate:${key.id}:quoted%`)).toMatchObject([{ text: expect.stringContaining('見積もりが届きました') }])
		// The address is the client's to give.
		expect((await getLead(office, deliveryId)).contact).toMatchObject({ email: null, phone: null })
		const { deliveries } = await getMyEstimate(client, key)
		await acceptQuote(client, key, deliveries[0]?.quotes[0]?.id ?? 0)
		expect((await getLead(office, deliveryId)).contact).toMatchObject({ email: 'client@example.com' })
		const { consented_at: consentedAt } = await client.db
			.selectFrom('estimate_requests')
			.select('consented_at')
			.where('id', '=', key.id)
			.executeTakeFirstOrThrow()
		expect(consentedAt).toEqual(client.now())
		await reportContact(office, deliveryId)
		await reportLeadDone(office, deliveryId)
		await saveReview(client, officeId, {
			stars: 5,
			body: '質問にていねいに答えてもらい、見積もりも分かりやすかったです。',
			persona: '個人事業主',
			received: '',
		})
		expect((await caseOf(client))[0]?.stage).toMatchObject({ stage: 4, isEnded: true })
	})
})

test('the conversation goes on in the same thread, and the quote counts as the first reply', async () => {
	await withCtx(async (plain) => {
		const { id, client, office } = await anInquiry(plain)
		await quoteInquiry(office, id, { taskId: 503, quote: quoteInput() })
		const thread = await readInquiry(client, id)
		expect(thread.firstReplyAt).not.toBeNull()
		expect(thread.delivery).not.toBeNull()
		await sendMessage(client, id, message('記帳も頼むといくらになりますか。'), [])
		expect((await readInquiry(office, id)).messages).toHaveLength(2)
		// Choice belongs to the quote now.
		await expect(markEngaged(client, id)).rejects.toMatchObject({ kind: 'conflict' })
		await cancelEstimate(client, { id: thread.delivery?.requestId ?? 0 })
		await sendMessage(client, id, message('時期をあらためてお願いします。'), [])
	})
})

test('a form sent twice makes one quote, the next one a new version, and after a cancelled one a new request', async () => {
	await withCtx(async (plain) => {
		const { id, client, office } = await anInquiry(plain)
		const quote = quoteInput()
		const first = await quoteInquiry(office, id, { taskId: 503, quote })
		expect(await quoteInquiry(office, id, { taskId: 503, quote })).toEqual(first)
		expect(await quoteInquiry(office, id, { taskId: 503, quote: quoteInput() })).toEqual(first)
		expect((await getInquiryQuoteForm(office, id)).deliveryId).toBe(first.deliveryId)
		const { delivery } = await readInquiry(office, id)
		const { deliveries } = await getMyEstimate(client, { id: delivery?.requestId ?? 0 })
		expect(deliveries[0]?.quotes.map(({ version }) => version)).toEqual([2, 1])
		await cancelEstimate(client, { id: delivery?.requestId ?? 0 })
		const again = await quoteInquiry(office, id, { taskId: 503, quote: quoteInput() })
		expect(again.deliveryId).not.toBe(first.deliveryId)
		expect(await caseOf(client)).toHaveLength(2)
	})
})

test('nobody but the office sends a quote, for nothing but a task that it offers, and not in a closed inquiry', async () => {
	await withCtx(async (plain) => {
		const { id, client, office, stranger } = await anInquiry(plain)
		const given = { taskId: 503, quote: quoteInput() }
		await expect(quoteInquiry(client, id, given)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(quoteInquiry(stranger, id, given)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(getInquiryQuoteForm(client, id)).rejects.toMatchObject({ kind: 'not-found' })
		await expect(quoteInquiry(office, id, { ...given, taskId: 9_999 })).rejects.toMatchObject({ fields: { taskId: expect.any(String) } })
		await closeInquiry(client, id)
		expect((await getInquiryQuoteForm(office, id)).closed).not.toBeNull()
		await expect(quoteInquiry(office, id, given)).rejects.toMatchObject({ kind: 'conflict' })
	})
})

test('an accepted quote in an inquiry discloses no address that nobody has proved', async () => {
	await withCtx(async (plain) => {
		const { id, client, office } = await anInquiry(plain)
		await client.db.updateTable('identities').set({ email_verified_at: null }).where('email', '=', 'client@example.com').execute()
		const { deliveryId } = await quoteInquiry(office, id, { taskId: 503, quote: quoteInput() })
		const { delivery } = await readInquiry(client, id)
		const key = { id: delivery?.requestId ?? 0 }
		const { deliveries } = await getMyEstimate(client, key)
		await acceptQuote(client, key, deliveries[0]?.quotes[0]?.id ?? 0)
		expect((await getLead(office, deliveryId)).contact).toMatchObject({ email: null })
		// As rows of before have it.
		await client.db.updateTable('estimate_requests').set({ email: 'client@example.com' }).where('id', '=', key.id).execute()
		expect((await getLead(office, deliveryId)).contact).toMatchObject({ email: null })
		expect(JSON.stringify(await getLead(office, deliveryId))).not.toContain('client@example.com')
	})
})

test('while staff have stopped estimates, no inquiry gets a first quote; versions of a quote go on', async () => {
	await withCtx(async (plain) => {
		const { id, office } = await anInquiry(plain)
		const stop = () =>
			office.db
				.insertInto('feature_switches')
				.values({ name: 'estimates', state: 'off', owner: '運営', reason: '点検のため', changed_at: office.now() })
				.execute()
		const given = () => ({ taskId: 503, quote: quoteInput() })
		await stop()
		expect((await getInquiryQuoteForm(office, id)).closed).toContain('受け付けていません')
		await expect(quoteInquiry(office, id, given())).rejects.toMatchObject({ kind: 'forbidden' })
		expect((await readInquiry(office, id)).delivery).toBeNull()
		await office.db.deleteFrom('feature_switches').execute()
		const first = await quoteInquiry(office, id, given())
		await stop()
		expect((await getInquiryQuoteForm(office, id)).closed).toBeNull()
		expect(await quoteInquiry(office, id, given())).toEqual(first)
	})
})

test('the thread tells both sides the same events in their order, and how far the request is', async () => {
	await withCtx(async (plain) => {
		const { id, client, office, officeId } = await anInquiry(plain)
		const at = (ctx: Ctx, minute: number): Ctx => ({ ...ctx, now: () => new Date(plain.now().getTime() + minutes(minute)) })
		const { deliveryId } = await quoteInquiry(at(office, 1), id, { taskId: 503, quote: quoteInput() })
		expect(await readThreadStage(client, id)).toMatchObject({ stage: 1, turn: 'client' })
		const key = { id: (await caseOf(client))[0]?.id ?? 0 }
		const asked = { inquiry_id: id, side: 'office', created_at: at(office, 2).now() } as const
		await plain.db
			.insertInto('document_requests')
			.values(['通帳の写し', '請求書'].map((title) => ({ ...asked, title })))
			.execute()
		await acceptQuote(at(client, 3), key, (await getMyEstimate(client, key)).deliveries[0]?.quotes[0]?.id ?? 0)
		expect(await readThreadStage(office, id)).toMatchObject({ stage: 2, turn: 'office' })
		await reportContact(at(office, 4), deliveryId)
		expect(await readThreadStage(client, id)).toMatchObject({ stage: 3, turn: 'client' })
		const appointment = await makeAppointment(at(client, 5), office, officeId, id)
		await cancelAppointment(at(office, 6), appointment, { reason: '' })
		await reportLeadDone(at(office, 7), deliveryId)
		const events = await readThreadEvents(client, id)
		expect(events.map(({ kind, side }) => [kind, side])).toEqual([
			['quote', 'office'],
			['asked', 'office'],
			['chosen', 'user'],
			['contacted', 'office'],
			['booked', null],
			['cancelled', 'office'],
			['done', 'office'],
		])
		expect(events[0]).toMatchObject({ count: 1, total: expect.any(Number) })
		expect(events[1]).toMatchObject({ title: '通帳の写し', count: 2 })
		expect(await readThreadStage(client, id)).toMatchObject({ stage: 4, turn: 'client' })
	})
})

test('an office that was not chosen is told no stage of the request', async () => {
	await withCtx(async (plain) => {
		const ctx = withFiles(leadsCtx(plain))
		const offices = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)]
		const client = as(ctx, await makeVerifiedMember(ctx))
		const draft = await makeDraft(
			client as never,
			offices.map(({ officeId }) => officeId),
		)
		await sendDraft(
			client as never,
			draft,
			estimateConsents.map(({ kind }) => kind),
		)
		const key = { id: (await caseOf(client))[0]?.id ?? 0 }
		const deliveries = (await getMyEstimate(client, key)).deliveries
		const threads = await Promise.all(deliveries.map(({ id }) => openDeliveryThread(client, id)))
		const quoting = offices.find(({ officeId }) => officeId === deliveries[0]?.office.id)
		await sendQuote(as(ctx, quoting?.owner ?? { kind: 'visitor' }), deliveries[0]?.id ?? 0, quoteInput())
		// The request has a quote; this office has not answered.
		expect(await readThreadStage(client, threads[0]?.inquiryId ?? 0)).toMatchObject({ turn: 'client' })
		expect(await readThreadStage(client, threads[1]?.inquiryId ?? 0)).toMatchObject({ turn: 'office' })
		await acceptQuote(client, key, (await getMyEstimate(client, key)).deliveries[0]?.quotes[0]?.id ?? 0)
		expect(await readThreadStage(client, threads[1]?.inquiryId ?? 0)).toBeNull()
	})
})
