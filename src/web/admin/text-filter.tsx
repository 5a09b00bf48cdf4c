import type { ReactNode } from 'react'
import styles from './admin.module.css'

/** The box that searches a list of staff by words; `children` are the filters that stay. */
export function TextFilter({ label, words, children }: { label: string; words: string; children?: ReactNode }) {
	return (
		<form method="get" className={styles.filter}>
			<label>
				{label}
				<input type="search" name="q" maxLength={60} defaultValue={words} />
			</label>
			{children}
			<button type="submit" className="button" data-kind="quiet">
				探す
			</button>
		</form>
	)
}
