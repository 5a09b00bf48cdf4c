import type { ReactNode } from 'react'
import styles from './fold.module.css'

/** Folds what a phone need not show at once, without a script; wider screens and paper show it open and without its button. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
	return (
		<details className={styles.fold}>
			<summary>{label}</summary>
			{children}
		</details>
	)
}
