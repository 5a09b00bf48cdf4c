import type { ReactNode } from 'react'
import { Link } from 'react-router'
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
					<Link to="/">トップページ</Link>
					<Link to="/about">サービスについて</Link>
					<Link to="/rules">利用規約</Link>
					<Link to="/privacy">プライバシーポリシー</Link>
				</nav>
			</div>
		</>
	)
}
