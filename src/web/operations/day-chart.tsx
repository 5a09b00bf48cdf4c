import styles from './stats.module.css'

const WIDTH = 600
const HEIGHT = 120
const GAP = 0.25

export type Bar = { label: string; value: number }

/** Bars over time; the page has the same figures as a table. `summary` is its text alternative. */
export function DayChart({ bars, summary }: { bars: readonly Bar[]; summary: string }) {
	const most = Math.max(0, ...bars.map(({ value }) => value))
	if (most === 0) return <p className={styles.most}>この期間の記録はありません。</p>
	const step = WIDTH / Math.max(1, bars.length)
	return (
		<figure className={styles.chart}>
			<p className={styles.highest} aria-hidden="true">
				{`最大 ${most.toLocaleString('ja-JP')}`}
			</p>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
				<line className={styles.base} x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
				{bars.map(({ label, value }, place) => {
					const height = value === 0 ? 0 : Math.max(2, Math.round((value / most) * (HEIGHT - 4)))
					return (
						<rect
							key={label}
							className={styles.bar}
							x={(place * step + (step * GAP) / 2).toFixed(2)}
							y={HEIGHT - height}
							width={(step * (1 - GAP)).toFixed(2)}
							height={height}
						/>
					)
				})}
			</svg>
			<figcaption aria-hidden="true">
				<span>{bars[0]?.label}</span>
				<span>{bars.at(-1)?.label}</span>
			</figcaption>
		</figure>
	)
}
