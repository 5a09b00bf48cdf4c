import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { momentAt } from '../../appointments/appointment-input.ts'
import { bookingInput, openCalendar } from '../../appointments/appointments-for-test.ts'
import { bookSlot } from '../../appointments/booking.ts'
import { declineReasons } from '../../estimates/estimate-input.ts'
import { declineLead, reportContact, sendQuote } from '../../estimates/estimate-leads.ts'
import { acceptQuote, getMyEstimate } from '../../estimates/estimate-requests.ts'
import { makeRequest, quoteInput } from '../../estimates/estimates-for-test.ts'
import { sendMessage, startInquiry } from '../../inquiries/inquiries.ts'
import { inquiryInput, makeDeal, message, withFiles } from '../../inquiries/inquiries-for-test.ts'
import { makeMember, as, refusal } from '../../questions/questions-for-test.ts'
import { days, hours } from '../../shared/japan-time.ts'
import { addImpressions } from '../impressions.ts'
import { addPageViews } from '../page-views.ts'
import { caseStatisticsCsv, readCaseStatistics, readCaseStatisticsForFile } from './case-statistics.ts'
import { readPipeline } from './pipeline.ts'
import { readToday } from './today.ts'

/** A request to three offices: the first is chosen, the second quoted, the third declined. */
async function makeOutcome(ctx: TestCtx) {
	const request = await makeRequest(ctx)
	const { first, second, third, member, id } = request
	await sendQuote(first.ctx, first.delivery, quoteInput())
	await sendQuote(second.ctx, second.delivery, quoteInput())
	await declineLead(third.ctx, third.delivery, declineReasons[1].text)
	const { deliveries } = await getMyEstimate(member, { id })
	await acceptQuote(member, { id }, deliveries.find((one) => one.id === first.delivery)?.quotes[0]?.id ?? 0)
	return request
}

/** What quoteInput comes to, with tax and expenses. */
const TOTAL = 74_537

const all = { days: 28, officeId: null } as const

test('a case counts for its office by what became of it: won, lost to another, declined', async () => {
	await withCtx(async (ctx) => {
		const { first, second, third } = await makeOutcome(ctx)
		const { cases } = await readCaseStatistics(first.ctx, all)
		expect(cases.now).toMatchObject({ received: 1, replied: 1, quoted: 1, won: 1, quotedYen: TOTAL, wonYen: TOTAL, replyMinutes: 0 })
		expect(cases.byTask).toMatchObject([{ id: 503, now: { won: 1 }, before: { won: 0 } }])
		expect(cases.byArea).toMatchObject([{ name: '東京都三鷹市', now: { received: 1 } }])
		expect(cases.lost).toEqual([])
		const lost = await readCaseStatistics(second.ctx, all)
		expect(lost.cases.now).toMatchObject({ quoted: 1, won: 0, wonYen: 0 })
		expect(lost.cases.lost).toEqual([{ outcome: 'elsewhere', reason: null, count: 1 }])
		expect((await readCaseStatistics(third.ctx, all)).cases.lost).toEqual([
			{ outcome: 'declined', reason: declineReasons[1].text, count: 1 },
		])
	})
})

test('a booked meeting counts as answered, and its moment as no reply time', async () => {
	await withCtx(async (ctx) => {
		const { first, member } = await makeRequest(ctx)
		const { office_id: officeId } = await ctx.db
			.selectFrom('estimate_deliveries')
			.select('office_id')
			.where('id', '=', first.delivery)
			.executeTakeFirstOrThrow()
		const client = withFiles(member)
		await openCalendar(first.ctx, officeId)
		await bookSlot(client, officeId, bookingInput(momentAt('2026-06-17', '10:00')), null)
		const { id } = await startInquiry(client, officeId, inquiryInput(), [])
		const inAnHour = { ...withFiles(first.ctx), now: () => new Date(TEST_NOW.getTime() + hours(1)) }
		await sendMessage(inAnHour, id, message(), [])
		const { cases } = await readCaseStatistics(first.ctx, all)
		expect(cases.now).toMatchObject({ received: 3, replied: 2, replyMinutes: 60 })
		const booked = await ctx.db.selectFrom('inquiries').select('id').where('booked_at', 'is not', null).executeTakeFirstOrThrow()
		const after = (who: typeof client, passed: number) => ({ ...who, now: () => new Date(TEST_NOW.getTime() + hours(passed)) })
		await sendMessage(after(client, 2), booked.id, message('持ち物を教えてください。'), [])
		expect((await readCaseStatistics(first.ctx, all)).cases.now).toMatchObject({ replied: 2, replyMinutes: 60 })
		await sendMessage(after(withFiles(first.ctx), 4), booked.id, message(), [])
		expect((await readCaseStatistics(first.ctx, all)).cases.now).toMatchObject({ replied: 2, replyMinutes: 90 })
	})
})

test('the span before is compared, and neither holds what is older', async () => {
	await withCtx(async (ctx) => {
		const { first } = await makeOutcome(ctx)
		const moveTo = (age: number) =>
			sql`update estimate_deliveries set delivered_at = ${new Date(TEST_NOW.getTime() - days(age))}`.execute(ctx.db)
		await moveTo(30)
		const { cases } = await readCaseStatistics(first.ctx, all)
		expect([cases.now.received, cases.before.received]).toEqual([0, 1])
		expect(cases.byTask).toMatchObject([{ now: { received: 0 }, before: { received: 1 } }])
		await moveTo(60)
		expect((await readCaseStatistics(first.ctx, all)).cases.before.received).toBe(0)
	})
})

test('views are counted by where they came from, and the file holds all parts', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert, expertId } = await makeDeal(ctx)
		await addPageViews(ctx, [
			{ kind: 'office', id: officeId, count: 3, source: 'list' },
			{ kind: 'office', id: officeId, count: 1, source: 'no such' },
			{ kind: 'expert', id: expertId, count: 2, source: 'questions' },
		])
		await addImpressions(ctx, [
			{ id: officeId, count: 7 },
			{ id: 0x7ffffff, count: 5 },
		])
		await addImpressions(ctx, [{ id: officeId, count: 2 }])
		await addImpressions({ ...ctx, now: () => new Date(ctx.now().getTime() - days(30)) }, [{ id: officeId, count: 4 }])
		const own = as(ctx, expert)
		const statistics = await readCaseStatistics(own, all)
		expect(statistics.impressions).toEqual({ now: 9, before: 4 })
		expect((await readToday(own)).funnel.now).toMatchObject({ shown: 9, views: 6 })
		expect(statistics.views).toEqual({ now: 6, before: 0 })
		expect(statistics.sources).toEqual([
			{ source: 'list', now: 3, before: 0 },
			{ source: 'questions', now: 2, before: 0 },
		])
		const lines = caseStatisticsCsv(statistics).split('\r\n')
		expect(lines[1]).toBe('全体,,9,6,1,1,1,1,0,0,0,4,0,0,0,0')
		expect(lines).toContain('閲覧の経路,一覧,,3,,,,,,,,,0,,,')
		expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([16]))
		expect(await refusal(readCaseStatisticsForFile(own, all))).toBe('forbidden')
	})
})

test('a longer range and the file are the paid plans’', async () => {
	await withCtx(async (ctx) => {
		const { expert } = await makeDeal(ctx)
		expect((await readCaseStatistics(as(ctx, expert), { days: 365, officeId: null })).days).toBe(28)
	})
})

test('what others charge is told from five offices on, in bands, without one’s own', async () => {
	await withCtx(async (ctx) => {
		const own = await makeOutcome(ctx)
		for (let count = 0; count < 4; count++) await makeOutcome(ctx)
		const bandOf = async () => (await readCaseStatistics(own.first.ctx, all)).bands.find(({ taskId }) => taskId === 503)
		expect(await bandOf()).toMatchObject({ own: TOTAL, band: null })
		await makeOutcome(ctx)
		expect(await bandOf()).toMatchObject({ band: { low: 70_000, high: 75_000, offices: 5 } })
	})
})

test('the pipeline holds each case in one column, with what was quoted', async () => {
	await withCtx(async (ctx) => {
		const waiting = await makeRequest(ctx)
		expect(await readPipeline(waiting.first.ctx)).toMatchObject({ new: { count: 1, yen: 0 }, offered: { count: 0 } })
		const { first, second, third } = await makeOutcome(ctx)
		const won = await readPipeline(first.ctx)
		expect(won).toMatchObject({
			won: { count: 1, yen: TOTAL, cards: [{ kind: 'lead', id: first.delivery, state: 'contact', total: TOTAL }] },
		})
		expect(Object.values(won).reduce((sum, { count }) => sum + count, 0)).toBe(1)
		await reportContact(first.ctx, first.delivery)
		expect((await readPipeline(first.ctx)).won.count).toBe(1)
		expect((await readPipeline(second.ctx)).lost.count).toBe(1)
		expect((await readPipeline(third.ctx)).lost.count).toBe(1)
	})
})

test('today has what is due, this month’s funnel, and what the office’s page lacks', async () => {
	await withCtx(async (ctx) => {
		const { first } = await makeOutcome(ctx)
		const today = await readToday(first.ctx)
		expect(today.due.items[0]).toMatchObject({ kind: 'lead', state: 'contact' })
		expect(today.funnel.now).toMatchObject({ received: 1, won: 1, wonYen: TOTAL })
		expect(today.strength?.completeness.missing.length).toBeGreaterThan(0)
		expect(today.replyTimes).toMatchObject([{ officeId: first.officeId, minutes: null }])
	})
})

test('figures are their expert’s alone', async () => {
	await withCtx(async (ctx) => {
		const { first, second } = await makeOutcome(ctx)
		const member = as(ctx, await makeMember(ctx))
		expect(await refusal(readToday(member))).toBe('forbidden')
		expect(await refusal(readPipeline(member))).toBe('forbidden')
		expect(await refusal(readCaseStatistics(member, all))).toBe('forbidden')
		expect(await refusal(readCaseStatistics(first.ctx, { days: 28, officeId: second.officeId }))).toBe('not-found')
	})
})
