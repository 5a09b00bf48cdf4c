import { useLoginStatus } from '../session/use-login-status.ts'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { useSite, useViewer } from './site.ts'
import { Link } from '../ui/link.tsx'
import styles from './header.module.css'

export function Header() {
	const site = useSite()
	const viewer = useViewer()
	const user = useLoginStatus(viewer)
	return (
		<header className={styles.header}>
			<div className={`content ${styles.inner}`}>
				<Logo />
				<nav aria-label="サイト" className={styles.nav}>
					{user ? (
						<>
							<NotificationBell rendered={viewer?.unread ?? null} />
							<AccountMenu user={user} csrfToken={viewer?.csrfToken ?? ''} />
						</>
					) : (
						<>
							<a className={styles.button} href={site.links.listing ?? '/expert/register'} rel="noopener">
								<span>
									掲載<span className={styles.wide}>をご</span>希望の方
								</span>
							</a>
							<Link className={styles.button} to="/login">
								ログイン
							</Link>
							<Link className={`${styles.button} ${styles.primary}`} to="/lp/factoring">
								無料資金診断
							</Link>
						</>
					)}
				</nav>
			</div>
		</header>
	)
}
