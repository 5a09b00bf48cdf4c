import { expect, test } from 'vitest'
import { isOpenNow, openStateEnds } from './opening.ts'
import type { OfficeHours } from './types.ts'

const weekdays = [1, 2, 3, 4, 5].flatMap((weekday): OfficeHours[] => [
	{ weekday, opensAt: '09:00', closesAt: '12:00', byAppointment: false },
	{ weekday, opensAt: '13:00', closesAt: '18:00', byAppointment: false },
])
const saturday: OfficeHours = { weekday: 6, opensAt: '10:00', closesAt: '15:00', byAppointment: true }
/** A moment in Japan. */
const at = (text: string) => new Date(`${text}+09:00`)

test('an office that gave no hours has no state', () => {
	expect(isOpenNow([], at('2026-06-15T12:00:00'))).toBeNull()
})

test('hours are those of Japan, whatever the clock of the machine', () => {
	// 10:00 on Monday in Japan is 01:00 on Monday in UTC, 00:30 on Monday still Sunday there.
	expect(isOpenNow(weekdays, at('2026-06-15T10:00:00'))).toMatchObject({ open: true, until: '12:00' })
	expect(isOpenNow(weekdays, at('2026-06-15T00:30:00'))).toMatchObject({
		open: false,
		nextOpening: { date: '2026-06-15', daysAhead: 0, opensAt: '09:00' },
	})
})

test('opening belongs to the hours, closing does not', () => {
	expect(isOpenNow(weekdays, at('2026-06-15T09:00:00'))?.open).toBe(true)
	expect(isOpenNow(weekdays, at('2026-06-15T18:00:00'))?.open).toBe(false)
})

test('at noon the next opening is the afternoon of the same day', () => {
	expect(isOpenNow(weekdays, at('2026-06-15T12:30:00'))?.nextOpening).toEqual({
		date: '2026-06-15',
		daysAhead: 0,
		weekday: 1,
		opensAt: '13:00',
	})
})

test('after Friday evening comes Saturday by appointment, then Monday', () => {
	expect(isOpenNow([...weekdays, saturday], at('2026-06-19T20:00:00'))).toMatchObject({
		byAppointment: true,
		nextOpening: { daysAhead: 1, weekday: 6 },
	})
	expect(isOpenNow(weekdays, at('2026-06-19T20:00:00'))?.nextOpening).toMatchObject({ daysAhead: 3, weekday: 1 })
})

test('on a public holiday only the hours for holidays count', () => {
	const holiday: OfficeHours = { weekday: 7, opensAt: '10:00', closesAt: '12:00', byAppointment: false }
	expect(isOpenNow(weekdays, at('2026-09-22T10:00:00'))).toMatchObject({
		open: false,
		holiday: '国民の休日',
		nextOpening: { date: '2026-09-24', daysAhead: 2, weekday: 4 },
	})
	expect(isOpenNow([...weekdays, holiday], at('2026-09-22T10:00:00'))).toMatchObject({ open: true, until: '12:00' })
})

test.each([
	['open in the morning', '2026-06-15T10:00:00', '2026-06-15T12:00:00'],
	['at noon', '2026-06-15T12:30:00', '2026-06-15T13:00:00'],
	['on Friday evening', '2026-06-19T20:00:00', '2026-06-22T09:00:00'],
])('%s the state lasts until it changes', (_when, now, ends) => {
	const state = isOpenNow(weekdays, at(now))
	expect(state && openStateEnds(state, at(now))).toEqual(at(ends))
})

test('an office that is open by no day is so for good', () => {
	const state = isOpenNow([{ weekday: 7, opensAt: '10:00', closesAt: '12:00', byAppointment: false }], at('2026-06-15T10:00:00'))
	expect(state && openStateEnds(state, at('2026-06-15T10:00:00'))).toBeNull()
})
