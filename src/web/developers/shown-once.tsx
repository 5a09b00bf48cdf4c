import { type ReactNode, useRef } from 'react'
import { useArrival } from '../ui/use-enhanced.ts'
import styles from './developers.module.css'

/** A value that is shown this once, and what to do with it. */
export function ShownOnce({ label, value, children }: { label: string; value: string; children: ReactNode }) {
	const section = useRef<HTMLElement>(null)
	useArrival(value, () => section.current?.focus())
	return (
		<section className={styles.once} aria-label={label} tabIndex={-1} ref={section}>
			<h2>{label}</h2>
			<p>
				<code className={styles.secret}>{value}</code>
			</p>
			<p className={styles.strong}>この値は、いまだけ表示されます。安全なところに控えてください。</p>
			{children}
		</section>
	)
}
