import { expect, test } from 'vitest'
import { isOpenNow, openStateEnds } from './opening.ts'
import type { SpecialDays } from './hours/special-days.ts'
import type { OfficeHours } from './types.ts'

const weekdays = [1, 2, 3, 4, 5].flatMap((weekday): OfficeHours[] => [
	{ weekday, opensAt: '09:00', closesAt: '12:00', byAppointment: false },
	{ weekday, opensAt: '13:00', closesAt: '18:00', byAppointment: false },
])
const saturday: OfficeHours = { weekday: 6, opensAt: '10:00', closesAt: '15:00', byAppointment: true }
const usual = (hours: OfficeHours[], specialDays: SpecialDays[] = []) => ({ hours, specialDays })
/** A moment in Japan. */
const at = (text: string) => new Date(`${text}+09:00`)

test('an office that gave no hours has no state', () => {
	expect(isOpenNow({ hours: [], specialDays: [] }, at('2026-06-15T12:00:00'))).toBeNull()
})

test('hours are those of Japan, whatever the clock of the machine', () => {
	// 10:00 on Monday in Japan is 01:00 on Monday in UTC, 00:30 on Monday still Sunday there.
	expect(isOpenNow(usual(weekdays), at('2026-06-15T10:00:00'))).toMatchObject({ open: true, until: '12:00' })
	expect(isOpenNow(usual(weekdays), at('2026-06-15T00:30:00'))).toMatchObject({
		open: false,
		nextOpening: { date: '2026-06-15', daysAhead: 0, opensAt: '09:00' },
	})
})

test('opening belongs to the hours, closing does not', () => {
	expect(isOpenNow(usual(weekdays), at('2026-06-15T09:00:00'))?.open).toBe(true)
	expect(isOpenNow(usual(weekdays), at('2026-06-15T18:00:00'))?.open).toBe(false)
})

test('at noon the next opening is the afternoon of the same day', () => {
	expect(isOpenNow(usual(weekdays), at('2026-06-15T12:30:00'))?.nextOpening).toEqual({
		date: '2026-06-15',
		daysAhead: 0,
		weekday: 1,
		opensAt: '13:00',
	})
})

test('after Friday evening comes Saturday by appointment, then Monday', () => {
	expect(isOpenNow(usual([...weekdays, saturday]), at('2026-06-19T20:00:00'))).toMatchObject({
		byAppointment: true,
		nextOpening: { daysAhead: 1, weekday: 6 },
	})
	expect(isOpenNow(usual(weekdays), at('2026-06-19T20:00:00'))?.nextOpening).toMatchObject({ daysAhead: 3, weekday: 1 })
})

test('on a public holiday only the hours for holidays count', () => {
	const holiday: OfficeHours = { weekday: 7, opensAt: '10:00', closesAt: '12:00', byAppointment: false }
	expect(isOpenNow(usual(weekdays), at('2026-09-22T10:00:00'))).toMatchObject({
		open: false,
		holiday: '国民の休日',
		nextOpening: { date: '2026-09-24', daysAhead: 2, weekday: 4 },
	})
	expect(isOpenNow(usual([...weekdays, holiday]), at('2026-09-22T10:00:00'))).toMatchObject({ open: true, until: '12:00' })
})

test.each([
	['open in the morning', '2026-06-15T10:00:00', '2026-06-15T12:00:00'],
	['at noon', '2026-06-15T12:30:00', '2026-06-15T13:00:00'],
	['on Friday evening, before 「明日」 is another day,', '2026-06-19T20:00:00', '2026-06-20T00:00:00'],
])('%s the state lasts until it changes', (_when, now, ends) => {
	const state = isOpenNow(usual(weekdays), at(now))
	expect(state && openStateEnds(state, at(now))).toEqual(at(ends))
})

test('an office that opens on no day of the next two weeks is looked at again the next day', () => {
	const state = isOpenNow(usual([{ weekday: 7, opensAt: '10:00', closesAt: '12:00', byAppointment: false }]), at('2026-06-15T10:00:00'))
	expect(state && openStateEnds(state, at('2026-06-15T10:00:00'))).toEqual(at('2026-06-16T00:00:00'))
})

const yearEnd: SpecialDays = {
	kind: 'closed',
	firstOn: '2025-12-29',
	lastOn: '2026-01-03',
	opensAt: null,
	closesAt: null,
	isYearly: true,
	label: '年末年始',
}

test('days of closure are named, and the next opening lies after them', () => {
	expect(isOpenNow(usual(weekdays, [yearEnd]), at('2026-12-30T10:00:00'))).toMatchObject({
		open: false,
		closedFor: '年末年始',
		nextOpening: { date: '2027-01-04', daysAhead: 5, opensAt: '09:00' },
	})
	// New Year's Day is a public holiday as well: the closure goes before it.
	expect(isOpenNow(usual(weekdays, [yearEnd]), at('2027-01-01T10:00:00'))).toMatchObject({ holiday: null, closedFor: '年末年始' })
})

test('closures longer than two weeks do not hide the next opening', () => {
	const leave = { ...yearEnd, firstOn: '2026-06-15', lastOn: '2026-09-30', isYearly: false, label: '' }
	expect(isOpenNow(usual(weekdays, [leave]), at('2026-06-15T10:00:00'))).toMatchObject({
		closedFor: '',
		nextOpening: { date: '2026-10-01' },
	})
})
