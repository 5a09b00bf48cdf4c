/** Pure: also for forms in the browser. */

export const audiences = [
	{ value: 'sole', label: '個人事業主' },
	{ value: 'corporation', label: '会社' },
	{ value: 'employer', label: '人を雇っている' },
] as const
export type Audience = (typeof audiences)[number]['value']

export const isAudience = (name: string): name is Audience => audiences.some(({ value }) => value === name)

/** What a calendar is made for; an empty `who` is everybody. */
export type CalendarQuery = {
	who: Audience[]
	/** The month in which the business year ends, or null. */
	closing: number | null
}

/** Days before a due date on which a member is reminded of it. */
export const REMINDER_DAYS = 7

export function parseCalendarQuery(search: URLSearchParams): CalendarQuery {
	const closing = Number(search.get('closing'))
	const given = search.getAll('who')
	return {
		who: audiences.map(({ value }) => value).filter((value) => given.includes(value)),
		closing: Number.isInteger(closing) && closing >= 1 && closing <= 12 ? closing : null,
	}
}

/** The canonical query string with its question mark; '' when it is empty. */
export function calendarSearch({ who, closing }: CalendarQuery): string {
	const search = new URLSearchParams([...who.map((one) => ['who', one]), ...(closing === null ? [] : [['closing', `${closing}`]])])
	return search.size === 0 ? '' : `?${search.toString()}`
}
