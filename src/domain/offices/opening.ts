import { addDays, clockTime, hours as inHours, isoDay, minutes, startOfDay, weekdayOf } from '../shared/japan-time.ts'
import { holidayName } from '../shared/holidays.ts'
import { changeOn, hoursOn, type SpecialDays, upcomingSpecialDays } from './hours/special-days.ts'
import type { OfficeFacts, OpenState } from './types.ts'

const DAYS_AHEAD = 14
/** Two special days of half a year each, and some more. */
const MOST_DAYS_AHEAD = 400

type Hours = Pick<OfficeFacts, 'hours' | 'specialDays'>

/**
 * Whether an office is open at a moment, by its hours in Japan time: those of special days, else of the weekday, on public
 * holidays of weekday 7 alone. Returns until when, or when it opens next within two weeks, days of closure not counted. Null
 * for an office that gave no hours.
 */
export function isOpenNow({ hours, specialDays }: Hours, now: Date): OpenState | null {
	if (hours.length === 0) return null
	const date = isoDay(now)
	const time = clockTime(now)
	const change = changeOn(hours, specialDays, date)
	const today = { holiday: change === null ? holidayName(date) : null, closedFor: change?.kind === 'closed' ? change.label : null }
	const current = hoursOn(hours, specialDays, date).find((one) => one.opensAt <= time && time < one.closesAt)
	if (current) return { open: true, until: current.closesAt, byAppointment: current.byAppointment ?? false, nextOpening: null, ...today }
	let left = DAYS_AHEAD
	for (let ahead = 0; left >= 0 && ahead <= MOST_DAYS_AHEAD; ahead++) {
		const on = addDays(date, ahead)
		const next = hoursOn(hours, specialDays, on).find((one) => ahead > 0 || one.opensAt > time)
		if (next)
			return {
				open: false,
				until: null,
				byAppointment: next.byAppointment ?? false,
				nextOpening: { date: on, daysAhead: ahead, weekday: weekdayOf(on), opensAt: next.opensAt },
				...today,
			}
		if (changeOn(hours, specialDays, on)?.kind !== 'closed') left--
	}
	return { open: false, until: null, byAppointment: false, nextOpening: null, ...today }
}

/** What pages say of an office's hours at a moment: whether it is open, and its special days of the next 90 days. */
export const openingOf = (office: Hours, now: Date): { open: OpenState | null; specialDays: SpecialDays[] } => ({
	open: isOpenNow(office, now),
	specialDays: upcomingSpecialDays(office.specialDays, isoDay(now)),
})

/** When what `isOpenNow` said at `now` stops being true: at the latest at midnight, because it names days as seen from today. */
export function openStateEnds({ until, nextOpening }: OpenState, now: Date): Date {
	if (until !== null) return momentOf(isoDay(now), until)
	return nextOpening?.daysAhead === 0 ? momentOf(nextOpening.date, nextOpening.opensAt) : startOfDay(addDays(isoDay(now), 1))
}

function momentOf(isoDate: string, time: string): Date {
	const [hour = 0, minute = 0] = time.split(':').map(Number)
	return new Date(startOfDay(isoDate).getTime() + inHours(hour) + minutes(minute))
}
