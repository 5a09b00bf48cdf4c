import { articlePath } from '../../domain/shared/links.ts'
import { Day } from '../ui/day.tsx'
import { FoundPassage } from '../ui/found-passage.tsx'
import { Link } from '../ui/link.tsx'
import { type ArticleItem, coverPath } from './article-item.ts'
import stack from '../ui/stack.module.css'
import styles from './article-list.module.css'

/** Articles one under another, with their covers. */
export function ArticleList({ items, heading: Heading }: { items: readonly ArticleItem[]; heading: 'h2' | 'h3' }) {
	return (
		<ul className={stack.rows}>
			{items.map((item, place) => (
				<li key={item.id} className={styles.item}>
					<img
						className={styles.cover}
						src={coverPath(item.id)}
						width="640"
						height="360"
						alt=""
						{...(place > 3 ? { loading: 'lazy' as const } : {})}
					/>
					<div className={styles.text}>
						<p className={stack.facts}>{item.taskCategory.name}</p>
						<Heading className={styles.title}>
							<Link className="cover" to={articlePath(item.slug)}>
								{item.title}
							</Link>
						</Heading>
						<p className={styles.lead}>{item.passage ? <FoundPassage passage={item.passage} /> : item.lead}</p>
						<p className={stack.facts}>
							<span>{item.authorName}</span>
							<span>
								<Day day={item.revised ?? item.published} />
								{item.revised ? '更新' : '公開'}
							</span>
							<span>{`読むのに約${item.readingMinutes}分`}</span>
						</p>
					</div>
				</li>
			))}
		</ul>
	)
}
