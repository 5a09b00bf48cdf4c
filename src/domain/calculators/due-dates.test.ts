import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { calendarSearch, parseCalendarQuery } from './calendar-query.ts'
import { readCalendar } from './due-dates.ts'

const everything = { who: [], closing: null }
const at = (day: string) => ({ now: () => new Date(`${day}T03:00:00Z`) })

test('a due date on a weekend, a holiday or at the turn of the year moves to the next open day', () =>
	withCtx(async (ctx) => {
		const { due } = await readCalendar(ctx, everything)
		const daysOf = (slug: string) => due.filter((one) => one.slug === slug).map(({ day }) => day)
		// 10 October 2026 is a Saturday and Monday a holiday; 31 December is closed.
		expect(daysOf('withholding-monthly')).toContain('2026-10-13')
		expect(daysOf('social-insurance-monthly')).toContain('2027-01-04')
		expect(daysOf('income-tax-return')).toEqual(['2027-03-15'])
	}, at('2026-09-01')))

test('each month has one monthly due date, and nothing lies outside of the next year', () =>
	withCtx(async (ctx) => {
		const { due } = await readCalendar(ctx, everything)
		expect(due.filter(({ slug }) => slug === 'withholding-monthly')).toHaveLength(12)
		expect(due.filter(({ day }) => day < '2026-11-23' || day >= '2027-11-23')).toEqual([])
		expect(due.map(({ day }) => day)).toEqual(due.map(({ day }) => day).toSorted())
	}, at('2026-11-23')))

test('the closing month decides when a company files; without one no date is guessed', () =>
	withCtx(async (ctx) => {
		const { due } = await readCalendar(ctx, { who: ['corporation'], closing: 3 })
		expect(due.find(({ slug }) => slug === 'closing-return')?.day).toBe('2027-05-31')
		expect(due.find(({ slug }) => slug === 'closing-interim')?.day).toBe('2026-11-30')
		expect(due.some(({ slug }) => slug === 'labor-insurance')).toBe(false)
		const december = await readCalendar(ctx, { who: ['corporation'], closing: 12 })
		// 28 February 2027 is a Sunday.
		expect(december.due.find(({ slug }) => slug === 'closing-return')?.day).toBe('2027-03-01')
		expect((await readCalendar(ctx, everything)).due.some(({ slug }) => slug.startsWith('closing'))).toBe(false)
	}, at('2026-11-23')))

test('changes are those of this year and the next, by their days', () =>
	withCtx(async (ctx) => {
		const { changes } = await readCalendar(ctx, everything)
		expect(changes.length).toBeGreaterThanOrEqual(10)
		expect(changes[0]?.day).toBe('2026-01-01')
	}, at('2026-11-23')))

test.each([
	['who=employer&who=sole&who=x&closing=3', '?who=sole&who=employer&closing=3'],
	['closing=13', ''],
	['closing=abc&who=', ''],
])('%s is read as %s', (given, canonical) => {
	expect(calendarSearch(parseCalendarQuery(new URLSearchParams(given)))).toBe(canonical)
})
