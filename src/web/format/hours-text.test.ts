import { expect, test } from 'vitest'
import { hoursLines } from './hours-text.ts'

const open = (weekday: number, opensAt: string, closesAt: string, byAppointment = false) => ({ weekday, opensAt, closesAt, byAppointment })

test('days of equal hours stand together, three or more in a row as a span', () => {
	const week = [1, 2, 3, 4, 5].map((weekday) => open(weekday, '09:00', '18:00'))
	expect(hoursLines([...week, open(6, '10:00', '15:00', true)])).toEqual(['月〜金 9:00〜18:00', '土 10:00〜15:00（予約制）'])
})

test('a gap ends a span, and holidays belong to none', () => {
	const days = [1, 2, 4, 5, 6, 0, 7].map((weekday) => open(weekday, '09:30:00', '19:00:00'))
	expect(hoursLines(days)).toEqual(['月・火・木〜日・祝 9:30〜19:00'])
})

test('a day may have two spans', () => {
	expect(hoursLines([open(3, '13:00', '17:00'), open(3, '09:00', '12:00')])).toEqual(['水 9:00〜12:00、13:00〜17:00'])
})

test('no hours give no lines', () => {
	expect(hoursLines([])).toEqual([])
})
