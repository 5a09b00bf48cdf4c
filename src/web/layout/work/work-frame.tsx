import type { ReactNode } from 'react'
import { contactPath } from '../../../domain/shared/links.ts'
import { Banners } from '../banners.tsx'
import { Link } from '../../ui/link.tsx'
import { WorkBar, type WorkBarItem, WorkNav, type WorkNavGroup } from './work-nav.tsx'
import styles from './frame.module.css'

/**
 * The frame of rooms in which people work: a header, navigation by groups, the page as wide as the window, and the legal
 * texts instead of the public footer. With a `bar` a narrow window has its navigation at the bottom.
 */
export function WorkFrame({
	header,
	label,
	groups,
	bar,
	note,
	children,
}: {
	header: ReactNode
	/** The name of the navigation. */
	label: string
	groups: readonly WorkNavGroup[]
	bar?: readonly WorkBarItem[]
	/** One line at the page's end. */
	note?: ReactNode
	children: ReactNode
}) {
	return (
		<div className={bar && styles.withBar}>
			<a className="skip-link" href="#main">
				本文へ移動
			</a>
			{header}
			<Banners />
			<div className={styles.frame}>
				<WorkNav label={label} groups={groups} isSheet={bar !== undefined} />
				<main id="main" className={styles.page}>
					{children}
				</main>
			</div>
			{note !== undefined && <footer className={styles.legal}>{note}</footer>}
			{bar && (
				<>
					<nav aria-label="規約など" className={styles.legal}>
						<Link to={contactPath()}>お問い合わせ</Link>
						<Link to="/rules">利用規約</Link>
						<Link to="/privacy">プライバシーポリシー</Link>
					</nav>
					<WorkBar label="よく使うページ" items={bar} />
				</>
			)}
		</div>
	)
}
