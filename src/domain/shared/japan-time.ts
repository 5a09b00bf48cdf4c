/**
 * Durations in milliseconds, days and clock times in Japan, and their Japanese formats. Without Intl, so that the
 * server and every browser format alike. Days are 'YYYY-MM-DD', clock times 'HH:MM'.
 */
import type { IsoDate } from './column-types.ts'

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

export const TIME_ZONE = 'Asia/Tokyo'
/** Japan has no summer time. */
export const JAPAN_OFFSET_MS = hours(9)

const japanIso = (moment: Date | number): string => new Date(Number(moment) + JAPAN_OFFSET_MS).toISOString()
const utcMidnight = (day: IsoDate): number => Date.parse(`${day}T00:00:00Z`)

/** The day in Japan at a moment. */
export const isoDay = (moment: Date | number): IsoDate => japanIso(moment).slice(0, 10)

/** The clock time in Japan at a moment. */
export const clockTime = (moment: Date | number): string => japanIso(moment).slice(11, 16)

/** The moment at which a day begins in Japan. */
export const startOfDay = (day: IsoDate): Date => new Date(utcMidnight(day) - JAPAN_OFFSET_MS)

export const addDays = (day: IsoDate, count: number): IsoDate => new Date(utcMidnight(day) + days(count)).toISOString().slice(0, 10)

/** Days from one day to another; negative if `to` comes first. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => Math.round((utcMidnight(to) - utcMidnight(from)) / days(1))

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: IsoDate): number => new Date(utcMidnight(day)).getUTCDay()

/** Whether a text is a calendar day. */
export function isCalendarDay(typed: string): typed is IsoDate {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return false
	const time = utcMidnight(typed)
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed)
}

/** 「9:05」 of '09:05'. */
export const clockText = (time: string): string => time.replace(/^0/, '')

/** 「2026年4月1日」 of a day. */
export function dateText(day: IsoDate): string {
	const [year = '', month = '', date = ''] = day.split('-')
	return `${Number(year)}年${Number(month)}月${Number(date)}日`
}

/** 「2019年4月」, for dates known to the month. */
export function monthText(day: IsoDate): string {
	const [year = '', month = ''] = day.split('-')
	return `${Number(year)}年${Number(month)}月`
}

/** 「2026年4月1日」 in Japan at a moment. */
export const dayText = (moment: Date | number): string => dateText(isoDay(moment))

/** 「2026年4月1日 9:05」 in Japan at a moment. */
export const momentText = (moment: Date | number): string => `${dayText(moment)} ${clockText(clockTime(moment))}`
