import { articlePath, articlesPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './article-links.module.css'

/** What other pages need of an article to lead to it. */
export type ArticleLink = { slug: string; title: string; facts: string }

/** A few articles on a page of something else. Nothing where there are none. */
export function ArticleLinks({
	articles,
	id,
	title,
	more,
	className,
}: {
	articles: readonly ArticleLink[]
	id: string
	title: string
	/** The list that has more of them. */
	more?: { search: string; label: string }
	className?: string | undefined
}) {
	if (articles.length === 0) return null
	return (
		<section className={className} aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<ul className={`${stack.ruled} ${styles.links}`}>
				{articles.map(({ slug, title: name, facts }) => (
					<li key={slug}>
						<Link to={articlePath(slug)}>{name}</Link>
						<small>{facts}</small>
					</li>
				))}
			</ul>
			{more && (
				<p>
					<Link className="tap" to={articlesPath(more.search)}>
						{more.label}
					</Link>
				</p>
			)}
		</section>
	)
}
