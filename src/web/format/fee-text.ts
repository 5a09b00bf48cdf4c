import { yen } from '../../domain/shared/yen.ts'
import type { FeeBasis } from '../../domain/taxonomy/types.ts'

const units: Record<FeeBasis, string> = { per_case: '1件', monthly: '月額', hourly: '1時間', percentage: '割合' }

/** The unit that a fee is charged by: 「月額」. */
export const feeUnit = (basis: FeeBasis): string => units[basis]

/** A measured amount without its unit: yen in tens, as interpolated quartiles are not exact; percent with one decimal. */
export const feeAmount = (basis: FeeBasis, amount: number): string =>
	basis === 'percentage' ? `${Math.round(amount * 10) / 10}%` : yen(Math.round(amount / 10) * 10)

type FeeBand = { basis: FeeBasis; min: number; max: number | null }

/** A fee band as shown beside an office or a task: 「月額 11,000円〜66,000円（税込）」, 「割合 5%〜10%」. The task's own page says of what. */
export function feeText({ basis, min, max }: FeeBand): string {
	const isShare = basis === 'percentage'
	const amount = (value: number) => (isShare ? `${value}%` : yen(value))
	const range = max === null ? `${amount(min)}〜` : min === max ? amount(min) : `${amount(min)}〜${amount(max)}`
	return `${units[basis]} ${range}${isShare ? '' : '（税込）'}`
}

/** The same in parts, for a large figure: 「月額・税込」, 「11,000円〜」, 「66,000円」; `to` is empty where there is no range. */
export function feeParts({ basis, min, max }: FeeBand): { unit: string; from: string; to: string } {
	const isShare = basis === 'percentage'
	const amount = (value: number) => (isShare ? `${value}%` : yen(value))
	return {
		unit: isShare ? units[basis] : `${units[basis]}・税込`,
		from: min === max ? amount(min) : `${amount(min)}〜`,
		to: max === null || min === max ? '' : amount(max),
	}
}

/** The cost of an example: 「38,500円（税込）」. */
export const costText = (amount: number): string => (amount === 0 ? '0円' : `${yen(amount)}（税込）`)

export const countText = (count: number): string => `${count.toLocaleString('ja-JP')}件`
