import { businessMinutes, DAY_HOURS } from '../../domain/shared/business-hours.ts'
import { clockText, clockTime, dateText, daysBetween, hours, isoDay, minutes, momentText } from '../../domain/shared/japan-time.ts'

/** A moment as rooms show it: how long ago in words, the exact time beside it, and what `<time>` says to programs. */
export type Moment = { text: string; exact: string; iso: string }

/** 「今日 14:49」, 「昨日 9:05」, 「3日前」 up to a week, then the day; the year only where it is not this one. For pages that are not cached. */
export function momentOf(moment: Date | number, now: Date | number): Moment {
	return { text: relativeText(moment, now), exact: momentText(moment), iso: new Date(moment).toISOString() }
}

function relativeText(moment: Date | number, now: Date | number): string {
	const [day, today] = [isoDay(moment), isoDay(now)]
	const ago = daysBetween(day, today)
	const clock = clockText(clockTime(moment))
	if (ago === 0) return `今日 ${clock}`
	if (ago === 1) return `昨日 ${clock}`
	if (ago === -1) return `明日 ${clock}`
	if (ago > 1 && ago < 7) return `${ago}日前`
	const date = dateText(day)
	return day.slice(0, 4) === today.slice(0, 4) ? date.slice(date.indexOf('年') + 1) : date
}

export type Due = Moment & {
	/** 「あと2営業日」, 「あと5時間」, 「まもなく」 (no working time is left), 「期限を過ぎました」 */
	left: string
	/** Urgency: less than a working day is `soon`, less than two business hours `now`. */
	tone: 'plain' | 'soon' | 'now'
}

/** A deadline with the working time that is left until it. */
export function dueOf(due: Date | number, now: Date | number): Due {
	const moment = momentOf(due, now)
	if (Number(due) <= Number(now)) return { ...moment, left: '期限を過ぎました', tone: 'now' }
	const left = businessMinutes(new Date(now), new Date(due)) * minutes(1)
	const day = hours(DAY_HOURS)
	const text =
		left > day
			? `あと${Math.ceil(left / day)}営業日`
			: left >= hours(1)
				? `あと${Math.floor(left / hours(1))}時間`
				: left > 0
					? `あと${left / minutes(1)}分`
					: 'まもなく'
	return { ...moment, left: text, tone: left < hours(2) ? 'now' : left < day ? 'soon' : 'plain' }
}
