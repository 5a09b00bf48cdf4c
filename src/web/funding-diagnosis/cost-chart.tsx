import { type Comparison, loanInterest, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import { chartScale, type Point } from './chart-scale.ts'
import styles from './cost-chart.module.css'

const WIDTH = 400
const HEIGHT = 260
const LEFT = 46
const RIGHT = 12
const TOP = 14
const BOTTOM = 34

/**
 * What the same sum in hand costs by each way, by the days until the customer pays: the fee of a sale is the same for one day
 * and for ninety, a loan costs by the day.
 */
export function CostChart({
	comparison: { amount, ceiling, two, three },
	ways,
	days,
	loanRate,
}: {
	comparison: Comparison
	ways: { two: Way; three: Way }
	days: number
	loanRate: number
}) {
	const total = ({ fee, expenses }: { fee: number; expenses: number }) => fee + expenses
	const scale = chartScale({ days, highest: Math.max(total(two.high), total(three.high)) })
	const x = (day: number) => LEFT + ((WIDTH - LEFT - RIGHT) * day) / scale.days
	const y = (yen: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.min(yen, scale.yen)) / scale.yen
	const line = (rate: number): Point[] =>
		[0, scale.days].map((day) => [x(day), HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * loanInterest(amount, rate, day)) / scale.yen])
	const points = (list: Point[]) => list.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
	const shown = (rate: number) => loanInterest(amount, rate, scale.days) <= scale.yen * 1.6
	return (
		<figure className={styles.figure}>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="cost-chart-title" className={styles.chart}>
				<title id="cost-chart-title">
					{`手取り${amount.toLocaleString('ja-JP')}円を得る費用と日数の関係。ファクタリングの費用は日数によらず一定、借入の利息は日数とともに増えます。値は次の表にあります。`}
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
						y={y(total(two.high))}
						height={Math.max(2, y(total(two.low)) - y(total(two.high)))}
					/>
					<rect
						className={styles.three}
						x={LEFT}
						width={WIDTH - LEFT - RIGHT}
						y={y(total(three.high))}
						height={Math.max(2, y(total(three.low)) - y(total(three.high)))}
					/>
					{shown(ceiling) && <polyline className={styles.cap} points={points(line(ceiling))} />}
					<polyline className={styles.loan} points={points(line(loanRate))} />
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
					<li data-key="two">{`2社間の費用（手数料は額面の${ways.two.band.min}〜${ways.two.band.max}%）`}</li>
					<li data-key="three">{`3社間の費用（手数料は額面の${ways.three.band.min}〜${ways.three.band.max}%）`}</li>
					<li data-key="cap">{`年${ceiling}%の借入の利息（利息制限法の上限）`}</li>
					<li data-key="loan">{`年${loanRate}%の借入の利息`}</li>
					<li data-key="marker">{`今回の日数（${days}日）`}</li>
				</ul>
			</figcaption>
		</figure>
	)
}
