import styles from './estimate.module.css'

/** What was asked, row by row. */
export function FactList({ rows }: { rows: readonly { label: string; value: string }[] }) {
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
