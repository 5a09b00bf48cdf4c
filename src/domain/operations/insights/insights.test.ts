import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeUser } from '../../../../test/factories.ts'
import { requireStaff } from '../../accounts/staff.ts'
import { billed } from '../../billing/billing-for-test.ts'
import { quoteInput, makeRequest } from '../../estimates/estimates-for-test.ts'
import { sendQuote } from '../../estimates/estimate-leads.ts'
import { as, makeMember, makeThread, refusal } from '../../questions/questions-for-test.ts'
import type { StaffRole } from '../../shared/context.ts'
import { days, hours } from '../../shared/japan-time.ts'
import { insightChartNames } from './catalogue.ts'
import { addUpWeeks, measureInsights } from './measuring.ts'
import { recordMissedSearch } from './missed-searches.ts'
import { type Insights, readInsights, readToday } from './reading.ts'
import { addServedRequests } from './served-requests.ts'
import { hourBounds, millisecondBounds, OVER, quantileOf, boundOf } from './spans.ts'

const staff = async (ctx: TestCtx, ...roles: StaffRole[]) => requireStaff(as(ctx, await makeMember(ctx, roles)))
const sum = ({ slices }: Insights, series: string, slice = '') =>
	slices
		.filter((one) => one.series === series && one.slice === slice)
		.flatMap(({ values }) => values)
		.reduce((total, value) => total + value, 0)
const at = (ctx: TestCtx, moment: Date): TestCtx => ({ ...ctx, now: () => moment })

describe('quantiles of counted spans', () => {
	test('are interpolated within the span that holds them', () => {
		expect(quantileOf(new Map([[2, 10]]), 0.5, hourBounds)).toBe(1.5)
		expect(
			quantileOf(
				new Map([
					[1, 5],
					[4, 5],
				]),
				0.9,
				hourBounds,
			),
		).toBeCloseTo(3.6)
	})
	test('are the last bound beyond it, and null of nothing', () => {
		expect(quantileOf(new Map([[OVER, 3]]), 0.5, hourBounds)).toBe(720)
		expect(quantileOf(new Map(), 0.5, hourBounds)).toBeNull()
		expect([boundOf(millisecondBounds, 10), boundOf(millisecondBounds, 10.1), boundOf(millisecondBounds, 60_000)]).toEqual([10, 20, OVER])
	})
})

test('a request counts in every step of the funnel that it has reached, and its first quote by the time that it took', () =>
	withCtx(async (plain) => {
		const { ctx, id, first, second } = await makeRequest(plain)
		await makeRequest(plain)
		const later = new Date(TEST_NOW.getTime() + hours(3))
		await sendQuote({ ...first.ctx, now: () => later }, first.delivery, quoteInput())
		await sendQuote({ ...second.ctx, now: () => new Date(later.getTime() + hours(1)) }, second.delivery, quoteInput())
		await sql`update estimate_requests set state = 'accepted', accepted_delivery_id = ${first.delivery}::integer, ended_at = ${later}
			where id = ${id}::integer`.execute(ctx.db)
		const now = new Date(TEST_NOW.getTime() + hours(6))
		await measureInsights(at(plain, now))
		const read = await readInsights({ ...(await staff(plain, 'support')), now: () => now }, { range: 28, only: 'funnel' })
		expect(['begun', 'confirmed', 'sent', 'quoted', 'accepted'].map((step) => sum(read, `funnel.${step}`))).toEqual([2, 2, 2, 1, 1])
		const quotes = await readInsights({ ...(await staff(plain, 'support')), now: () => now }, { range: 28, only: 'first-quote' })
		expect(quotes.slices.map(({ series, slice }) => `${series} ${slice} ${sum(quotes, series, slice)}`)).toEqual([
			'first-quote 4 1',
			'first-quote.due within 1',
		])
	}))

test('drafts that were deleted since still count as begun', () =>
	withCtx(async (ctx) => {
		await makeRequest(ctx)
		await measureInsights(ctx)
		await sql`delete from estimate_requests`.execute(ctx.db)
		await measureInsights(at(ctx, new Date(TEST_NOW.getTime() + hours(1))))
		const read = await readInsights(await staff(ctx, 'support'), { range: 28, only: 'funnel' })
		expect([sum(read, 'funnel.begun'), sum(read, 'funnel.sent')]).toEqual([1, 0])
	}))

test('measuring again gives the same figures', () =>
	withCtx(async (ctx) => {
		await makeThread(ctx)
		await makeRequest(ctx)
		await billed(ctx)
		const rows = async () =>
			(
				await sql`select series, slice, day::text, value from insight_days union all select series, slice, '', value from insight_standings order by 1, 2, 3`.execute(
					ctx.db,
				)
			).rows
		await measureInsights(ctx)
		const before = await rows()
		await measureInsights(ctx)
		expect(await rows()).toEqual(before)
		expect(before.length).toBeGreaterThan(10)
	}))

test('a week has the sum of what was counted and the last of what is a level', () =>
	withCtx(async (ctx) => {
		await sql`insert into insight_days (series, day, slice, value) values
			('desk.in', '2026-06-14', 'reports', 3), ('desk.in', '2026-06-15', 'reports', 4),
			('desk.backlog', '2026-06-14', 'reports', 9), ('desk.backlog', '2026-06-08', 'reports', 5)`.execute(ctx.db)
		await addUpWeeks(ctx, { first: '2026-06-01', last: '2026-06-15' })
		const read = await readInsights(await staff(ctx, 'moderator'), { range: 90, only: 'desk' })
		expect(read.steps).toHaveLength(13)
		expect(read.steps.at(-1)).toBe('2026-06-09')
		expect(read.slices).toEqual([
			{ series: 'desk.backlog', slice: 'reports', values: [...read.steps.slice(2).map(() => 0), 5, 0] },
			{ series: 'desk.in', slice: 'reports', values: [...read.steps.slice(1).map(() => 0), 7] },
		])
		// Opened on the next day, before anything of it was measured.
		const next = await readInsights(
			{ ...(await staff(ctx, 'moderator')), now: () => new Date(TEST_NOW.getTime() + days(1)) },
			{ range: 90, only: 'desk' },
		)
		expect([sum(next, 'desk.in', 'reports'), sum(next, 'desk.backlog', 'reports')]).toEqual([7, 0])
	}))

test('a slice is one row, however many steps it has values of', () =>
	withCtx(async (ctx) => {
		await sql`insert into insight_days (series, day, slice, value)
			select 'desk.in', date '2026-06-15' - n, slice, 1 + n from generate_series(0, 400) n, unnest(array['experts', 'reports']) slice`.execute(
			ctx.db,
		)
		await addUpWeeks(ctx, { first: '2025-06-01', last: '2026-06-15' })
		const moderator = await staff(ctx, 'moderator')
		for (const [range, steps, last] of [
			[28, 28, 1],
			[365, 53, 28],
		] as const) {
			const rows: number[] = []
			const db = ctx.db.withPlugin({
				transformQuery: ({ node }) => node,
				transformResult: async ({ result }) => {
					rows.push(result.rows.length)
					return result
				},
			})
			const { slices } = await readInsights({ ...moderator, db }, { range, only: 'desk' })
			expect(slices.map(({ slice, values }) => [slice, values.length, values.at(-1)])).toEqual([
				['experts', steps, last],
				['reports', steps, last],
			])
			expect(Math.max(...rows)).toBe(2)
		}
	}))

test('a role sees its own charts, and no other by name', () =>
	withCtx(async (ctx) => {
		const moderator = await staff(ctx, 'moderator')
		expect((await readInsights(moderator, { range: 28 })).charts).toEqual(['questions', 'desk', 'reports'])
		expect(await refusal(readInsights(moderator, { range: 28, only: 'money' }))).toBe('forbidden')
		expect((await readInsights(await staff(ctx, 'admin'), { range: 28 })).charts).toEqual(insightChartNames)
		await measureInsights(ctx)
		expect((await readToday(await staff(ctx, 'accounting'))).figures).toEqual([])
	}))

test('the last 24 hours are compared with the same hours of the same weekday', () =>
	withCtx(async (ctx) => {
		// Sign-ups five hours ago, and in each of five weeks before; the others lie outside of these hours.
		const signUp = async (count: number, hoursAgo: number) => {
			for (let made = 0; made < count; made++) {
				const { id } = await makeUser(ctx)
				const createdAt = new Date(TEST_NOW.getTime() - hours(hoursAgo))
				await ctx.db.updateTable('users').set({ created_at: createdAt }).where('id', '=', id).execute()
			}
		}
		await signUp(7, 5)
		for (const [place, count] of [1, 2, 3, 4, 2].entries()) await signUp(count, 5 + 168 * (place + 1))
		await signUp(20, 5 + 168 + 48)
		await measureInsights(ctx)
		const { figures } = await readToday(await staff(ctx, 'support'))
		const signups = figures.find(({ measure }) => measure === 'signups')
		expect(signups).toEqual({ measure: 'signups', value: 7, usual: 2, band: [1, 4] })
		expect(figures.find(({ measure }) => measure === 'quotes')).toMatchObject({ value: null })
	}))

test('served requests add up over processes, by hour and day', () =>
	withCtx(async (ctx) => {
		await addServedRequests(
			ctx,
			new Map([
				['50', 3],
				['5xx', 1],
				['all', 9],
			]),
		)
		await addServedRequests(ctx, new Map([['50', 2]]))
		await measureInsights(ctx)
		await measureInsights(ctx)
		const read = await readInsights(await staff(ctx, 'support'), { range: 28, only: 'speed' })
		expect(['50', '5xx', 'all'].map((slice) => sum(read, 'served', slice))).toEqual([5, 1, 9])
	}))

test('words that found nothing are counted in one spelling, without addresses and numbers', () =>
	withCtx(async (ctx) => {
		for (const typed of ['ペット　信託', ' ペット 信託', 'yamada@example.com', '090-1234-5678', '０９０１２３４', '', 'あ'.repeat(41)])
			await recordMissedSearch(ctx, typed)
		await measureInsights(ctx)
		const read = await readInsights(await staff(ctx, 'editor'), { range: 28, only: 'missed' })
		expect(read.standings.map(({ slice, value }) => [slice, value])).toEqual([['28:ペット 信託', 2]])
	}))

test('rare words are forgotten after a month', () =>
	withCtx(async (ctx) => {
		await recordMissedSearch(ctx, '山田 太郎 町内会')
		for (let times = 0; times < 3; times++) await recordMissedSearch(ctx, '墓じまい')
		await measureInsights(at(ctx, new Date(TEST_NOW.getTime() + days(31))))
		const { rows } = await sql`select term from missed_searches`.execute(ctx.db)
		expect(rows).toEqual([{ term: '墓じまい' }])
	}))

test('a year of figures is read from the tables of the measurement alone', () =>
	withCtx(async (ctx) => {
		await measureInsights(ctx)
		const admin = await staff(ctx, 'admin')
		const statements: string[] = []
		const db = ctx.db.withPlugin({
			transformQuery: ({ node }) => {
				statements.push(JSON.stringify(node).replaceAll(/\\[nt]/g, ' '))
				return node
			},
			transformResult: async ({ result }) => result,
		})
		await readInsights({ ...admin, db }, { range: 365 })
		const tables = statements.flatMap((text) => [...text.matchAll(/\b(?:from|join) ([a-z_]+)/g)].map(([, name]) => name))
		expect(new Set(tables)).toEqual(new Set(['insight_weeks', 'insight_runs', 'insight_standings']))
	}))
