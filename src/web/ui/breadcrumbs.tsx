import type { JsonLd } from '../layout/head.tsx'
import { Link } from './link.tsx'
import styles from './breadcrumbs.module.css'

export type Crumb = { label: string; path: string }

/** The way from the top page to here; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
	return (
		<nav aria-label="パンくずリスト" className={`content ${styles.nav}`}>
			<ol>
				<li>
					<Link to="/">トップ</Link>
				</li>
				{crumbs.map((crumb, index) => (
					<li key={crumb.path}>
						{index === crumbs.length - 1 ? <span aria-current="page">{crumb.label}</span> : <Link to={crumb.path}>{crumb.label}</Link>}
					</li>
				))}
			</ol>
		</nav>
	)
}

export function breadcrumbJsonLd(publicUrl: string, crumbs: Crumb[]): JsonLd {
	return {
		'@type': 'BreadcrumbList',
		itemListElement: [{ label: 'トップ', path: '/' }, ...crumbs].map((crumb, index) => ({
			'@type': 'ListItem',
			position: index + 1,
			name: crumb.label,
			item: `${publicUrl}${crumb.path}`,
		})),
	}
}
