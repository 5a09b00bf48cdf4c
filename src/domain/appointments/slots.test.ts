import { expect, test } from 'vitest'
import { clockTime, isoDay } from '../shared/japan-time.ts'
import { momentAt } from './appointment-input.ts'
import { type Availability, firstSlot, nextDays, slotsOn } from './slots.ts'

const now = new Date('2026-06-15T03:00:00Z')
const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '15:00' }))
const base: Availability = {
	minutes: 60,
	bufferMinutes: 0,
	noticeHours: 24,
	daysAhead: 60,
	bookable: week,
	opening: [],
	officeDays: [],
	special: [],
	busy: [],
}
const times = (day: string, values: Partial<Availability> = {}, at = now) =>
	slotsOn(day, { ...base, ...values }, at).map((slot) => clockTime(slot))

test('times begin every half hour and end within the hours', () => {
	expect(times('2026-06-17')).toEqual(['10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30', '14:00'])
	expect(times('2026-06-20')).toEqual([])
})

test('nothing is offered outside the opening hours, nor over the break at noon', () => {
	const opening = [
		{ weekday: 3, opensAt: '09:00', closesAt: '12:00' },
		{ weekday: 3, opensAt: '13:00', closesAt: '18:00' },
	]
	expect(times('2026-06-17', { opening })).toEqual(['10:00', '10:30', '11:00', '13:00', '13:30', '14:00'])
	expect(times('2026-06-18', { opening })).toEqual([])
})

test('public holidays have hours of their own', () => {
	// 海の日, a Monday.
	expect(times('2026-07-20')).toEqual([])
	expect(times('2026-07-20', { bookable: [...week, { weekday: 7, opensAt: '13:00', closesAt: '14:00' }] })).toEqual(['13:00'])
})

test('special days go before the week, and closed ones before open ones', () => {
	const open = { firstOn: '2026-06-20', lastOn: '2026-06-21', opensAt: '09:00', closesAt: '10:00' }
	const closed = { firstOn: '2026-06-17', lastOn: '2026-06-20', opensAt: null, closesAt: null }
	expect(times('2026-06-21', { special: [open] })).toEqual(['09:00'])
	expect(times('2026-06-17', { special: [closed] })).toEqual([])
	expect(times('2026-06-20', { special: [open, closed] })).toEqual([])
})

test('special days of the office go before those of bookings', () => {
	const day = { firstOn: '2026-06-17', lastOn: '2026-06-17', isYearly: false, label: '' }
	const closed = { ...day, kind: 'closed', opensAt: null, closesAt: null } as const
	const shorter = { ...day, kind: 'hours', opensAt: '13:00', closesAt: '15:00' } as const
	const opening = [{ weekday: 3, opensAt: '09:00', closesAt: '18:00' }]
	const special = [{ ...day, opensAt: '12:00', closesAt: '14:00' }]
	expect(times('2026-06-17', { officeDays: [closed] })).toEqual([])
	expect(times('2026-06-17', { officeDays: [closed], opening, special })).toEqual([])
	expect(times('2026-06-17', { officeDays: [shorter], opening })).toEqual(['13:00', '13:30', '14:00'])
	expect(times('2026-06-17', { officeDays: [shorter], opening, special })).toEqual(['13:00'])
	expect(times('2026-06-18', { officeDays: [closed] })).toHaveLength(9)
})

test('the notice period and the last day are kept', () => {
	expect(times('2026-06-16')).toEqual(['12:00', '12:30', '13:00', '13:30', '14:00'])
	expect(times('2026-06-15')).toEqual([])
	expect(times('2026-06-24', { daysAhead: 8 })).toEqual([])
})

test('an appointment and its pause keep their time, and the pause of the new one is kept as well', () => {
	const busy = [{ begins: momentAt('2026-06-17', '12:00'), until: momentAt('2026-06-17', '13:15') }]
	expect(times('2026-06-17', { busy, bufferMinutes: 15 })).toEqual(['10:00', '10:30', '13:30', '14:00'])
})

test('days without a free time are left out, and the first one is found', () => {
	expect(nextDays(base, now, '2026-06-19', 2).map(({ day }) => day)).toEqual(['2026-06-19', '2026-06-22'])
	expect(firstSlot(base, now)).toEqual(momentAt('2026-06-16', '12:00'))
	expect(firstSlot({ ...base, bookable: [] }, now)).toBeNull()
	expect(isoDay(firstSlot(base, now) ?? 0)).toBe('2026-06-16')
})
