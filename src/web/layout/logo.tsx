import { useSite } from './site.ts'
import { Link } from '../ui/link.tsx'
import styles from './header.module.css'

/** Clicking the logo asks the top page to load its lists anew and to scroll up (the spec's top-refresh flag). */
export function Logo() {
	const site = useSite()
	return (
		<Link className={styles.logo} to="/" state={{ topRefresh: true }} aria-label={`${site.name} トップページ`}>
			<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
				<rect width="32" height="32" rx="7" fill="#0b5c6b" />
				<path d="M15 6h2v3h8l3 3.5-3 3.5h-8v10h-2V16H7l-3-3.5L7 9h8z" fill="#fff" />
			</svg>
			<span>{site.name}</span>
		</Link>
	)
}
