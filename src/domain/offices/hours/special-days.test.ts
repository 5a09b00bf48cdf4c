import { expect, test } from 'vitest'
import { readSpecialDays, specialDayNumbers, specialDayValues, withSuggestedDays } from './special-day-form.ts'
import { hasCommonDay, hoursOn, type SpecialDays, upcomingSpecialDays } from './special-days.ts'

const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: '09:00', closesAt: '17:00' }))
const yearEnd: SpecialDays = {
	kind: 'closed',
	firstOn: '2026-12-29',
	lastOn: '2027-01-03',
	opensAt: null,
	closesAt: null,
	isYearly: true,
	label: '年末年始',
}
const once = { ...yearEnd, isYearly: false }
const spans = (special: SpecialDays[], day: string) => hoursOn(week, special, day).map(({ opensAt, closesAt }) => `${opensAt}-${closesAt}`)

test('yearly days repeat over the turn of every later year, others do not', () => {
	expect(spans([yearEnd], '2029-12-31')).toEqual([])
	expect(spans([yearEnd], '2030-01-03')).toEqual([])
	expect(spans([yearEnd], '2030-01-04')).toEqual(['09:00-17:00'])
	expect(spans([yearEnd], '2025-12-30')).toEqual(['09:00-17:00'])
	expect(spans([once], '2027-12-30')).toEqual(['09:00-17:00'])
})

test('other hours apply on open days only, extra hours on every day, and days of one year take precedence', () => {
	const season: SpecialDays = { ...once, kind: 'hours', firstOn: '2027-02-16', lastOn: '2027-03-15', opensAt: '09:00', closesAt: '20:00' }
	expect(spans([season], '2027-02-16')).toEqual(['09:00-20:00'])
	expect(spans([season], '2027-02-20')).toEqual([])
	expect(spans([{ ...season, kind: 'open' }], '2027-02-20')).toEqual(['09:00-20:00'])
	// 天皇誕生日.
	expect(spans([season], '2027-02-23')).toEqual([])
	const open: SpecialDays = { ...once, kind: 'open', firstOn: '2026-12-30', lastOn: '2026-12-30', opensAt: '10:00', closesAt: '12:00' }
	expect(spans([yearEnd, open], '2026-12-30')).toEqual(['10:00-12:00'])
	expect(spans([yearEnd, open], '2026-12-31')).toEqual([])
})

test('upcoming days are those of the next 90 days, in order, once', () => {
	const obon = { ...yearEnd, firstOn: '2026-08-13', lastOn: '2026-08-16', label: 'お盆' }
	expect(upcomingSpecialDays([obon, yearEnd], '2026-11-24').map(({ firstOn }) => firstOn)).toEqual(['2026-12-29'])
	expect(upcomingSpecialDays([yearEnd], '2028-01-03').map(({ firstOn, lastOn }) => [firstOn, lastOn])).toEqual([
		['2027-12-29', '2028-01-03'],
	])
	const longer = { ...once, firstOn: '2026-12-26', lastOn: '2027-01-05' }
	expect(upcomingSpecialDays([yearEnd, longer], '2026-11-24')).toEqual([longer])
})

test('days of one kind that share a day are found, in other years as well', () => {
	expect(hasCommonDay(yearEnd, { ...yearEnd, firstOn: '2026-01-02', lastOn: '2026-01-05' })).toBe(true)
	expect(hasCommonDay(yearEnd, { ...yearEnd, firstOn: '2026-01-04', lastOn: '2026-01-05' })).toBe(false)
	expect(hasCommonDay(yearEnd, once)).toBe(false)
})

const read = (values: Record<string, string>, hasHours = true) => {
	const faults: Record<string, string> = {}
	const found = readSpecialDays(
		(name) => values[name] ?? '',
		(name, sentence) => {
			faults[name] ??= sentence
		},
		{ today: '2026-11-24', hasHours },
	)
	return { found, faults }
}

test('the form keeps what it reads, and leaves out blank and removed days', () => {
	expect(read({ ...specialDayValues([yearEnd]), 'special-kind-2': 'open' })).toEqual({ found: [yearEnd], faults: {} })
	expect(read({ ...specialDayValues([yearEnd]), 'special-remove-1': '1' }).found).toEqual([])
	expect(read({ 'special-first-3': '2026-12-01' }).found).toMatchObject([{ kind: 'closed', firstOn: '2026-12-01', lastOn: '2026-12-01' }])
})

test.each([
	[{ 'special-label-1': '年末' }, 'special-first-1'],
	[{ 'special-first-1': '2026-12-29', 'special-last-1': '2026-12-28' }, 'special-last-1'],
	[{ 'special-first-1': '2026-12-29', 'special-last-1': '2027-12-28' }, 'special-last-1'],
	[{ 'special-first-1': '2026-11-23' }, 'special-last-1'],
	[{ 'special-first-1': '2028-02-29', 'special-yearly-1': '1' }, 'special-first-1'],
	[{ 'special-first-1': '2026-12-29', 'special-kind-1': 'open' }, 'special-open-1'],
	[{ 'special-first-1': '2026-12-29', 'special-kind-1': 'open', 'special-open-1': '12:00', 'special-close-1': '10:00' }, 'special-open-1'],
	[{ 'special-first-1': '2026-12-29', 'special-first-2': '2026-12-29' }, 'special-first-2'],
	[{ 'special-first-1': '2026-12-29', 'special-label-1': 'あ'.repeat(31) }, 'special-label-1'],
])('%o is refused at %s', (values, field) => {
	expect(Object.keys(read(values).faults)).toEqual([field])
})

test('a suggestion fills the first free place with its next days, once', () => {
	const values = withSuggestedDays(
		specialDayValues([{ ...once, firstOn: '2026-12-01', lastOn: '2026-12-01', label: '研修' }]),
		'addYearEnd',
		'2026-11-24',
	)
	expect(read(values as Record<string, string>)).toMatchObject({ found: [{ label: '研修' }, yearEnd], faults: {} })
	expect(specialDayNumbers(withSuggestedDays(values, 'addYearEnd', '2026-11-24'))).toEqual({ filled: [1, 2], free: 3 })
	expect(withSuggestedDays({}, 'addObon', '2026-11-24')['special-first-1']).toBe('2027-08-13')
})
