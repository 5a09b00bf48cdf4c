import type { ReactNode } from 'react'
import { articlesPath, categoryIndexPath, questionsPath } from '../../domain/shared/links.ts'
import { useLoginStatus } from '../session/use-login-status.ts'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { useSite, useViewer } from './site.ts'
import { Link } from '../ui/link.tsx'
import styles from './header.module.css'

/** `children` stand after the account menu. */
export function Header({ children }: { children?: ReactNode }) {
	const site = useSite()
	const viewer = useViewer()
	const user = useLoginStatus(viewer)
	return (
		<header className={styles.header}>
			<div className={`content ${styles.inner}`}>
				<Logo />
				<nav aria-label="主なページ" className={styles.ways}>
					<Link to={categoryIndexPath()}>専門家をさがす</Link>
					<Link to={questionsPath()}>みんなの質問</Link>
					<Link to={articlesPath()}>記事</Link>
				</nav>
				<nav aria-label="サイト" className={styles.nav}>
					{user ? (
						<>
							<NotificationBell rendered={viewer?.unread ?? null} texts={viewer?.bell ?? null} />
							<AccountMenu user={user} portrait={viewer?.portrait ?? null} csrfToken={viewer?.csrfToken ?? ''} />
							{children}
						</>
					) : (
						<>
							<a className={styles.button} href={site.links.listing ?? '/expert/register'} rel="noopener">
								<span>
									掲載<span className={styles.wide}>をご</span>希望<span className={styles.free}>の方</span>
								</span>
							</a>
							<Link className={styles.button} to="/login">
								ログイン
							</Link>
							<Link className={styles.button} to="/lp/factoring">
								<span>
									<span className={styles.free}>無料</span>資金診断
								</span>
							</Link>
						</>
					)}
				</nav>
			</div>
		</header>
	)
}
