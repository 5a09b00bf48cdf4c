import { holidayName } from '../shared/holidays.ts'
import type { OfficeHours, OpenState } from './types.ts'
import { addDays, clockTime, hours as inHours, isoDay, minutes, startOfDay, weekdayOf } from '../shared/japan-time.ts'

const HOLIDAY = 7
const DAYS_AHEAD = 14

function hoursOn(hours: readonly OfficeHours[], isoDate: string): OfficeHours[] {
	const weekday = holidayName(isoDate) === null ? weekdayOf(isoDate) : HOLIDAY
	return hours.filter((one) => one.weekday === weekday).sort((a, b) => (a.opensAt < b.opensAt ? -1 : 1))
}

/**
 * Whether an office is open at a moment, by its hours in Japan time; on public holidays those of weekday 7 count alone.
 * Returns until when, or when it opens next within two weeks. Null for an office that gave no hours.
 */
export function isOpenNow(hours: readonly OfficeHours[], now: Date): OpenState | null {
	if (hours.length === 0) return null
	const date = isoDay(now)
	const time = clockTime(now)
	const holiday = holidayName(date)
	const current = hoursOn(hours, date).find((one) => one.opensAt <= time && time < one.closesAt)
	if (current) return { open: true, until: current.closesAt, byAppointment: current.byAppointment, nextOpening: null, holiday }
	for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
		const on = addDays(date, ahead)
		const next = hoursOn(hours, on).find((one) => ahead > 0 || one.opensAt > time)
		if (next)
			return {
				open: false,
				until: null,
				byAppointment: next.byAppointment,
				nextOpening: { date: on, daysAhead: ahead, weekday: weekdayOf(on), opensAt: next.opensAt },
				holiday,
			}
	}
	return { open: false, until: null, byAppointment: false, nextOpening: null, holiday }
}

/** When what `isOpenNow` said at `now` stops being true; null where that is not known. */
export function openStateEnds({ until, nextOpening }: OpenState, now: Date): Date | null {
	if (until !== null) return momentOf(isoDay(now), until)
	return nextOpening === null ? null : momentOf(nextOpening.date, nextOpening.opensAt)
}

function momentOf(isoDate: string, time: string): Date {
	const [hour = 0, minute = 0] = time.split(':').map(Number)
	return new Date(startOfDay(isoDate).getTime() + inHours(hour) + minutes(minute))
}
