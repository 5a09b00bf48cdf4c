import type { TodayMeasure } from '../../../domain/operations/insights/catalogue.ts'
import type { TodayFigure } from '../../../domain/operations/insights/reading.ts'
import { insightsPath } from '../../../domain/shared/links.ts'
import { type ChartUnit, valueText } from '../../ui/charts/chart-scale.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from './today-figures.module.css'

const measures: Readonly<Record<TodayMeasure, { label: string; unit: ChartUnit }>> = {
	signups: { label: '新しい登録', unit: '人' },
	verified: { label: '認証した専門家', unit: '人' },
	questions: { label: '質問', unit: '件' },
	'first-answers': { label: '最初の回答まで（中央値）', unit: '時間' },
	requests: { label: '見積もり依頼', unit: '件' },
	quotes: { label: '依頼1件あたりの見積もり', unit: '件' },
	accepted: { label: '成約', unit: '件' },
	reports: { label: '報告', unit: '件' },
	'mail-failures': { label: '届かなかったメール', unit: '件' },
}

const text = (measure: TodayMeasure, value: number | null) =>
	measure === 'quotes' && value !== null ? `${value.toFixed(1)}件` : valueText(value, measures[measure].unit)

/** The last 24 hours beside what is usual; a figure outside of what eight weeks had says on which side it is. */
export function TodayFigures({
	figures,
	until,
}: {
	figures: readonly (TodayFigure & { path: string | undefined })[]
	until: string | null
}) {
	if (figures.length === 0) return null
	return (
		<section className={stack.column} aria-labelledby="today-heading">
			<h2 id="today-heading">この24時間</h2>
			<p className={stack.quietSmall}>
				{`${until}までの24時間を、前の8週間の同じ曜日・同じ時間帯と比べています。`}
				<Link to={insightsPath()}>推移を見る</Link>
			</p>
			<ul className={styles.tiles}>
				{figures.map(({ measure, value, usual, band, path }) => {
					const side = value === null || band === null ? null : value < band[0] ? 'low' : value > band[1] ? 'high' : null
					return (
						<li key={measure} data-side={side ?? undefined}>
							{path === undefined ? measures[measure].label : <Link to={path}>{measures[measure].label}</Link>}
							<strong>{text(measure, value)}</strong>
							<span>
								{band === null
									? '比べる記録がまだ足りません'
									: `ふだん ${text(measure, usual)}（${text(measure, band[0])}〜${text(measure, band[1])}）`}
							</span>
							{side !== null && <em>{side === 'low' ? 'ふだんより少ない' : 'ふだんより多い'}</em>}
						</li>
					)
				})}
			</ul>
		</section>
	)
}
