import type { IsoDate } from './column-types.ts'
import { holidayName } from './holidays.ts'
import { addDays, hours, isoDay, minutes, startOfDay, weekdayOf } from './japan-time.ts'

const OPENS = hours(9)
const CLOSES = hours(18)
/** Business hours of one working day. */
export const DAY_HOURS = 9

/** Monday to Friday, unless it is a public holiday. */
export function isBusinessDay(day: IsoDate): boolean {
	const weekday = weekdayOf(day)
	return weekday !== 0 && weekday !== 6 && holidayName(day) === null
}

/**
 * Adds business hours to a moment. A business hour is an hour between 9:00 and 18:00 in Japan on a
 * business day: nine of them (DAY_HOURS) make a working day. Nights, weekends and holidays do not count; outside of business hours counting begins at the next opening. The deadline lies within business hours: one
 * that falls on 18:00 stays there.
 */
export function businessDeadline(from: Date, businessHours: number): Date {
	let left = hours(businessHours)
	for (let day = isoDay(from); ; day = addDays(day, 1)) {
		const span = businessSpan(day)
		const start = Math.max(from.getTime(), span.opens)
		if (start >= span.closes) continue
		if (left <= span.closes - start) return new Date(start + left)
		left -= span.closes - start
	}
}

/** Working days within which an office answers: a request for an estimate must be, a message should be. */
export const ANSWER_DAYS = 2

/** Two working days after a moment, at the same hour. */
export const answerDeadline = (from: Date): Date => businessDeadline(from, ANSWER_DAYS * DAY_HOURS)

/** Business minutes between two moments, rounded up; the same hours for every office, so that results compare. */
export function businessMinutes(from: Date, to: Date): number {
	let sum = 0
	for (let day = isoDay(from); startOfDay(day) < to; day = addDays(day, 1)) {
		const span = businessSpan(day)
		sum += Math.max(0, Math.min(to.getTime(), span.closes) - Math.max(from.getTime(), span.opens))
	}
	return Math.ceil(sum / minutes(1))
}

/** Empty on other days. */
function businessSpan(day: IsoDate): { opens: number; closes: number } {
	const midnight = startOfDay(day).getTime()
	return { opens: midnight + OPENS, closes: midnight + (isBusinessDay(day) ? CLOSES : OPENS) }
}
