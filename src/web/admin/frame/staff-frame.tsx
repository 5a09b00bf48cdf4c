import type { ReactNode } from 'react'
import { StaffHeader } from './staff-header.tsx'
import { StaffNav, type StaffNavItem } from './staff-nav.tsx'
import styles from './frame.module.css'

/** The frame of every page of /admin: header with search, navigation, and no footer. */
export function StaffFrame({
	groups,
	maySearch,
	children,
}: {
	groups: readonly { label: string; items: readonly StaffNavItem[] }[]
	maySearch: boolean
	children: ReactNode
}) {
	return (
		<>
			<a className="skip-link" href="#main">
				本文へ移動
			</a>
			<StaffHeader maySearch={maySearch} />
			<div className={styles.desk}>
				<StaffNav groups={groups} />
				<main id="main" className={styles.page}>
					{children}
				</main>
			</div>
		</>
	)
}
