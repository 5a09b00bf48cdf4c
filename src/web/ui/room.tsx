import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import stack from './stack.module.css'
import styles from './room.module.css'

export type RoomLink = {
	to: string
	label: string
	/** Marked as current on this very path only. */
	end?: boolean
}

/** Pages that belong together: their links are beside the page, or in one row above it on a narrow screen. */
export function Room({ label, links, children }: { label: string; links: readonly RoomLink[]; children: ReactNode }) {
	return (
		<div className={`${stack.column} ${styles.room}`}>
			<nav aria-label={label} className={styles.nav}>
				<ul>
					{links.map(({ to, label, end = false }) => (
						<li key={to}>
							<NavLink to={to} end={end}>
								{label}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			<div className={styles.page}>{children}</div>
		</div>
	)
}
