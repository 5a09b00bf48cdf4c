import { Link } from './link.tsx'
import stack from './stack.module.css'
import styles from './filter-tabs.module.css'

export type FilterTab = { to: string; label: string; isCurrent: boolean; count?: number }

/** Which part of a room's list is shown. Links, so that each part has its address. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
	return (
		<nav aria-label={label}>
			<ul className={`${stack.chips} ${styles.tabs}`}>
				{tabs.map(({ to, label, isCurrent, count }) => (
					<li key={to}>
						<Link to={to} aria-current={isCurrent ? 'page' : undefined}>
							{label}
							{count !== undefined && <span className={styles.count}>{count.toLocaleString('ja-JP')}</span>}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
