import { type Comparison, type Cost, exceedsCeiling } from '../../domain/funding-diagnosis/diagnosis.ts'
import type { FundingFigures } from '../../domain/funding-diagnosis/figures.ts'
import { percentText, rangeText, yenText } from './factoring-text.ts'
import styles from './rate-bars.module.css'

type Bar = { key: string; name: string; rate: string; cost: string; low: number; high: number }

/**
 * The yearly rates of the ways to the same sum, as figures and as bars of one scale. Comes first in a result, because it is
 * what decides.
 */
export function RateBars({
	comparison,
	quoted,
	figures,
	withCosts = true,
}: {
	comparison: Comparison
	quoted: Cost | null
	figures: FundingFigures
	/** In yen too. */
	withCosts?: boolean
}) {
	const bars = barsOf(comparison, quoted, figures)
	const longest = Math.max(...bars.map(({ high }) => high))
	return (
		<ul className={styles.bars}>
			{bars.map(({ key, name, rate, cost, low, high }) => (
				<li key={key} data-key={key}>
					<span className={styles.name}>{name}</span>
					<strong className={styles.rate}>
						<small>年率</small>
						{rate}
					</strong>
					<svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
						<rect className={styles.most} width={share(high, longest)} height="10" />
						<rect className={styles.least} width={share(low, longest)} height="10" />
					</svg>
					{withCosts && <span className={styles.cost}>{`費用 ${cost}`}</span>}
				</li>
			))}
		</ul>
	)
}

/** Of 100, and never too little to be seen. */
const share = (rate: number, longest: number): string => Math.max(0.8, longest > 0 ? (100 * rate) / longest : 0).toFixed(1)

function barsOf(comparison: Comparison, quoted: Cost | null, figures: FundingFigures): Bar[] {
	const { two, three, loanInterest } = comparison
	const range = (key: string, name: string, { low, high }: Comparison['two']): Bar => {
		const [least, most] = [low.annualPercent ?? 0, high.annualPercent ?? 0]
		return {
			key,
			name,
			rate: `${percentText(least)}〜${percentText(most)}`,
			cost: rangeText(low.fee + low.expenses, high.fee + high.expenses),
			low: least,
			high: most,
		}
	}
	const single = (key: string, name: string, percent: number, yen: number): Bar => ({
		key,
		name,
		rate: percentText(percent),
		cost: yenText(yen),
		low: percent,
		high: percent,
	})
	return [
		...(quoted?.annualPercent
			? [
					single(
						'quoted',
						exceedsCeiling(quoted, figures) ? '見積もり（借入の上限を超える率）' : '見積もり',
						quoted.annualPercent,
						quoted.fee,
					),
				]
			: []),
		range('two', '2社間', two),
		range('three', '3社間', three),
		single('loan', '借入なら', figures.loanRate, loanInterest),
	]
}
