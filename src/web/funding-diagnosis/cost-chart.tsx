import { bands, LOAN_RATE, loanInterest, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import { capRate, chartScale, type Point } from './chart-scale.ts'
import styles from './cost-chart.module.css'

const WIDTH = 400
const HEIGHT = 260
const LEFT = 46
const RIGHT = 12
const TOP = 14
const BOTTOM = 34

/**
 * What `wanted` yen in hand cost, by the days until the customer pays: the fee of a sale is the same for one day and for
 * ninety, a loan costs by the day.
 */
export function CostChart({ wanted, days, two, three }: { wanted: number; days: number; two: Way; three: Way }) {
	const scale = chartScale({ days, highest: Math.max(two.high.fee, three.high.fee) })
	const cap = capRate(wanted)
	const x = (day: number) => LEFT + ((WIDTH - LEFT - RIGHT) * day) / scale.days
	const y = (yen: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.min(yen, scale.yen)) / scale.yen
	const line = (rate: number): Point[] =>
		[0, scale.days].map((day) => [x(day), HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * loanInterest(wanted, rate, day)) / scale.yen])
	const points = (list: Point[]) => list.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
	const shown = (rate: number) => loanInterest(wanted, rate, scale.days) <= scale.yen * 1.6
	return (
		<figure className={styles.figure}>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="cost-chart-title" className={styles.chart}>
				<title id="cost-chart-title">
					{`手取り${wanted.toLocaleString('ja-JP')}円を得る費用と日数の関係。ファクタリングの手数料は日数によらず一定、借入の利息は日数とともに増えます。値は次の表にあります。`}
				</title>
				<clipPath id="cost-chart-area">
					<rect x={LEFT} y={TOP} width={WIDTH - LEFT - RIGHT} height={HEIGHT - TOP - BOTTOM} />
				</clipPath>
				{scale.yenTicks.map((tick) => (
					<g key={tick}>
						<line className={styles.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
						<text className={styles.tick} x={LEFT - 5} y={y(tick) + 4} textAnchor="end">
							{tick === 0 ? '0' : `${(tick / 10_000).toLocaleString('ja-JP')}万`}
						</text>
					</g>
				))}
				{scale.dayTicks.map((tick) => (
					<text key={tick} className={styles.tick} x={x(tick)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
						{`${tick}日`}
					</text>
				))}
				<g clipPath="url(#cost-chart-area)">
					<rect
						className={styles.two}
						x={LEFT}
						width={WIDTH - LEFT - RIGHT}
						y={y(two.high.fee)}
						height={Math.max(2, y(two.low.fee) - y(two.high.fee))}
					/>
					<rect
						className={styles.three}
						x={LEFT}
						width={WIDTH - LEFT - RIGHT}
						y={y(three.high.fee)}
						height={Math.max(2, y(three.low.fee) - y(three.high.fee))}
					/>
					{shown(cap) && <polyline className={styles.cap} points={points(line(cap))} />}
					<polyline className={styles.loan} points={points(line(LOAN_RATE))} />
					<line className={styles.marker} x1={x(days)} x2={x(days)} y1={TOP} y2={HEIGHT - BOTTOM} />
				</g>
				<line className={styles.axis} x1={LEFT} x2={WIDTH - RIGHT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
				<text className={styles.tick} x={WIDTH - RIGHT} y={HEIGHT - 4} textAnchor="end">
					入金までの日数
				</text>
				<text className={styles.tick} x={LEFT} y={TOP - 3}>
					費用（円）
				</text>
			</svg>
			<figcaption>
				<ul className={styles.legend}>
					<li data-key="two">{`2社間の手数料（額面の${bands.two.min}〜${bands.two.max}%）`}</li>
					<li data-key="three">{`3社間の手数料（額面の${three.band.min}〜${three.band.max}%）`}</li>
					<li data-key="cap">{`年${cap}%の借入の利息（利息制限法の上限）`}</li>
					<li data-key="loan">{`年${LOAN_RATE}%の借入の利息`}</li>
					<li data-key="marker">{`今回の日数（${days}日）`}</li>
				</ul>
			</figcaption>
		</figure>
	)
}
