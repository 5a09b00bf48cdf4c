import { type Comparison, loanInterest, type Way } from '../../domain/funding-diagnosis/diagnosis.ts'
import { chartScale, type Point } from './chart-scale.ts'
import styles from './cost-chart.module.css'

/** Drawn for a phone and for wider screens, so that its letters are as large as those around it on both. */
const sizes = [
	{ id: 'narrow', width: 328, height: 300 },
	{ id: 'wide', width: 640, height: 340 },
] as const
type Size = (typeof sizes)[number]

const LEFT = 52
const RIGHT = 10
const TOP = 22
const BOTTOM = 42

/**
 * What the same sum in hand costs by each way, by the days until the customer pays: the fee of a sale is the same for one day
 * and for ninety, a loan costs by the day.
 */
export function CostChart({ ways, ...drawn }: Drawn & { ways: { two: Way; three: Way } }) {
	const { comparison, days, loanRate } = drawn
	return (
		<figure className={styles.figure}>
			{sizes.map((size) => (
				<Chart key={size.id} size={size} {...drawn} />
			))}
			<figcaption>
				<ul className={styles.legend}>
					<li data-key="two">{`2社間の費用（手数料は額面の${ways.two.band.min}〜${ways.two.band.max}%）`}</li>
					<li data-key="three">{`3社間の費用（手数料は額面の${ways.three.band.min}〜${ways.three.band.max}%）`}</li>
					<li data-key="cap">{`年${comparison.ceiling}%の借入の利息（利息制限法の上限）`}</li>
					<li data-key="loan">{`年${loanRate}%の借入の利息`}</li>
					<li data-key="marker">{`今回の日数（${days}日）`}</li>
				</ul>
			</figcaption>
		</figure>
	)
}

type Drawn = { comparison: Comparison; days: number; loanRate: number }

function Chart({ size: { id, width, height }, comparison: { amount, ceiling, two, three }, days, loanRate }: Drawn & { size: Size }) {
	const total = ({ fee, expenses }: { fee: number; expenses: number }) => fee + expenses
	const scale = chartScale({ days, highest: Math.max(total(two.high), total(three.high)) })
	const x = (day: number) => LEFT + ((width - LEFT - RIGHT) * day) / scale.days
	const y = (yen: number) => height - BOTTOM - ((height - TOP - BOTTOM) * Math.min(yen, scale.yen)) / scale.yen
	const line = (rate: number): Point[] =>
		[0, scale.days].map((day) => [x(day), height - BOTTOM - ((height - TOP - BOTTOM) * loanInterest(amount, rate, day)) / scale.yen])
	const points = (list: Point[]) => list.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
	const shown = (rate: number) => loanInterest(amount, rate, scale.days) <= scale.yen * 1.6
	// The bands are named away from the mark of this case.
	const isLate = days > scale.days * 0.7
	const named = LEFT + (days < scale.days * 0.4 ? (width - LEFT - RIGHT) * 0.5 : 8)
	return (
		<svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`cost-chart-${id}`} className={styles.chart} data-size={id}>
			<title id={`cost-chart-${id}`}>
				{`手取り${amount.toLocaleString('ja-JP')}円を得る費用と日数の関係。ファクタリングの費用は日数によらず一定、借入の利息は日数とともに増えます。値は次の表にあります。`}
			</title>
			<clipPath id={`cost-chart-area-${id}`}>
				<rect x={LEFT} y={TOP} width={width - LEFT - RIGHT} height={height - TOP - BOTTOM} />
			</clipPath>
			{scale.yenTicks.map((tick) => (
				<g key={tick}>
					<line className={styles.grid} x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
					<text className={styles.tick} x={LEFT - 5} y={y(tick) + 5} textAnchor="end">
						{tick === 0 ? '0' : `${(tick / 10_000).toLocaleString('ja-JP')}万`}
					</text>
				</g>
			))}
			{scale.dayTicks.map((tick) => (
				<text key={tick} className={styles.tick} x={x(tick)} y={height - BOTTOM + 18} textAnchor="middle">
					{`${tick}日`}
				</text>
			))}
			<g clipPath={`url(#cost-chart-area-${id})`}>
				<rect
					className={styles.two}
					x={LEFT}
					width={width - LEFT - RIGHT}
					y={y(total(two.high))}
					height={Math.max(2, y(total(two.low)) - y(total(two.high)))}
				/>
				<rect
					className={styles.three}
					x={LEFT}
					width={width - LEFT - RIGHT}
					y={y(total(three.high))}
					height={Math.max(2, y(total(three.low)) - y(total(three.high)))}
				/>
				{shown(ceiling) && <polyline className={styles.cap} points={points(line(ceiling))} />}
				<polyline className={styles.loan} points={points(line(loanRate))} />
				<line className={styles.marker} x1={x(days)} x2={x(days)} y1={TOP} y2={height - BOTTOM} />
			</g>
			<line className={styles.axis} x1={LEFT} x2={width - RIGHT} y1={height - BOTTOM} y2={height - BOTTOM} />
			<text className={styles.label} x={named} y={y((total(two.low) + total(two.high)) / 2) + 5}>
				2社間
			</text>
			<text className={styles.label} x={named} y={y((total(three.low) + total(three.high)) / 2) + 5}>
				3社間
			</text>
			{shown(ceiling) && (
				<text
					className={styles.label}
					x={width - RIGHT - 4}
					y={Math.max(TOP + 14, y(loanInterest(amount, ceiling, scale.days)) - 6)}
					textAnchor="end"
				>
					{`年${ceiling}%（上限）`}
				</text>
			)}
			<text className={styles.label} x={width - RIGHT - 4} y={y(loanInterest(amount, loanRate, scale.days)) - 6} textAnchor="end">
				{`年${loanRate}%の借入`}
			</text>
			<text className={styles.label} x={x(days)} y={TOP + 12} dx={isLate ? -5 : 5} textAnchor={isLate ? 'end' : 'start'}>
				{`今回 ${days}日`}
			</text>
			<text className={styles.tick} x={width - RIGHT} y={height - 4} textAnchor="end">
				入金までの日数
			</text>
			<text className={styles.tick} x={LEFT} y={TOP - 7}>
				費用（円）
			</text>
		</svg>
	)
}
