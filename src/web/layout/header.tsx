import { Link } from 'react-router'
import { Logo } from './logo.tsx'
import { useSite, useViewer } from './site.ts'
import styles from './header.module.css'

export function Header() {
	const site = useSite()
	const viewer = useViewer()
	return (
		<header className={styles.header}>
			<div className={`content ${styles.inner}`}>
				<Logo />
				<nav aria-label="サイト" className={styles.nav}>
					{!viewer && (
						<>
							{site.links.listing && (
								<a className={`${styles.button} ${styles.listing}`} href={site.links.listing} rel="noopener">
									掲載をご希望の方
								</a>
							)}
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
