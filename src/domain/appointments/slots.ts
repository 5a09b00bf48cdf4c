import type { IsoDate } from '../shared/column-types.ts'
import { changeOn, hoursOn, type SpecialDays as OfficeSpecialDays, weekdayHoursOn } from '../offices/hours/special-days.ts'
import { addDays, days, hours, isoDay, minutes } from '../shared/japan-time.ts'
import { momentAt } from './appointment-input.ts'

/** Times of a weekday: 0 Sunday to 6 Saturday, 7 any public holiday. Clock times 'HH:MM' in Japan. */
export type WeekdayHours = { weekday: number; opensAt: string; closesAt: string }

/** Days on which bookings have other times; null times for none at all. */
export type SpecialDays = { firstOn: IsoDate; lastOn: IsoDate; opensAt: string | null; closesAt: string | null }

export type Busy = { begins: Date; until: Date }

export type Availability = {
	minutes: number
	bufferMinutes: number
	noticeHours: number
	daysAhead: number
	/** What the office opens to bookings. */
	bookable: readonly WeekdayHours[]
	/** When it is open at all; empty where it has not said. */
	opening: readonly WeekdayHours[]
	/** The office's own special days, which go before everything else. */
	officeDays: readonly OfficeSpecialDays[]
	/** Of bookings alone. */
	special: readonly SpecialDays[]
	busy: readonly Busy[]
}

/** Appointments begin at the full and the half hour after the beginning of a span. */
const STEP = minutes(30)

type Span = { begins: number; ends: number }

const spanOf = (day: IsoDate, { opensAt, closesAt }: { opensAt: string; closesAt: string }): Span => ({
	begins: momentAt(day, opensAt).getTime(),
	ends: momentAt(day, closesAt).getTime(),
})

/**
 * The spans of a day in which an appointment may lie. Special days of the office go first: nothing can be booked while it is
 * closed. Then special days of bookings, which may lie outside of the usual week; else what is bookable while the office is open.
 */
function spansOf(day: IsoDate, { bookable, opening, officeDays, special }: Availability): Span[] {
	const own = special.filter(({ firstOn, lastOn }) => firstOn <= day && day <= lastOn)
	if (own.some(({ opensAt }) => opensAt === null)) return []
	const wanted =
		own.length > 0
			? own.flatMap(({ opensAt, closesAt }) => (opensAt === null || closesAt === null ? [] : [spanOf(day, { opensAt, closesAt })]))
			: weekdayHoursOn(bookable, day).map((one) => spanOf(day, one))
	if (changeOn(opening, officeDays, day) === null && (own.length > 0 || opening.length === 0)) return wanted
	const open = hoursOn(opening, officeDays, day).map((one) => spanOf(day, one))
	return wanted.flatMap((span) =>
		open
			.map((one) => ({ begins: Math.max(span.begins, one.begins), ends: Math.min(span.ends, one.ends) }))
			.filter(({ begins, ends }) => begins < ends),
	)
}

/**
 * The moments at which an appointment can begin on a day, in order: inside the hours of that day, after the notice period, before
 * the last day that is open to bookings, and with its pause clear of every other appointment.
 */
export function slotsOn(day: IsoDate, availability: Availability, now: Date): Date[] {
	const { minutes: length, bufferMinutes, noticeHours, daysAhead, busy } = availability
	if (day > addDays(isoDay(now), daysAhead)) return []
	const earliest = now.getTime() + hours(noticeHours)
	const starts = new Set<number>()
	for (const { begins, ends } of spansOf(day, availability))
		for (let start = begins; start + minutes(length) <= ends; start += STEP) if (start >= earliest) starts.add(start)
	return [...starts]
		.toSorted((a, b) => a - b)
		.filter((start) => isClear(start, start + minutes(length + bufferMinutes), busy))
		.map((start) => new Date(start))
}

const isClear = (begins: number, until: number, busy: readonly Busy[]) =>
	busy.every((one) => one.until.getTime() <= begins || until <= one.begins.getTime())

/** Whether an appointment could begin at this moment. */
export const isFree = (start: Date, availability: Availability, now: Date): boolean =>
	slotsOn(isoDay(start), availability, now).some((slot) => slot.getTime() === start.getTime())

/** The next days with something free, from `from` on, at most `count` of them. */
export function nextDays(availability: Availability, now: Date, from: IsoDate, count: number): { day: IsoDate; slots: Date[] }[] {
	const found: { day: IsoDate; slots: Date[] }[] = []
	const today = isoDay(now)
	const last = addDays(today, availability.daysAhead)
	for (let day = from < today ? today : from; day <= last && found.length < count; day = addDays(day, 1)) {
		const slots = slotsOn(day, availability, now)
		if (slots.length > 0) found.push({ day, slots })
	}
	return found
}

/** The first moment at which an appointment can begin; null for none in the days that are open to bookings. */
export const firstSlot = (availability: Availability, now: Date): Date | null =>
	nextDays(availability, now, isoDay(now), 1)[0]?.slots[0] ?? null

/** 「今週相談できる」: within seven days. */
export const SOON = days(7)
