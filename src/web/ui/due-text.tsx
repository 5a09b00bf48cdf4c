import type { Due } from '../format/moment.ts'
import styles from './due-text.module.css'

/** A deadline: the working time that is left, and the date and time themselves. */
export function DueText({ label, due: { left, exact, iso, tone } }: { label: string; due: Due }) {
	return (
		<span className={styles.due} data-tone={tone}>
			{`${label} `}
			<strong>{left}</strong>
			{'（'}
			<time dateTime={iso}>{exact}</time>
			{'）'}
		</span>
	)
}
