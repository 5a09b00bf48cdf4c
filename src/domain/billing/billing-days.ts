import type { IsoDate } from '../shared/column-types.ts'

/** How long one period of a subscription is. */
export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]
export const intervalLabels: Readonly<Record<Interval, string>> = { month: '月払い', year: '年払い' }

export const TRIAL_DAYS = 30
/** How long a subscription goes on after an invoice fell due. */
export const PAST_DUE_DAYS = 14
/** From issue to due date. */
export const PAYMENT_DAYS = 10
/** A pause that is not ended becomes the end. */
export const PAUSE_DAYS = 180
/** A higher price applies to subscribers only so many days after it was announced. */
export const NOTICE_DAYS = 60

/**
 * The day on which the period after the one that begins on `from` begins. `anchor` is the day of the month of the first
 * period: what began on the 31st renews on the last day of shorter months, and on the 31st again where there is one.
 */
export function endOfPeriod(from: IsoDate, interval: Interval, anchor: number): IsoDate {
	const [year = 0, month = 0] = from.split('-').map(Number)
	const months = year * 12 + month - 1 + (interval === 'year' ? 12 : 1)
	const [nextYear, nextMonth] = [Math.floor(months / 12), (months % 12) + 1]
	const lastDay = new Date(Date.UTC(nextYear, nextMonth, 0)).getUTCDate()
	const two = (value: number) => `${value}`.padStart(2, '0')
	return `${nextYear}-${two(nextMonth)}-${two(Math.min(anchor, lastDay))}`
}

export const dayOfMonth = (day: IsoDate): number => Number(day.slice(8))
