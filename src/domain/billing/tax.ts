import type { IsoDate } from '../shared/column-types.ts'

/** Consumption tax by the day of the supply, newest first. A change of the law is a line here. */
const rates: readonly { from: IsoDate; percent: number }[] = [
	{ from: '2019-10-01', percent: 10 },
	{ from: '2014-04-01', percent: 8 },
]

/** Percent of tax on a supply that begins on `day`. */
export const taxPercentOn = (day: IsoDate): number => (rates.find(({ from }) => from <= day) ?? rates.at(-1))?.percent ?? 0

/** Part of an amount with tax; fractions of a yen are dropped. */
export const taxWithin = (amount: number, percent: number): number => Math.trunc((amount * percent) / (100 + percent))

export type RateTotal = {
	percent: number
	/** With tax, in yen. */
	total: number
	tax: number
}

/**
 * Totals by rate. Tax is rounded once for each rate and document, as a qualified invoice must have it (消費税法施行令
 * 第70条の10): lines carry no tax.
 */
export function totalsByRate(lines: readonly { amount: number; percent: number }[]): RateTotal[] {
	return [...Map.groupBy(lines, ({ percent }) => percent)]
		.map(([percent, those]) => {
			const total = those.reduce((sum, { amount }) => sum + amount, 0)
			return { percent, total, tax: taxWithin(total, percent) }
		})
		.filter(({ total }) => total !== 0)
		.toSorted((one, other) => other.percent - one.percent)
}
