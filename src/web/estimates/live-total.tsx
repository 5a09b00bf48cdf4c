import { type FormEvent, useState } from 'react'
import { MAX_LINES, type QuoteLine, quoteTotals, taxRates } from '../../domain/estimates/estimate-quote.ts'
import { plainNumber } from '../../domain/estimates/plain-number.ts'
import { yen } from '../../domain/shared/yen.ts'
import { textOf } from '../forms/read-form.ts'
import styles from './estimate.module.css'

/** A typed number; 0 while it is none. The server judges, this only adds up what can be read. */
const numberOf = (typed: string): number => {
	const value = Number(plainNumber(typed))
	return Number.isFinite(value) ? value : 0
}

/** The total of what is typed, read field by field; of a field that is not there '' . */
export function totalOf(typed: (field: string) => string): number {
	const numberIn = (field: string) => numberOf(typed(field))
	const lines = Array.from({ length: MAX_LINES }, (_, row) => row)
		.filter((row) => typed(`unitPrice-${row}`) !== '')
		.map((row): QuoteLine => ({
			name: '',
			unit: '',
			quantity: numberIn(`quantity-${row}`),
			unitPrice: numberIn(`unitPrice-${row}`),
			taxRate: taxRates.find((rate) => rate === numberIn(`taxRate-${row}`)) ?? 0,
		}))
	return quoteTotals(lines, numberIn('expenses')).total
}

/** The total of a quote while it is typed: `onInput` belongs to the form. Null until something changed. */
export function useLiveTotal() {
	const [total, setTotal] = useState<number | null>(null)
	const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
		const form = new FormData(currentTarget)
		setTotal(totalOf((field) => textOf(form, field)))
	}
	return { total, onInput }
}

/** How a total stands to the client's budget: 「予算80,000円まで、あと5,200円」. */
export function budgetText(total: number, budget: number): string {
	if (total === budget) return `予算${yen(budget)}ちょうどです`
	return total < budget ? `予算${yen(budget)}まで、あと${yen(budget - total)}` : `予算${yen(budget)}を${yen(total - budget)}超えています`
}

export function LiveTotal({ total, budget }: { total: number; budget: number | null }) {
	return (
		<p className={styles.live} data-over={budget !== null && total > budget ? '' : undefined} aria-live="polite">
			<span>合計（税込）</span>
			<strong className={styles.total}>{yen(total)}</strong>
			{budget !== null && <span>{budgetText(total, budget)}</span>}
		</p>
	)
}
