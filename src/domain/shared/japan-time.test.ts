import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
	addDays,
	clockTime,
	dateText,
	days,
	daysBetween,
	dayText,
	hours,
	isCalendarDay,
	isoDay,
	minutes,
	momentText,
	monthText,
	startOfDay,
	TIME_ZONE,
	weekdayOf,
} from './japan-time.ts'

const moments = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
const iso = moments.map((moment) => isoDay(moment))

test('durations are milliseconds', () => {
	expect([minutes(2), hours(1), days(1.5)]).toEqual([120_000, 3_600_000, 129_600_000])
})

test('a day in Japan begins at 15:00 UTC of the day before', () => {
	expect(startOfDay('2026-04-01')).toEqual(new Date('2026-03-31T15:00:00Z'))
	expect([isoDay(new Date('2026-03-31T14:59:59Z')), clockTime(new Date('2026-03-31T14:59:59Z'))]).toEqual(['2026-03-31', '23:59'])
	expect([isoDay(new Date('2026-03-31T15:00:00Z')), clockTime(new Date('2026-03-31T15:00:00Z'))]).toEqual(['2026-04-01', '00:00'])
})

test('every moment lies within its day', () => {
	fc.assert(
		fc.property(moments, (moment) => {
			const since = moment.getTime() - startOfDay(isoDay(moment)).getTime()
			expect(since).toBeGreaterThanOrEqual(0)
			expect(since).toBeLessThan(days(1))
		}),
	)
})

test('adding days and counting them are inverse', () => {
	expect([addDays('2028-02-28', 1), addDays('2027-01-01', -1)]).toEqual(['2028-02-29', '2026-12-31'])
	fc.assert(
		fc.property(iso, fc.integer({ min: -9_999, max: 9_999 }), (day, count) => {
			expect(daysBetween(day, addDays(day, count))).toBe(count)
		}),
	)
})

test('knows weekdays', () => {
	expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-28')]).toEqual([0, 6])
})

test('distinguishes calendar days from other texts', () => {
	expect(['2028-02-29', '2026-12-31'].filter(isCalendarDay)).toHaveLength(2)
	expect(['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-00', '', 'tomorrow', '2026-01-01T00:00'].filter(isCalendarDay)).toEqual([])
})

test('texts equal those of the Japanese locale in Japan', () => {
	const day = new Intl.DateTimeFormat('ja-JP', { timeZone: TIME_ZONE, dateStyle: 'long' })
	const time = new Intl.DateTimeFormat('ja-JP', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' })
	fc.assert(
		fc.property(moments, (moment) => {
			expect(dayText(moment)).toBe(day.format(moment))
			expect(momentText(moment)).toBe(time.format(moment))
			expect(momentText(moment.getTime())).toBe(momentText(moment))
		}),
	)
	expect([dateText('2026-04-01'), monthText('2019-04-30')]).toEqual(['2026年4月1日', '2019年4月'])
})
