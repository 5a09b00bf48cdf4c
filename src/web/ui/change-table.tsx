import type { ChangedField } from '../../domain/offices/office-changes.ts'
import styles from './change-table.module.css'

/** Current and requested values, side by side. */
export function ChangeTable({ fields }: { fields: readonly ChangedField[] }) {
	return (
		<table className={styles.changes}>
			<thead>
				<tr>
					<th scope="col">項目</th>
					<th scope="col">公開中の内容</th>
					<th scope="col">変更後</th>
				</tr>
			</thead>
			<tbody>
				{fields.map(({ label, before, after }) => (
					<tr key={label}>
						<th scope="row">{label}</th>
						<td>{before === '' ? <span className={styles.none}>（なし）</span> : before}</td>
						<td className={styles.after}>{after === '' ? <span className={styles.none}>（なし）</span> : after}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
