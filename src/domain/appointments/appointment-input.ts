/** What pages and the server know of appointments alike. Pure. */
import { clockText, clockTime, hours, isoDay, minutes, startOfDay, weekdayOf } from '../shared/japan-time.ts'

export const appointmentKinds = ['online', 'in_person', 'phone'] as const
export type AppointmentKind = (typeof appointmentKinds)[number]

export const kindLabels: Readonly<Record<AppointmentKind, string>> = { online: 'オンライン', in_person: '来所', phone: '電話' }

export const isAppointmentKind = (typed: string): typed is AppointmentKind => appointmentKinds.some((kind) => kind === typed)

export const durationChoices = [30, 45, 60, 90] as const
export const bufferChoices = [0, 15, 30, 60] as const
export const noticeChoices = [2, 24, 48, 72, 168] as const
export const rangeChoices = [14, 30, 60, 90] as const

export const appointmentLengths = {
	note: { min: 0, max: 500 },
	reason: { min: 0, max: 500 },
	message: { min: 0, max: 500 },
	label: { min: 0, max: 30 },
} as const

/** Times that an office proposes at once. */
export const MAX_PROPOSED = 3
/** Bookings to come that one person may have with one office, and in all. */
export const MAX_AT_OFFICE = 2
export const MAX_IN_ALL = 10
export const MAX_SPECIAL_DAYS = 20

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** 「11月25日（水）」 */
export function dayLabel(day: string): string {
	const [, month = '', date = ''] = day.split('-')
	return `${Number(month)}月${Number(date)}日（${weekdays[weekdayOf(day)] ?? ''}）`
}

/** 「11月25日（水）10:00〜11:00」 of two moments. */
export const spanText = (begins: Date | number, ends: Date | number): string =>
	`${dayLabel(isoDay(begins))}${clockText(clockTime(begins))}〜${clockText(clockTime(ends))}`

/** 「11/25 10:00」 of a moment, for cards. */
export function shortMoment(moment: Date | number): string {
	const [, month = '', date = ''] = isoDay(moment).split('-')
	return `${Number(month)}/${Number(date)} ${clockText(clockTime(moment))}`
}

/** The moment of a clock time on a day in Japan. */
export function momentAt(day: string, time: string): Date {
	const [hour = 0, minute = 0] = time.split(':').map(Number)
	return new Date(startOfDay(day).getTime() + hours(hour) + minutes(minute))
}

/** What a field holds that a form may have left out. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const later = (moment: Date, count: number): Date => new Date(moment.getTime() + minutes(count))
