import type { ReactNode } from 'react'
import styles from './developers.module.css'

/** A value that is shown this once, and what to do with it. */
export function ShownOnce({ label, value, children }: { label: string; value: string; children: ReactNode }) {
	return (
		<section className={styles.once} aria-label={label} tabIndex={-1} ref={(section) => section?.focus()}>
			<h2>{label}</h2>
			<p>
				<code className={styles.secret}>{value}</code>
			</p>
			<p className={styles.strong}>この値は、いまだけ表示されます。安全なところに控えてください。</p>
			{children}
		</section>
	)
}
