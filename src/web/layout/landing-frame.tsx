import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Contours } from '../ui/motif.tsx'
import { Logo } from './logo.tsx'
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import styles from './landing-frame.module.css'

/** The minimal frame of a landing page: the logo above, the legal texts below. */
export function LandingFrame({ crumbs, children }: { crumbs: Crumb[]; children: ReactNode }) {
	return (
		<>
			<div className={`${styles.top} no-print`}>
				<div className="content">
					<Logo />
				</div>
			</div>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				{children}
				<nav className={styles.bottom} aria-label="規約など">
					<Link to="/search">専門家・事務所を検索</Link>
					<Link to="/">トップページ</Link>
					<Link to="/about">サービスについて</Link>
					<Link to="/rules">利用規約</Link>
					<Link to="/privacy">プライバシーポリシー</Link>
				</nav>
			</div>
		</>
	)
}

/** What a landing page is for: its promise, what can be relied on, and beside them what decides. */
export function LandingHead({
	title,
	points = [],
	children,
	aside = null,
}: {
	title: ReactNode
	points?: readonly string[]
	children: ReactNode
	/** Beside the words on wide screens; phones leave it to the page. */
	aside?: ReactNode
}) {
	return (
		<div className={styles.head}>
			<Contours />
			<div className={styles.words}>
				<h1>{title}</h1>
				{children}
				{points.length > 0 && (
					<ul className={styles.points}>
						{points.map((point) => (
							<li key={point}>{point}</li>
						))}
					</ul>
				)}
			</div>
			{aside}
		</div>
	)
}
