import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

/** Facts row by row, each with its name before it. */
export function FactList({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
	return (
		<dl className={styles.facts}>
			{rows.map(({ label, value }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	)
}
