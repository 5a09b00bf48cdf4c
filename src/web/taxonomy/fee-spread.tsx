import { feeAmount, feeUnit } from '../format/fee-text.ts'
import stack from '../ui/stack.module.css'
import type { Spread } from './task-fees.server.ts'
import styles from './task-fees.module.css'

/** The middle half of the offices as a bar with the median, on a scale from nothing to `most`. */
export function SpreadBar({ spread: { lowerQuartile, median, upperQuartile }, most }: { spread: Spread; most: number }) {
	const at = (amount: number) => (most === 0 ? 0 : Math.round((amount / most) * 1000) / 10)
	return (
		<svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
			<rect className={styles.scale} x="0" y="4.5" width="100" height="1" />
			<rect className={styles.half} x={at(lowerQuartile)} y="1" width={Math.max(at(upperQuartile) - at(lowerQuartile), 0.6)} height="8" />
			<rect className={styles.median} x={Math.min(at(median), 99)} y="0" width="1" height="10" />
		</svg>
	)
}

/** 「18,000円〜45,000円」: where the middle half lies. */
export function HalfText({ spread: { basis, lowerQuartile, upperQuartile } }: { spread: Spread }) {
	const [from, to] = [feeAmount(basis, lowerQuartile), feeAmount(basis, upperQuartile)]
	return <>{from === to ? from : `${from}〜${to}`}</>
}

/** A median in large type with its quartiles and the number of offices behind it. */
export function SpreadFigure({ title, spread, counted }: { title: string; spread: Spread; counted: string }) {
	return (
		<div className={stack.card}>
			<h3>{title}</h3>
			<p className={styles.amount}>
				<span className={styles.unit}>{`${feeUnit(spread.basis)}の中央値`}</span>
				<strong>{feeAmount(spread.basis, spread.median)}</strong>
				{spread.basis !== 'percentage' && <span className={styles.unit}>（税込）</span>}
			</p>
			<SpreadBar spread={spread} most={spread.upperQuartile * 1.25} />
			<p>
				真ん中の半分：
				<HalfText spread={spread} />
			</p>
			<p className={styles.count}>{counted}</p>
		</div>
	)
}
