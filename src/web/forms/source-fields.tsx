import { FieldGroup } from './field.tsx'
import fieldStyles from './field.module.css'
import { textsIn, type Values } from './form-state.ts'
import styles from './form.module.css'

/** Rows of name and address for what a text rests on. */
export function SourceFields({
	values,
	errors,
	rows,
	note,
	hint,
}: {
	values: Values
	errors: Readonly<Record<string, string>>
	rows: number
	/** Beside the legend: how many there may be. */
	note: string
	hint: string
}) {
	const titles = textsIn(values, 'sourceTitle')
	const urls = textsIn(values, 'sourceUrl')
	const faults = [...new Set(Object.entries(errors).flatMap(([name, text]) => (name.startsWith('sources') ? [text] : [])))]
	return (
		<FieldGroup id="sources" legend="出典" note={note} hint={hint} error={faults}>
			<div className={styles.sources}>
				{Array.from({ length: rows }, (_, place) => (
					<div key={place} className={styles.source}>
						<input
							type="text"
							name="sourceTitle"
							className={fieldStyles.input}
							aria-label={`出典${place + 1}の名前`}
							placeholder="名前"
							autoComplete="off"
							defaultValue={titles[place]}
							aria-invalid={errors[`sources.${place}.title`] ? true : undefined}
						/>
						<input
							type="url"
							name="sourceUrl"
							className={fieldStyles.input}
							aria-label={`出典${place + 1}のURL`}
							placeholder="https://"
							autoComplete="off"
							defaultValue={urls[place]}
							aria-invalid={errors[`sources.${place}.url`] ? true : undefined}
						/>
					</div>
				))}
			</div>
		</FieldGroup>
	)
}
