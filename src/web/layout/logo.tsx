import { useSite } from './site.ts'
import { Link } from '../ui/link.tsx'
import styles from './header.module.css'

/** Clicking the logo asks the top page to reload its lists and to scroll up (the spec's top-refresh flag). */
export function Logo() {
	const site = useSite()
	return (
		<Link className={styles.logo} to="/" state={{ topRefresh: true }} aria-label={`${site.name} トップページ`}>
			<Signpost />
			<span>{site.name}</span>
		</Link>
	)
}

/** Two boards on a post, the same drawing as public/favicon.svg; board and post take the colour of the text beside them. */
function Signpost() {
	return (
		<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
			<path fill="currentColor" d="M14 2h4v28h-4zM3 5h20l6 5-6 5H3z" />
			<path className={styles.board} d="M27 17H11l-6 5 6 5h16z" />
		</svg>
	)
}
