import type { Random } from './random.ts'

/** Weekday 0 Sunday … 6 Saturday, 7 holidays; times 'HH:MM'. */
export type Hours = { weekday: number; opensAt: string; closesAt: string; byAppointment: boolean }

const WEEKDAYS = [1, 2, 3, 4, 5]

const day = (weekday: number, opensAt: string, closesAt: string, byAppointment = false): Hours => ({
	weekday,
	opensAt,
	closesAt,
	byAppointment,
})

/** The usual day of an office: weekdays with or without a break at noon, some Saturdays, some evenings. */
export function createHours(random: Random): Hours[] {
	const [opens, closes] = random.pick([
		['09:00', '18:00'],
		['09:00', '18:00'],
		['09:00', '17:30'],
		['09:00', '17:00'],
		['08:30', '17:30'],
		['09:30', '18:00'],
		['10:00', '18:00'],
		['10:00', '19:00'],
		['09:30', '18:30'],
	] as const)
	const noon = random.chance(0.22)
	const closed = random.chance(0.05) ? random.pick(WEEKDAYS) : null
	const hours: Hours[] = []
	const late = closes < '19:00' && random.chance(0.2) ? new Set(random.some(WEEKDAYS, random.int(1, 5))) : new Set<number>()
	const lateClose = random.pick(['20:00', '20:00', '19:30', '21:00'])
	for (const weekday of WEEKDAYS) {
		if (weekday === closed) continue
		if (noon) hours.push(day(weekday, opens, '12:00'), day(weekday, '13:00', closes))
		else hours.push(day(weekday, opens, closes))
		if (late.has(weekday)) hours.push(day(weekday, closes, lateClose, true))
	}
	if (random.chance(0.27)) {
		const [from, to] = random.pick([
			['09:00', '12:00'],
			['10:00', '15:00'],
			['10:00', '17:00'],
			['09:00', '13:00'],
		] as const)
		hours.push(day(6, from, to, random.chance(0.55)))
		if (random.chance(0.2)) hours.push(day(0, '10:00', '15:00', true))
		if (random.chance(0.2)) hours.push(day(7, '10:00', '16:00', true))
	}
	return hours
}

export type DemoSpecialDays = {
	kind: 'closed' | 'hours'
	firstOn: string
	lastOn: string
	opensAt: string | null
	closesAt: string | null
	label: string
}

const closed = (firstOn: string, lastOn: string, label: string): DemoSpecialDays => ({
	kind: 'closed',
	firstOn,
	lastOn,
	opensAt: null,
	closesAt: null,
	label,
})

/** Days of every year that offices of a kind keep; without chance, so that everything else of the demo stays as it is. */
export function specialDaysOf(ordinal: number, isTaxOffice: boolean): DemoSpecialDays[] {
	const season = { ...closed('2026-02-16', '2026-03-15', '確定申告期'), kind: 'hours', opensAt: '09:00', closesAt: '20:00' } as const
	return [
		...(ordinal % 3 === 0 ? [] : [closed('2025-12-29', '2026-01-03', '年末年始')]),
		...(ordinal % 3 === 1 ? [closed('2026-08-13', '2026-08-16', 'お盆')] : []),
		...(isTaxOffice && ordinal % 5 === 1 ? [season] : []),
	]
}

export const hasWeekend = (hours: readonly Hours[]): boolean => hours.some(({ weekday }) => weekday === 0 || weekday >= 6)
export const hasEvening = (hours: readonly Hours[]): boolean => hours.some(({ closesAt }) => closesAt > '18:30')
