import type { ChartData } from './chart-scale.ts'

/** The head row of the table behind a chart. */
export function ColumnHeads({ data: { first, columns } }: { data: Pick<ChartData, 'first' | 'columns'> }) {
	return (
		<thead>
			<tr>
				<th scope="col">{first}</th>
				{columns.map(({ name }) => (
					<th key={name} scope="col">
						{name}
					</th>
				))}
			</tr>
		</thead>
	)
}
