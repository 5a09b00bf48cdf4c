import { getExpertStats, type StatsDay } from '../../domain/operations/expert-stats.ts'
import { replyTimeText } from '../../domain/inquiries/inquiry-input.ts'
import { type Measure, measureLabels, measures } from '../../domain/operations/stats-measures.ts'
import { statsFilePath, statsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Chart } from '../ui/charts/chart.tsx'
import type { Route } from './+types/stats.page'
import { StatsChoices, StatsFile } from './stats-choices.tsx'
import { statsQuery } from './stats-query.server.ts'
import stack from '../ui/stack.module.css'
import styles from './stats.module.css'

const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

type Row = { label: string } & Record<Measure, number>

/** By day; over a year by the week, so that bars stay wide enough to see. */
function rowsOf(series: readonly StatsDay[], days: number): Row[] {
	const size = days > 90 ? 7 : 1
	const rows: Row[] = []
	// The newest week is complete.
	for (let end = series.length; end > 0; end -= size) {
		const part = series.slice(Math.max(0, end - size), end)
		const sums = Object.fromEntries(measures.map((measure) => [measure, part.reduce((sum, one) => sum + one[measure], 0)]))
		const first = part[0]?.day ?? ''
		// Weeks reach back to the year before.
		const label = size > 1 ? `${first.slice(0, 4)}/${shortDay(first)}〜` : shortDay(first)
		rows.unshift({ label, ...(sums as Record<Measure, number>) })
	}
	return rows
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { series, replyTimes, ...stats } = await getExpertStats(ctx, statsQuery(request))
	return {
		...stats,
		rows: rowsOf(series, stats.days),
		replyTimes: replyTimes.map(({ officeId, name, minutes }) => ({
			officeId,
			name,
			text: replyTimeText(minutes),
			isMeasured: minutes !== null,
		})),
	}
})

const number = (value: number) => value.toLocaleString('ja-JP')

function change(now: number, before: number): string {
	if (now === before) return '前の期間と同じ'
	if (before === 0) return '前の期間は0'
	return `前の期間より${now > before ? '＋' : '−'}${number(Math.abs(now - before))}`
}

export default function StatsPage({ loaderData }: Route.ComponentProps) {
	const { days, mayDownload, officeId } = loaderData
	const unit = days > 90 ? '週' : '日'
	return (
		<div className={stack.column}>
			<Head title="統計" description="ページの閲覧や問い合わせの推移です。" path={statsPath()} noindex />
			<h2>統計</h2>
			<StatsChoices part="reach" shown={loaderData} />
			<Facts stats={loaderData} />
			<Charts stats={loaderData} unit={unit} />
			<ValueTable rows={loaderData.rows} unit={unit} />
			<StatsFile path={statsFilePath({ days, ...(officeId === null ? {} : { office: officeId }) })} mayDownload={mayDownload} />
			<p className={styles.note}>
				閲覧は、同じ方が30分以内に開き直した分と、検索エンジンなどのプログラムによる分を除いて数えています。日付は日本時間です。
			</p>
		</div>
	)
}

type Stats = Route.ComponentProps['loaderData']

function Facts({ stats: { answered, replyTimes, standing } }: { stats: Stats }) {
	return (
		<dl className={styles.facts}>
			<div>
				<dt>問い合わせへの返信</dt>
				<dd>
					{answered.received === 0
						? 'この期間の問い合わせはありません'
						: `${number(answered.received)}件のうち${number(answered.answered)}件（${Math.round((answered.answered / answered.received) * 100)}%）`}
				</dd>
			</div>
			{replyTimes.map((office) => (
				<div key={office.officeId}>
					<dt>{`返信までの時間（${office.name}）`}</dt>
					<dd>
						{office.text ??
							(office.isMeasured ? '1週間以上（事務所のページには表示されません）' : '直近90日の返信が3件になると、計測して表示します')}
					</dd>
				</div>
			))}
			<div>
				<dt>いまのフォロワー</dt>
				<dd>{`${number(standing.followers)}人`}</dd>
			</div>
			<div>
				<dt>いまのお気に入り</dt>
				<dd>{`${number(standing.favourites)}件`}</dd>
			</div>
		</dl>
	)
}

function Charts({ stats: { days, rows, totals, before }, unit }: { stats: Stats; unit: string }) {
	return (
		<div className={`${stack.column} ${styles.charts}`}>
			{measures.map((measure) => (
				<section key={measure} aria-labelledby={`chart-${measure}`}>
					<h3 id={`chart-${measure}`}>{measureLabels[measure]}</h3>
					<p className={styles.total}>
						<strong>{number(totals[measure])}</strong>
						<span>{change(totals[measure], before[measure])}</span>
					</p>
					<Chart
						id={`plot-${measure}`}
						kind="bars"
						title={`${measureLabels[measure]}の推移`}
						data={{
							first: unit,
							columns: [{ name: measureLabels[measure], unit: '件' }],
							rows: rows.map((row) => ({ label: row.label, values: [row[measure]] })),
						}}
						isWithoutTable
						summary={`${days}日間の合計は${number(totals[measure])}。${unit}ごとの値は下の表にあります。`}
					/>
				</section>
			))}
		</div>
	)
}

function ValueTable({ rows, unit }: { rows: Stats['rows']; unit: string }) {
	return (
		<details className={styles.table}>
			<summary>{`${unit}ごとの値を表で見る`}</summary>
			{/* A region that scrolls must be reachable by keyboard. */}
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
			<div className={styles.scroll} tabIndex={0} role="region" aria-label={`${unit}ごとの値`}>
				<table>
					<thead>
						<tr>
							<th scope="col">日付</th>
							{measures.map((measure) => (
								<th key={measure} scope="col">
									{measureLabels[measure]}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.toReversed().map((row) => (
							<tr key={row.label}>
								<th scope="row">{row.label}</th>
								{measures.map((measure) => (
									<td key={measure}>{number(row[measure])}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	)
}
