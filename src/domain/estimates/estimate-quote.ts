/** Totals of a quote. Pure: shown by the form, stored by the server. */
export const taxRates = [10, 8, 0] as const
export type TaxRate = (typeof taxRates)[number]

/** `unitPrice` in yen without tax; up to two decimals of `quantity`. */
export type QuoteLine = { name: string; quantity: number; unit: string; unitPrice: number; taxRate: TaxRate }

export const MAX_LINES = 20
export const MAX_VERSIONS = 20
export const QUANTITY = { min: 0.01, max: 9_999 } as const
export const UNIT_PRICE = { min: -10_000_000, max: 100_000_000 } as const
export const EXPENSES_MAX = 100_000_000
/** Maximum validity of a quote. */
export const VALID_WITHIN_DAYS = 365

export type QuoteTotals = {
	/** Without tax, in the order of the rates; only rates that occur. */
	byRate: { taxRate: TaxRate; subtotal: number; tax: number }[]
	subtotal: number
	tax: number
	expenses: number
	total: number
}

/** A line's amount: fractions of a yen are dropped. Calculated in hundredths, so that 0.1 is exact. */
export const lineAmount = ({ quantity, unitPrice }: Pick<QuoteLine, 'quantity' | 'unitPrice'>): number =>
	Math.trunc((Math.round(quantity * 100) * unitPrice) / 100)

/**
 * The sums of a quote. Tax is rounded down once for each rate, on the sum of its lines, as a qualified invoice must have it
 * (消費税法施行令 第70条の10). Expenses are paid for the client and carry no tax here.
 */
export function quoteTotals(lines: readonly QuoteLine[], expenses: number): QuoteTotals {
	const byRate = taxRates.flatMap((taxRate) => {
		const those = lines.filter((line) => line.taxRate === taxRate)
		if (those.length === 0) return []
		const subtotal = those.reduce((sum, line) => sum + lineAmount(line), 0)
		return [{ taxRate, subtotal, tax: Math.trunc((subtotal * taxRate) / 100) }]
	})
	const subtotal = byRate.reduce((sum, one) => sum + one.subtotal, 0)
	const tax = byRate.reduce((sum, one) => sum + one.tax, 0)
	return { byRate, subtotal, tax, expenses, total: subtotal + tax + expenses }
}
