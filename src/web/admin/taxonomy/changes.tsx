import type { FieldChange } from './field-changes.ts'
import styles from './taxonomy.module.css'

/** What changes, field by field, the old text beside the new one. */
export function Changes({ changes }: { changes: readonly FieldChange[] }) {
	return (
		<dl className={styles.changes}>
			{changes.map(({ name, label, before, after, isPartial }) => (
				<div key={name}>
					<dt>
						{label}
						{isPartial && <small>（違うところだけ）</small>}
					</dt>
					<dd>
						<span className={styles.mark}>前</span>
						<del>{before === '' ? '（なし）' : before}</del>
					</dd>
					<dd>
						<span className={styles.mark}>後</span>
						<ins>{after === '' ? '（なし）' : after}</ins>
					</dd>
				</div>
			))}
		</dl>
	)
}
