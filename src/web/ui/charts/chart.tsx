import { Link } from '../link.tsx'
import { type ChartData, type ChartRow, mostOf, roundUp, runsOf, valueText } from './chart-scale.ts'
import { ColumnHeads } from './column-heads.tsx'
import styles from './chart.module.css'

const SIZE = { width: 600, height: 160 }
const GAP = 0.25

type Props = {
	/** Unique on its page; the text alternatives are named by it. */
	id: string
	title: string
	/** What the picture says, in a sentence, for those who do not see it. */
	summary: string
	data: ChartData
	kind: 'lines' | 'bars' | 'ranks'
	/** Whether the table is left out because the page shows one table for several charts. */
	isWithoutTable?: boolean
}

/**
 * Figures as a picture with a title, a description, a legend and the same figures as a table. `lines` and `bars` go over time;
 * `ranks` has a bar for each row of the table, which then stands open.
 */
export function Chart({ id, title, summary, data, kind, isWithoutTable = false }: Props) {
	if (mostOf(data.rows) === 0) return <p className={styles.none}>この期間の記録はありません。</p>
	if (kind === 'ranks') return <Ranks title={title} data={data} />
	return (
		<figure className={styles.figure}>
			{data.columns.length > 1 && <Legend columns={data.columns} />}
			<Plot id={id} title={title} summary={summary} data={data} kind={kind} />
			<figcaption aria-hidden="true">
				<span>{data.rows[0]?.label}</span>
				<span>{data.rows.at(-1)?.label}</span>
			</figcaption>
			{!isWithoutTable && <FoldedTable title={title} data={data} />}
		</figure>
	)
}

function Legend({ columns }: Pick<ChartData, 'columns'>) {
	return (
		<ul className={styles.legend}>
			{columns.map(({ name }, place) => (
				<li key={name}>
					<svg viewBox="0 0 24 8" aria-hidden="true">
						<line className={styles.stroke} data-series={place} x1="0" x2="24" y1="4" y2="4" />
					</svg>
					{name}
				</li>
			))}
		</ul>
	)
}

function Plot({ id, title, summary, data: { rows, columns }, kind }: Omit<Props, 'isWithoutTable'>) {
	const top = roundUp(mostOf(rows))
	const unit = columns[0]?.unit ?? '件'
	return (
		<div className={styles.plot}>
			<p className={styles.scale} aria-hidden="true">
				<span>{valueText(top, unit)}</span>
				<span>{valueText(0, unit)}</span>
			</p>
			<svg
				viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
				preserveAspectRatio="none"
				role="img"
				aria-labelledby={`${id}-title`}
				aria-describedby={`${id}-desc`}
			>
				<title id={`${id}-title`}>{title}</title>
				<desc id={`${id}-desc`}>{summary}</desc>
				{[0.5, SIZE.height / 2, SIZE.height - 0.5].map((y) => (
					<line key={y} className={styles.grid} x1="0" x2={SIZE.width} y1={y} y2={y} />
				))}
				{columns.map(({ name }, place) =>
					kind === 'bars' ? (
						<Bars key={name} rows={rows} series={place} seriesCount={columns.length} top={top} />
					) : (
						runsOf(
							rows.map(({ values }) => values[place] ?? null),
							top,
							SIZE,
						).map((points) => <polyline key={points} className={styles.stroke} data-series={place} points={points} />)
					),
				)}
			</svg>
		</div>
	)
}

function Bars({ rows, series, seriesCount, top }: { rows: readonly ChartRow[]; series: number; seriesCount: number; top: number }) {
	const step = SIZE.width / Math.max(1, rows.length)
	const width = (step * (1 - GAP)) / seriesCount
	return rows.map(({ label, values }, place) => {
		const value = values[series] ?? 0
		const height = value === 0 ? 0 : Math.max(2, (value / top) * SIZE.height)
		return (
			<rect
				key={label}
				className={styles.bar}
				data-series={series}
				x={(place * step + (step * GAP) / 2 + series * width).toFixed(2)}
				y={(SIZE.height - height).toFixed(1)}
				width={width.toFixed(2)}
				height={height.toFixed(1)}
			/>
		)
	})
}

/** A table whose first series has a bar in each row. */
function Ranks({ title, data }: { title: string; data: ChartData }) {
	const { columns, rows } = data
	const top = Math.max(1, ...rows.map(({ values }) => values[0] ?? 0))
	return (
		<table className={styles.ranks}>
			<caption>{title}</caption>
			<ColumnHeads data={data} />
			<tbody>
				{rows.map(({ label, path, values }) => (
					<tr key={label}>
						<th scope="row">
							{path === undefined ? label : <Link to={path}>{label}</Link>}
							<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
								<rect className={styles.bar} data-series="0" x="0" y="0" width={(((values[0] ?? 0) / top) * 100).toFixed(1)} height="6" />
							</svg>
						</th>
						{columns.map(({ name, unit }, place) => (
							<td key={name}>{valueText(values[place] ?? null, unit)}</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}

function FoldedTable({ title, data }: { title: string; data: ChartData }) {
	const { columns, rows } = data
	return (
		<details className={styles.table}>
			<summary>表で見る</summary>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus */}
			<div className={styles.scroll} tabIndex={0} role="region" aria-label={`表：${title}`}>
				<table>
					<ColumnHeads data={data} />
					<tbody>
						{rows.toReversed().map(({ label, values }) => (
							<tr key={label}>
								<th scope="row">{label}</th>
								{columns.map(({ name, unit }, place) => (
									<td key={name}>{valueText(values[place] ?? null, unit)}</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	)
}
