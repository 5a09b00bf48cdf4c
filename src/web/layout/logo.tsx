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

/**
 * Two boards on a post, the same drawing as public/favicon.svg, whose edges lie on whole pixels of 16 × 16; board and post take the colour of
 * the text beside them.
 */
function Signpost() {
	return (
		<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
			<path fill="currentColor" d="M14 2h4v28h-4zM4 4h18l5 5-5 5H4z" />
			<path className={styles.board} d="M28 16H10l-5 5 5 5h18z" />
		</svg>
	)
}
