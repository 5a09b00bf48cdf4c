import { addDays, startOfDay } from '../../src/domain/shared/japan-time.ts'
import type { Random } from './random.ts'

/** The current day of the demo: nothing in it is later, whatever the day of the seed. */
export const DEMO_TODAY = '2026-10-31'
export const DEMO_YEAR = 2026

export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** A day between two years, both inclusive, never after the demo's day. */
export function dayBetweenYears(random: Random, from: number, to: number): string {
	const date = `${random.int(Math.min(from, to), to)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
	return date > DEMO_TODAY ? `${DEMO_YEAR}-0${random.int(1, 9)}-${String(random.int(1, 28)).padStart(2, '0')}` : date
}

/** A moment in office hours of Japan, so many days before the demo's day. */
export function momentDaysAgo(random: Random, days: number): string {
	const minutes = 9 * 60 + random.int(0, 9 * 60)
	return new Date(startOfDay(addDays(DEMO_TODAY, -days)).getTime() + minutes * 60_000 + random.int(0, 59) * 1000).toISOString()
}
