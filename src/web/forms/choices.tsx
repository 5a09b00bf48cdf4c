import styles from './choices.module.css'

/** Boxes to choose one or several of, as wide as their texts need. */
export function Choices({
	type,
	name,
	options,
	chosen,
	isShort = false,
}: {
	type: 'radio' | 'checkbox'
	name: string
	options: readonly { value: string; label: string }[]
	chosen: readonly string[]
	/** Their texts are a few characters. */
	isShort?: boolean
}) {
	return (
		<div className={styles.choices} data-short={isShort ? '' : undefined}>
			{options.map(({ value, label }) => (
				<label key={value} className={styles.choice}>
					<input type={type} name={name} value={value} defaultChecked={chosen.includes(value)} />
					<span>{label}</span>
				</label>
			))}
		</div>
	)
}
