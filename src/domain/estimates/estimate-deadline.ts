import { holidayName } from '../shared/holidays.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const JAPAN_OFFSET = 9 * HOUR
const OPENS = 9 * HOUR
const CLOSES = 18 * HOUR

/** Business hours that an office has to answer. */
export const ANSWER_HOURS = 48

/**
 * When so many business hours have passed since a moment. A business hour is an hour between 9:00 and 18:00 in Japan on a
 * Monday to Friday that is no public holiday: nine of them make a day, so that 48 hours are five working days and three
 * hours. Nights, weekends and holidays do not count, and what arrives then begins at the next opening. The deadline lies
 * within business hours: one that falls on 18:00 stays there.
 */
export function businessDeadline(from: Date, hours: number = ANSWER_HOURS): Date {
	// Japan has no summer time: its clock is UTC and nine hours.
	let local = from.getTime() + JAPAN_OFFSET
	let left = hours * HOUR
	for (;;) {
		const midnight = Math.floor(local / DAY) * DAY
		const start = Math.max(local, midnight + OPENS)
		const end = midnight + CLOSES
		if (isBusinessDay(midnight) && start < end) {
			if (left <= end - start) return new Date(start + left - JAPAN_OFFSET)
			left -= end - start
		}
		local = midnight + DAY
	}
}

function isBusinessDay(midnight: number): boolean {
	const day = new Date(midnight)
	const weekday = day.getUTCDay()
	return weekday !== 0 && weekday !== 6 && holidayName(day.toISOString().slice(0, 10)) === null
}

/** The date in Japan, 'YYYY-MM-DD'. */
export const japaneseDate = (moment: Date): string => new Date(moment.getTime() + JAPAN_OFFSET).toISOString().slice(0, 10)

/** A day of the calendar, as a form types it. */
export const isCalendarDay = (typed: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed)) && new Date(typed).toISOString().startsWith(typed)
