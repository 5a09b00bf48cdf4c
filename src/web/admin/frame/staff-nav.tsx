import { NavLink } from 'react-router'
import styles from './frame.module.css'

export type StaffNavItem = {
	to: string
	label: string
	end?: boolean
	/** What waits there; null for a page without a queue. */
	waiting: { count: number; age: string; isLate: boolean } | null
}

/** The rooms of /admin by group, each queue with how many items wait and for how long the oldest has. */
export function StaffNav({ groups }: { groups: readonly { label: string; items: readonly StaffNavItem[] }[] }) {
	return (
		<nav aria-label="管理" className={styles.nav}>
			{groups.map(({ label, items }) => (
				<div key={label}>
					<h2>{label}</h2>
					<ul>
						{items.map(({ to, label: name, end = false, waiting }) => (
							<li key={to}>
								<NavLink to={to} end={end}>
									<span>{name}</span>
									{waiting && waiting.count > 0 && (
										<span className={styles.waiting}>
											<span className={waiting.isLate ? styles.late : undefined}>
												{waiting.age}
												{waiting.isLate && '・目安超過'}
											</span>
											<strong>{`${waiting.count.toLocaleString('ja-JP')}件`}</strong>
										</span>
									)}
								</NavLink>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	)
}
