import type { IsoDate } from '../../shared/column-types.ts'
import { holidayName } from '../../shared/holidays.ts'
import { addDays, weekdayOf } from '../../shared/japan-time.ts'

/** The one rule of which hours an office keeps on a day. Pure: pages, structured data and bookings use it alike. */

/** weekday 0 Sunday … 6 Saturday, 7 public holidays; times 'HH:MM' in Japan. */
export type WeekdayHours = { weekday: number; opensAt: string; closesAt: string; byAppointment?: boolean }

export const specialDayKinds = [
	{ value: 'closed', label: '休業する' },
	{ value: 'hours', label: '営業する曜日の時間を変える' },
	{ value: 'open', label: '休みの曜日も営業する' },
] as const
export type SpecialDayKind = (typeof specialDayKinds)[number]['value']

/** Days with other hours than those of their weekdays. A closed one has no times. */
export type SpecialDays = {
	kind: SpecialDayKind
	firstOn: IsoDate
	lastOn: IsoDate
	opensAt: string | null
	closesAt: string | null
	/** Repeats in every later year. */
	isYearly: boolean
	label: string
}

export const MAX_OFFICE_SPECIAL_DAYS = 12
export const SPECIAL_DAYS_LENGTH = 183
export const SPECIAL_LABEL_LENGTH = 30

const HOLIDAY = 7

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4))

/** The same day some years later. Special days that repeat never begin or end on 29 February. */
export const addYears = (day: IsoDate, years: number): IsoDate => `${String(yearOf(day) + years).padStart(4, '0')}${day.slice(4)}`

/** The same special days some years later. */
const shifted = (one: SpecialDays, years: number): SpecialDays => ({
	...one,
	firstOn: addYears(one.firstOn, years),
	lastOn: addYears(one.lastOn, years),
})

/** The times at which special days happen between two days, in order. */
function occurrencesOf(one: SpecialDays, from: IsoDate, until: IsoDate): SpecialDays[] {
	const latest = one.isYearly ? yearOf(until) - yearOf(one.firstOn) : 0
	// Days around the turn of a year may have begun in the year before.
	const earliest = one.isYearly ? Math.max(0, yearOf(from) - yearOf(one.firstOn) - 1) : 0
	return Array.from({ length: Math.max(0, latest - earliest + 1) }, (_, index) => shifted(one, earliest + index)).filter(
		({ firstOn, lastOn }) => firstOn <= until && from <= lastOn,
	)
}

/** The special days of a day: those of one year take precedence over those of every year. */
function specialDaysOn(special: readonly SpecialDays[], day: IsoDate): SpecialDays | null {
	const found = special.filter((one) => occurrencesOf(one, day, day).length > 0)
	return found.find(({ isYearly }) => !isYearly) ?? found[0] ?? null
}

/** The hours of a day by its weekday; on public holidays those of weekday 7 alone. */
export function weekdayHoursOn<H extends WeekdayHours>(hours: readonly H[], day: IsoDate): H[] {
	const weekday = holidayName(day) === null ? weekdayOf(day) : HOLIDAY
	return hours.filter((one) => one.weekday === weekday).toSorted((a, b) => (a.opensAt < b.opensAt ? -1 : 1))
}

/** The special days that change the hours of a day; null for a usual day. */
export function changeOn(hours: readonly WeekdayHours[], special: readonly SpecialDays[], day: IsoDate): SpecialDays | null {
	const found = specialDaysOn(special, day)
	return found?.kind === 'hours' && weekdayHoursOn(hours, day).length === 0 ? null : found
}

/** The hours of a day, in order: those of its special days, else of its weekday. */
export function hoursOn(hours: readonly WeekdayHours[], special: readonly SpecialDays[], day: IsoDate): WeekdayHours[] {
	const change = changeOn(hours, special, day)
	if (change === null) return weekdayHoursOn(hours, day)
	const { opensAt, closesAt } = change
	return opensAt === null || closesAt === null ? [] : [{ weekday: weekdayOf(day), opensAt, closesAt }]
}

/** How far ahead special days are announced. */
const ANNOUNCED_DAYS = 90

/** The special days of the next 90 days, in order; days of every year inside of those of one year are left out. */
export function upcomingSpecialDays(special: readonly SpecialDays[], today: IsoDate): SpecialDays[] {
	const found = special
		.flatMap((one) => occurrencesOf(one, today, addDays(today, ANNOUNCED_DAYS)))
		.toSorted((a, b) => (a.firstOn < b.firstOn ? -1 : 1))
	const once = found.filter(({ isYearly }) => !isYearly)
	return found.filter(
		({ isYearly, firstOn, lastOn }) => !isYearly || !once.some((other) => other.firstOn <= firstOn && lastOn <= other.lastOn),
	)
}

/** Whether two special days of the same precedence have a day in common. */
export function hasCommonDay(a: SpecialDays, b: SpecialDays): boolean {
	if (a.isYearly !== b.isYearly) return false
	const years = a.isYearly ? yearOf(a.firstOn) - yearOf(b.firstOn) : 0
	const shifts = a.isYearly ? [years - 1, years, years + 1] : [0]
	return shifts.map((shift) => shifted(b, shift)).some(({ firstOn, lastOn }) => firstOn <= a.lastOn && a.firstOn <= lastOn)
}

/** Days that most offices have, offered for one tap; `first` and `last` are month and day. */
export const specialDaySuggestions = [
	{ name: 'addYearEnd', label: '年末年始', first: '12-29', last: '01-03', kind: 'closed', opensAt: '', closesAt: '' },
	{ name: 'addObon', label: 'お盆', first: '08-13', last: '08-16', kind: 'closed', opensAt: '', closesAt: '' },
	{ name: 'addTaxSeason', label: '確定申告期', first: '02-16', last: '03-15', kind: 'hours', opensAt: '09:00', closesAt: '20:00' },
] as const
export type SpecialDaySuggestion = (typeof specialDaySuggestions)[number]['name']
