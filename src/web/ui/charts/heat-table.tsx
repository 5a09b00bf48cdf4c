import { type ChartData, mostOf, valueText } from './chart-scale.ts'
import { Link } from '../link.tsx'
import { ColumnHeads } from './column-heads.tsx'
import styles from './chart.module.css'

const STEPS = 6

/** A table whose cells are the darker the more they hold; every cell says its figure too. Numbers of people are never shaded. */
export function HeatTable({ title, data }: { title: string; data: ChartData }) {
	const { columns, rows } = data
	const isShaded = (place: number) => columns[place]?.unit !== '人'
	const top = mostOf(rows.map((row) => ({ ...row, values: row.values.filter((_, place) => isShaded(place)) })))
	if (mostOf(rows) === 0) return <p className={styles.none}>この期間の記録はありません。</p>
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus
		<section className={styles.scroll} tabIndex={0} aria-label={`表：${title}`}>
			<table className={styles.heat}>
				<ColumnHeads data={data} />
				<tbody>
					{rows.map(({ label, path, values }) => (
						<tr key={label}>
							<th scope="row">{path === undefined ? label : <Link to={path}>{label}</Link>}</th>
							{columns.map(({ name, unit }, place) => {
								const value = values[place] ?? null
								return (
									<td
										key={name}
										data-step={value === null || value === 0 || !isShaded(place) ? undefined : Math.ceil((value / top) * STEPS)}
									>
										{valueText(value, unit)}
									</td>
								)
							})}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	)
}
