import styles from './tag.module.css'

/** A short fact: neutral, good (有利な条件), warn (受付停止中). */
export function Tag({ children, tone = 'plain' }: { children: React.ReactNode; tone?: 'plain' | 'accent' | 'good' | 'warn' }) {
	return (
		<span className={styles.tag} data-tone={tone}>
			{children}
		</span>
	)
}

export function TagList({ children, label }: { children: React.ReactNode; label: string }) {
	return (
		<ul className={styles.list} aria-label={label}>
			{children}
		</ul>
	)
}
