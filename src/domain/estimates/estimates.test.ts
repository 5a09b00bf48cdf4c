import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import type { Ctx, OutgoingMail } from '../shared/context.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { days, minutes } from '../shared/japan-time.ts'
import { findFinishedWork } from './dealings.ts'
import { saveOffices, startEstimate } from './estimate-drafts.ts'
import { declineLead, getLead, listLeads, reportContact, sendQuote, reportLeadDone } from './estimate-leads.ts'
import { proposeOffices } from './estimate-offices.ts'
import { exportFromLeads, withdrawFromLeads } from './estimate-personal.ts'
import {
	acceptQuote,
	reportDone,
	askChange,
	cancelEstimate,
	findAdopted,
	getMyEstimate,
	listMyEstimates,
	openPhone,
	proposeReplacements,
	replaceOffice,
} from './estimate-requests.ts'
import { confirmEstimate, findConfirmation, findSentDraft, sendDraft, sendWithContact } from './estimate-sending.ts'
import { listLeadsForStaff, readLeadAsStaff } from './estimate-admin.ts'
import { maintainEstimates } from './estimate-maintenance.ts'
import { countWaitingEstimates } from './estimate-waiting.ts'
import {
	makeDraft,
	makeOwnedOffice,
	makeRequest,
	makeVerifiedMember,
	consents,
	leadsCtx,
	noticesOf,
	quoteInput,
} from './estimates-for-test.ts'

const inDays = (n: number): Date => new Date(TEST_NOW.getTime() + days(n))
const at = <C extends Ctx>(ctx: C, now: Date): C => ({ ...ctx, now: () => now })
const statesOf = async (ctx: Ctx, id: number) => {
	const { facts, deliveries } = await getMyEstimate(ctx, { id })
	return [facts.state, ...deliveries.map(({ state }) => state)]
}

describe('a request of a member', () => {
	test('goes through two quotes, one time-out with a replacement, and one acceptance', () =>
		withCtx(async (plain) => {
			const { ctx, member, owner, id, key, first, second, third } = await makeRequest(plain)
			expect(await sendDraft(member, key, consents)).toEqual({ kind: 'sent', requestId: id })
			expect([await findSentDraft(member, key), await findSentDraft(ctx, key), await findSentDraft(member, 'x')]).toEqual([id, null, null])
			expect(await statesOf(member, id)).toEqual(['sent', 'delivered', 'delivered', 'delivered'])
			expect((await listLeads(first.ctx, null)).items).toMatchObject([{ id: first.delivery, state: 'delivered', areaName: '東京都三鷹市' }])

			const lead = await getLead(first.ctx, first.delivery)
			expect(lead).toMatchObject({
				contact: { name: '山田 花子', email: null, phone: null },
				hasPhone: true,
				delivery: { state: 'viewed' },
			})
			await openPhone(member, { id }, first.delivery)
			expect((await getLead(first.ctx, first.delivery)).contact.phone).toBe('090-0000-0000')
			expect((await getLead(second.ctx, second.delivery)).contact.phone).toBeNull()

			const input = quoteInput()
			await sendQuote(first.ctx, first.delivery, input)
			await sendQuote(first.ctx, first.delivery, input)
			await askChange(member, { id }, first.delivery, '記帳代行を除いてください。')
			expect((await getLead(first.ctx, first.delivery)).delivery.changeRequest).toBe('記帳代行を除いてください。')
			await sendQuote(first.ctx, first.delivery, quoteInput({ lines: input.lines.slice(0, 1) }))
			await sendQuote(second.ctx, second.delivery, quoteInput({ validUntil: '2026-06-16' }))

			// Monday noon and two working days.
			const due = new Date('2026-06-17T03:00:00Z')
			await maintainEstimates(at(ctx, new Date(due.getTime() - 1)))
			expect(await statesOf(member, id)).toEqual(['quoted', 'quoted', 'quoted', 'delivered'])
			const later = { member: at(member, due), third: at(third.ctx, due) }
			await maintainEstimates(at(ctx, due))
			await maintainEstimates(at(ctx, due))
			expect(await statesOf(member, id)).toEqual(['quoted', 'quoted', 'quoted', 'timed_out'])
			expect(await noticesOf(plain, `estimate:${id}:timed-out-%`)).toHaveLength(1)
			expect(await refusal(sendQuote(later.third, third.delivery, quoteInput()))).toBe('conflict')

			const fourth = await makeOwnedOffice(ctx)
			expect((await proposeReplacements(later.member, { id })).map((office) => office.id)).toContain(fourth.officeId)
			await replaceOffice(later.member, { id }, third.delivery, fourth.officeId)
			const fifth = await makeOwnedOffice(ctx)
			expect(await refusal(replaceOffice(later.member, { id }, third.delivery, fifth.officeId))).toBe('conflict')
			expect(await refusal(replaceOffice(later.member, { id }, first.delivery, fifth.officeId))).toBe('conflict')

			const { deliveries } = await getMyEstimate(later.member, { id })
			const [old, newest] = [deliveries[0]?.quotes[1]?.id ?? 0, deliveries[0]?.quotes[0]?.id ?? 0]
			expect(deliveries[0]?.quotes.map(({ version, totals }) => [version, totals.total])).toEqual([
				[2, 50_005 + 5_000 + 1_200],
				[1, 66_670 + 6_667 + 1_200],
			])
			expect(await refusal(acceptQuote(later.member, { id }, old))).toBe('conflict')
			expect(await refusal(acceptQuote(later.member, { id }, deliveries[1]?.quotes[0]?.id ?? 0))).toBe('conflict')
			expect(await findFinishedWork(ctx, owner.userId, first.officeId)).toBeNull()
			await acceptQuote(later.member, { id }, newest)
			expect(await refusal(acceptQuote(later.member, { id }, newest))).toBe('conflict')
			expect(await refusal(cancelEstimate(later.member, { id }))).toBe('conflict')
			// Accepted is not done: a review needs a report of either side.
			expect(await findFinishedWork(ctx, owner.userId, first.officeId)).toBeNull()
			expect(await refusal(reportLeadDone(second.ctx, second.delivery))).toBe('conflict')
			await reportLeadDone(first.ctx, first.delivery)
			await reportDone(later.member, { id })
			expect(await noticesOf(plain, `estimate:${id}:done`)).toHaveLength(1)
			expect(await noticesOf(plain, `lead:${first.delivery}:done`)).toEqual([])
			expect(await findFinishedWork(ctx, owner.userId, first.officeId)).not.toBeNull()
			expect(await findFinishedWork(ctx, owner.userId, second.officeId)).toBeNull()
			// 確定申告 has no opponent: the typed name was not stored.
			expect((await getMyEstimate(later.member, { id })).opponent).toBe('')
			expect((await getLead(first.ctx, first.delivery)).contact.email).toMatch(/@example\.com$/)
			expect((await getLead(second.ctx, second.delivery)).contact.email).toBeNull()
			expect(await noticesOf(plain, `lead:${first.delivery}:accepted`)).toHaveLength(1)
			expect(await noticesOf(plain, `lead:${second.delivery}:closed`)).toHaveLength(1)
			expect(await noticesOf(plain, `lead:${third.delivery}:closed`)).toHaveLength(0)
		}))

	test('is not quoted by an office whose lawful member is suspended', () =>
		withCtx(async (plain) => {
			const { ctx, first } = await makeRequest(plain)
			const colleague = await makeOwnedOffice(ctx)
			const join = async (officeId: number, owner: typeof colleague.owner) => {
				const userId = owner.kind === 'member' ? owner.userId : ''
				const { id } = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
				await ctx.db.insertInto('office_members').values({ office_id: officeId, expert_id: id, role: 'editor', position: 2 }).execute()
				return id
			}
			const editor = await join(first.officeId, colleague.owner)
			await ctx.db.deleteFrom('expert_credentials').where('expert_id', '=', editor).execute()
			await sql`
				update experts e set state = 'suspended' from office_members m
				where m.office_id = ${first.officeId} and e.id = m.expert_id and e.id <> ${editor}
			`.execute(ctx.db)
			expect(await refusal(sendQuote(as(ctx, colleague.owner), first.delivery, quoteInput()))).toBe('conflict')
			await sql`update experts set state = 'verified' where state = 'suspended'`.execute(ctx.db)
			await sendQuote(as(ctx, colleague.owner), first.delivery, quoteInput())
		}))

	test('is declined with a reason, and cancelled; a closed request accepts no change', () =>
		withCtx(async (plain) => {
			const { member, id, first, second } = await makeRequest(plain)
			await declineLead(first.ctx, first.delivery, '繁忙期のため')
			expect(await refusal(declineLead(first.ctx, first.delivery, '繁忙期のため'))).toBe('conflict')
			expect(await refusal(sendQuote(first.ctx, first.delivery, quoteInput()))).toBe('conflict')
			await cancelEstimate(member, { id })
			expect(await statesOf(member, id)).toEqual(['cancelled', 'declined', 'delivered', 'delivered'])
			expect(await refusal(sendQuote(second.ctx, second.delivery, quoteInput()))).toBe('conflict')
			expect(await refusal(openPhone(member, { id }, second.delivery))).toBe('conflict')
		}))

	test('shows its phone number to the chosen office afterwards too, and to no other', () =>
		withCtx(async (plain) => {
			const { member, id, first, second } = await makeRequest(plain)
			for (const { ctx, delivery } of [first, second]) await sendQuote(ctx, delivery, quoteInput())
			await askChange(member, { id }, first.delivery, '記帳代行を除いてください。')
			expect((await listLeads(first.ctx, null)).items).toMatchObject([{ state: 'quoted', isChangeAsked: true }])
			await acceptQuote(member, { id }, (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0)
			await openPhone(member, { id }, first.delivery)
			await openPhone(member, { id }, first.delivery)
			expect((await getLead(first.ctx, first.delivery)).contact.phone).toBe('090-0000-0000')
			expect(await noticesOf(plain, `lead:${first.delivery}:phone`)).toHaveLength(1)
			expect(await refusal(openPhone(member, { id }, second.delivery))).toBe('conflict')
		}))

	test('ends after fourteen days, and its contact data a year later', () =>
		withCtx(async (plain) => {
			const { ctx, member, id, first } = await makeRequest(plain)
			await sendQuote(first.ctx, first.delivery, quoteInput())
			await maintainEstimates(at(ctx, inDays(14)))
			expect((await statesOf(member, id))[0]).toBe('expired')
			await maintainEstimates(at(ctx, inDays(14 + 364)))
			expect((await getMyEstimate(member, { id })).contact.name).toBe('山田 花子')
			await maintainEstimates(at(ctx, inDays(14 + 365)))
			expect((await getMyEstimate(member, { id })).contact).toEqual({ name: null, email: null, phone: null })
		}))

	test('is visible to its author and the chosen offices only; staff see its progress', () =>
		withCtx(async (plain) => {
			const { ctx, member, owner, id, key, first, second } = await makeRequest(plain)
			const stranger = as(ctx, await makeVerifiedMember(ctx))
			const visitor = as(ctx, { kind: 'visitor' as const })
			expect(await refusal(getMyEstimate(stranger, { id }))).toBe('not-found')
			expect(await refusal(getMyEstimate(visitor, { key }))).toBe('not-found')
			expect(await refusal(getLead(second.ctx, first.delivery))).toBe('not-found')
			expect(await refusal(getLead(stranger, first.delivery))).toBe('not-found')
			expect(await refusal(getLead(visitor, first.delivery))).toBe('unauthenticated')
			expect(await refusal(sendQuote(second.ctx, first.delivery, quoteInput()))).toBe('not-found')
			expect(await refusal(cancelEstimate(stranger, { id }))).toBe('not-found')
			expect((await listMyEstimates(stranger, null)).items).toEqual([])
			const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')
			expect(JSON.stringify(await listLeadsForStaff(staff, { state: null, prefectureId: null, cursor: null }))).not.toContain('山田')
			const seen = await readLeadAsStaff(staff, id)
			expect(seen.offices).toHaveLength(3)
			for (const secret of ['山田', '090-0000-0000', 'デザイン', 'オンライン']) expect(JSON.stringify(seen)).not.toContain(secret)
			expect(JSON.stringify(await exportFromLeads(ctx, { id: owner.userId }))).toContain('090-0000-0000')
			await withdrawFromLeads(ctx, { id: owner.userId })
			expect(await refusal(getMyEstimate(member, { id }))).toBe('not-found')
			const { contact, facts } = await getLead(first.ctx, first.delivery)
			expect([facts.state, facts.wishes, contact.name]).toEqual(['cancelled', '', null])
		}))
})

test('counts what waits for a person: to answer, to change, to choose, to contact', () =>
	withCtx(async (plain) => {
		const nothing = { toContact: 0, firstToContact: null, toAnswer: 0, toChoose: 0 }
		const { member, id, first, second, third } = await makeRequest(plain)
		const waiting = async () => [
			await countWaitingEstimates(member),
			...(await Promise.all([first, second, third].map(async (office) => (await countWaitingEstimates(office.ctx)).toAnswer))),
		]
		expect(await waiting()).toEqual([nothing, 1, 1, 1])
		await sendQuote(first.ctx, first.delivery, quoteInput())
		await declineLead(second.ctx, second.delivery, '今月は手が空きません。')
		expect(await waiting()).toEqual([{ ...nothing, toChoose: 1 }, 0, 0, 1])
		await askChange(member, { id }, first.delivery, '記帳代行を除いてください。')
		expect(await waiting()).toEqual([{ ...nothing, toChoose: 1 }, 1, 0, 1])
		expect((await countWaitingEstimates(at(third.ctx, inDays(9)))).toAnswer).toBe(0)
		await sendQuote(first.ctx, first.delivery, quoteInput())
		expect(await refusal(reportContact(first.ctx, first.delivery))).toBe('conflict')
		await acceptQuote(member, { id }, (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0)
		expect(await waiting()).toEqual([nothing, 0, 0, 0])
		expect(await countWaitingEstimates(first.ctx)).toEqual({ ...nothing, toContact: 1, firstToContact: first.delivery })
		expect(await refusal(reportContact(third.ctx, first.delivery))).toBe('not-found')
		await reportContact(first.ctx, first.delivery)
		expect((await countWaitingEstimates(first.ctx)).toContact).toBe(0)
		expect((await getMyEstimate(member, { id })).deliveries[0]?.contactedAt).toBe(TEST_NOW.getTime())
	}))

test('the requester and the office page through requests in both directions', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const member = as(ctx, await makeVerifiedMember(ctx))
		const { officeId, owner } = await makeOwnedOffice(ctx)
		for (let day = 0; day < 50; day += 1) {
			const then = at(member, inDays(day))
			await sendDraft(then, await makeDraft(then, [officeId]), consents)
		}
		for (const list of [
			(cursor: string | null) => listMyEstimates(member, cursor),
			(cursor: string | null) => listLeads(as(ctx, owner), cursor),
		]) {
			const pages = [await list(null)]
			while (pages.at(-1)?.page.next) pages.push(await list(pages.at(-1)?.page.next?.cursor ?? null))
			const ids = pages.map(({ items }) => items.map(({ id }) => id))
			expect(ids.map(({ length }) => length)).toEqual([20, 20, 10])
			expect(ids.flat()).toEqual(ids.flat().toSorted((a, b) => b - a))
			expect((await list(pages[2]?.page.previous?.cursor ?? null)).items.map(({ id }) => id)).toEqual(ids[1])
		}
	}))

describe('a request of a visitor', () => {
	test('is mailed once by the last page sent twice, again after a while, and to another address at once', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const { officeId } = await makeOwnedOffice(ctx)
			const key = await makeDraft(ctx, [officeId], 'first@example.com')
			const send = (email: string, now = TEST_NOW) =>
				sendWithContact(at(ctx, now), key, { contactName: '山田 花子', email, phone: null, consent: consents })
			expect(await refusal(sendWithContact(ctx, key, { contactName: '乙', email: 'x@example.com', phone: null, consent: [] }))).toBe(
				'invalid',
			)
			for (let n = 0; n < 2; n += 1) expect(await send('first@example.com')).toEqual({ kind: 'mailed' })
			await send('first@example.com', new Date(TEST_NOW.getTime() + minutes(3)))
			await send('second@example.com', new Date(TEST_NOW.getTime() + minutes(3)))
			expect(mails.map(({ to }) => to)).toEqual(['first@example.com', 'first@example.com', 'second@example.com'])
		}))

	test('reaches no office before its link is used, once and within a day, and is adopted by the same address', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const { officeId, owner } = await makeOwnedOffice(ctx)
			const key = await makeDraft(ctx, [officeId], 'visitor@example.com')
			expect(await refusal(sendDraft(ctx, key, ['delivery']))).toBe('invalid')
			expect(await sendDraft(ctx, key, consents)).toEqual({ kind: 'mailed' })
			expect(await sendDraft(ctx, key, consents)).toEqual({ kind: 'mailed' })
			expect(mails.map(({ to }) => to)).toEqual(['visitor@example.com'])
			expect((await listLeads(as(ctx, owner), null)).items).toEqual([])
			const token = /confirm\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
			expect(await findConfirmation(ctx, token)).toMatchObject({ officeCount: 1 })
			expect(await findConfirmation(at(ctx, inDays(1)), token)).toBeNull()
			expect(await refusal(confirmEstimate(at(ctx, inDays(1)), token))).toBe('not-found')
			const confirmed = await confirmEstimate(ctx, token)
			expect(await refusal(confirmEstimate(ctx, token))).toBe('not-found')
			expect((await getMyEstimate(ctx, { key: confirmed.key })).facts.state).toBe('sent')
			expect(mails[1]?.text).toContain('/bulk_estimate/result/')

			const [lead] = (await listLeads(as(ctx, owner), null)).items
			await sendQuote(as(ctx, owner), lead?.id ?? 0, quoteInput())
			expect(mails).toHaveLength(3)

			const unproved = as(ctx, await makeVerifiedMember(ctx, 'other@example.com'))
			expect(await findAdopted(unproved, confirmed.key)).toBeNull()
			const member = as(ctx, await makeVerifiedMember(ctx, 'visitor@example.com'))
			expect((await listMyEstimates(member, null)).items).toMatchObject([{ id: confirmed.requestId, quoteCount: 1 }])
			expect(await findAdopted(ctx, confirmed.key)).toBe(confirmed.requestId)
			expect(await refusal(getMyEstimate(ctx, { key: confirmed.key }))).toBe('not-found')
		}))

	test('becomes a draft again when none of its offices can be asked any more', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const offices = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)].map(({ officeId }) => officeId)
			const pause = (ids: number[]) => ctx.db.updateTable('offices').set({ accepting: 'paused' }).where('id', 'in', ids).execute()
			const key = await makeDraft(ctx, offices, 'visitor@example.com')
			await sendDraft(ctx, key, consents)
			const token = /confirm\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
			await pause(offices.slice(0, 1))
			expect(await findConfirmation(ctx, token)).toMatchObject({ chosenCount: 2, officeCount: 1 })
			await pause(offices)
			const found = await findConfirmation(ctx, token)
			expect(found).toMatchObject({ chosenCount: 2, officeCount: 0, draft: { needsLogin: false } })

			const other = await makeOwnedOffice(ctx)
			await saveOffices(ctx, found?.draft?.key ?? '', { officeIds: [other.officeId] })
			expect(await findConfirmation(ctx, token)).toMatchObject({ chosenCount: 1, officeCount: 1 })
			await confirmEstimate(ctx, token)
			expect((await listLeads(as(ctx, other.owner), null)).items).toHaveLength(1)
		}))

	test('opens its draft only to the member who wrote it', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const ctx = leadsCtx(plain, mails)
			const { officeId } = await makeOwnedOffice(ctx)
			const member = as(ctx, await makeVerifiedMember(ctx, 'slow@example.com', false))
			await sendDraft(member, await makeDraft(member, [officeId]), consents)
			const token = /confirm\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
			expect((await findConfirmation(member, token))?.draft).toMatchObject({ needsLogin: false })
			expect((await findConfirmation(ctx, token))?.draft).toMatchObject({ needsLogin: true })
			expect((await findConfirmation(as(ctx, await makeMember(ctx)), token))?.draft).toBeNull()
		}))

	test('is rate-limited by its address, and abandoned drafts are deleted after a week', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const { officeId } = await makeOwnedOffice(ctx)
			for (let n = 0; n < 5; n += 1) await sendDraft(ctx, await makeDraft(ctx, [officeId], 'many@example.com'), consents)
			expect(await refusal(sendDraft(ctx, await makeDraft(ctx, [officeId], 'many@example.com'), consents))).toBe('throttled')
			await maintainEstimates(at(ctx, inDays(7)))
			expect(await ctx.db.selectFrom('estimate_requests').select('id').where('state', '=', 'draft').execute()).toEqual([])
		}))

	test('creates one draft for a form sent twice', () =>
		withCtx(async (plain) => {
			const ctx = leadsCtx(plain)
			const start = { taskId: 503, prefectureId: null, municipalityId: null, officeIds: [], clientKey: 'a-key-of-the-form-1' }
			await startEstimate(ctx, start)
			await startEstimate(ctx, start)
			expect(await ctx.db.selectFrom('estimate_requests').select('id').execute()).toHaveLength(1)
		}))
})

test('offices are proposed with reasons, and only those that the client chose are preselected', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const mine = await makeOwnedOffice(ctx)
		const other = await makeOwnedOffice(ctx)
		await makeOwnedOffice(ctx, { accepting: 'paused' })
		const place = { prefectureId: 13, municipalityId: 13204 }
		const ticked = async (chosen: number[]) =>
			new Map((await proposeOffices(ctx, { ...place, taskId: 503, chosen })).map(({ id, isChosen }) => [id, isChosen]))
		expect(await ticked([])).toEqual(
			new Map([
				[mine.officeId, false],
				[other.officeId, false],
			]),
		)
		expect(await ticked([other.officeId])).toEqual(
			new Map([
				[other.officeId, true],
				[mine.officeId, false],
			]),
		)
	}))

test('staff see the requests in the order in which they were sent', () =>
	withCtx(async (plain) => {
		const earlier = await makeRequest(plain)
		const later = await makeRequest(plain)
		await plain.db
			.updateTable('estimate_requests')
			.set({ sent_at: new Date(TEST_NOW.getTime() + 60_500) })
			.where('id', '=', earlier.id)
			.execute()
		const staff = requireRecentStaff(as(plain, await makeMember(plain, ['support'])), 'support')
		expect((await listLeadsForStaff(staff, { state: null, prefectureId: null, cursor: null })).items.map(({ id }) => id)).toEqual([
			earlier.id,
			later.id,
		])
	}))
