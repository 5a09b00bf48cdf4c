import type { ReactNode } from 'react'
import styles from './styleguide.module.css'

/** One component, or one group of them, under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={styles.part}>
			<h2>{title}</h2>
			{children}
		</section>
	)
}
