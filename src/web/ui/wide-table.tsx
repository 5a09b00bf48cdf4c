import type { ReactNode } from 'react'
import styles from './wide-table.module.css'

/** A table that scrolls horizontally in a narrow window; focusable, as scroll regions must be. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll what has the focus
		<section className={styles.scroll} aria-label={`表：${label}`} tabIndex={0}>
			<table className={styles.table}>{children}</table>
		</section>
	)
}
