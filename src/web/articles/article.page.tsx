import { findExpertByUid } from '../../domain/experts/experts.ts'
import { japan } from '../../domain/geography/areas.ts'
import { articlePath, articlesPath, expertPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { articleSearch, emptyArticleQuery } from '../../domain/articles/article-input.ts'
import { getArticle } from '../../domain/articles/article-page.ts'
import { LEGAL_NOTICE } from '../../domain/questions/input.ts'
import { linkText } from '../../domain/shared/link-text.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { Day } from '../ui/day.tsx'
import { FreshnessNote } from '../ui/freshness-note.tsx'
import { FavouriteButton, FollowButton, MarkButtons } from '../social/mark-buttons.tsx'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { Route } from './+types/article.page'
import { ArticleBody, Contents } from '../ui/posts/article-body.tsx'
import { type ArticleView, coverPath, viewArticle } from './article-item.ts'
import { articleJsonLd } from './article-json-ld.ts'
import { ArticlePerson } from './article-person.tsx'
import { FeedLink } from './feed-link.tsx'
import { WayOn } from './way-on.tsx'
import stack from '../ui/stack.module.css'
import styles from './article.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const article = await getArticle(ctx, params.slug)
	const { blocks, chapters, tasks, sources, lawAsOf, freshness, author, authorCard, supervisorCard, supervisedParts, related } = article
	const own = ctx.viewer.kind === 'member' && ctx.viewer.isExpert ? await findExpertByUid(ctx, ctx.viewer.uid) : null
	const [marks, authorMarks] = await Promise.all([
		readOwnMarks(ctx, { kind: 'article', targetId: article.id }, { context, request }),
		authorCard && readOwnMarks(ctx, { kind: 'expert', targetId: authorCard.id }, { context, request }),
	])
	return cacheable(
		{
			article: {
				...viewArticle(article),
				author,
				blocks,
				chapters,
				tasks,
				sources,
				lawAsOf,
				freshness,
				authorCard,
				supervisorCard,
				supervisedParts,
			},
			related: related.map(viewArticle),
			marks,
			/** Null where there is no one to follow: editors, and the viewer's own article. */
			follow: authorCard && authorCard.id !== own?.id ? { expertId: authorCard.id, marks: authorMarks } : null,
			isOwn: own !== null && authorCard?.id === own.id,
		},
		[
			`article:${article.id}`,
			'taxonomy',
			...[authorCard, supervisorCard].flatMap((card) => (card ? [`expert:${card.id}`] : [])),
			...related.map(({ id }) => `article:${id}`),
			// Another article may become a nearer relative.
			'article:list',
		],
	)
})

export default function ArticlePage({ loaderData: { article, related, marks, follow, isOwn } }: Route.ComponentProps) {
	const { publicUrl, name: siteName } = useSite()
	const { id, title, lead, taskCategory } = article
	const path = articlePath(article.slug)
	const ofCategory = articlesPath(articleSearch({ ...emptyArticleQuery, categoryId: taskCategory.id }))
	const crumbs = [
		{ label: '記事', path: articlesPath() },
		{ label: taskCategory.name, path: ofCategory },
		{ label: title, path },
	]
	return (
		<>
			<Head
				title={title}
				description={lead}
				path={path}
				image={`/ogp/article/${id}.png`}
				type="article"
				jsonLd={[articleJsonLd({ publicUrl, siteName }, article), breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<FeedLink categoryId={taskCategory.id} title={`${taskCategory.name}の記事`} />
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<article className={styles.main}>
					<ArticleHeader article={article} />
					<FreshnessNote freshness={article.freshness} what="記事" />
					<Contents chapters={article.chapters} />
					<ArticleBody blocks={article.blocks} />
					<WayOn article={article} />
					<Sources article={article} />
					<MarkButtons>
						<FavouriteButton kind="article" targetId={id} marks={marks} back={path} />
						{follow && <FollowButton expertId={follow.expertId} marks={follow.marks} back={path} />}
						{!isOwn && <ReportLink kind="article" id={id} label="記事" />}
					</MarkButtons>
				</article>
				<aside className={styles.side} aria-label="執筆者と関連する情報">
					<People article={article} />
					<Tasks article={article} />
					{related.length > 0 && <RelatedArticles related={related} />}
				</aside>
			</div>
		</>
	)
}

function ArticleHeader({ article }: { article: ArticleView }) {
	const { id, title, lead, taskCategory, author, authorCard, supervisorCard, published, revised, lawAsOf, readingMinutes } = article
	return (
		<header className={styles.head}>
			<p className={styles.category}>{taskCategory.name}</p>
			<h1>{title}</h1>
			<img className={styles.cover} src={coverPath(id)} width="640" height="360" alt="" fetchPriority="high" />
			<p className={styles.facts}>
				<span>
					<Day day={published} />
					公開
				</span>
				{revised && (
					<span>
						<Day day={revised} />
						更新
					</span>
				)}
				{lawAsOf && <span>{`${dateText(lawAsOf)}時点の法令に基づく`}</span>}
				<span>{`読むのに約${readingMinutes}分`}</span>
			</p>
			<p className={styles.facts}>
				<span>
					執筆：
					{authorCard ? <Link to={expertPath(authorCard.id)}>{authorCard.name}</Link> : author.name}
				</span>
				{supervisorCard && (
					<span>
						監修：
						<Link to={expertPath(supervisorCard.id)}>{supervisorCard.name}</Link>
					</span>
				)}
			</p>
			<p className={styles.lead}>{lead}</p>
		</header>
	)
}

function Sources({ article: { sources } }: { article: ArticleView }) {
	return (
		<footer className={styles.sources}>
			{sources.length > 0 && (
				<section aria-labelledby="sources">
					<h2 id="sources">出典・参考資料</h2>
					<ul>
						{sources.map(({ title, url }) => (
							<li key={url}>
								<a href={url} rel="noopener nofollow" target="_blank">
									{linkText(title, url)}
									<span className="visually-hidden">（外部サイト）</span>
								</a>
							</li>
						))}
					</ul>
				</section>
			)}
			<p className={styles.notice}>{`${LEGAL_NOTICE}制度や法令は変わることがあります。手続きの前に、最新の情報をご確認ください。`}</p>
		</footer>
	)
}

function People({ article: { author, authorCard, supervisorCard, supervisedParts } }: { article: ArticleView }) {
	return (
		<>
			<section aria-labelledby="author">
				<h2 id="author">執筆者</h2>
				{authorCard ? (
					<ArticlePerson card={authorCard} />
				) : (
					<p className={styles.quiet}>
						{author.kind === 'editor' ? `${author.name}。公的な資料と法令を確かめて書いています。` : author.name}
					</p>
				)}
			</section>
			{supervisorCard && (
				<section aria-labelledby="supervisor">
					<h2 id="supervisor">監修者</h2>
					<ArticlePerson card={supervisorCard} />
					{supervisedParts && <p className={styles.quiet}>{`監修の範囲：${supervisedParts.join('、')}`}</p>}
				</section>
			)}
		</>
	)
}

function Tasks({ article: { tasks, taskCategory } }: { article: ArticleView }) {
	const scopes = tasks.length > 0 ? tasks : [taskCategory]
	return (
		<section aria-labelledby="tasks">
			<h2 id="tasks">この業務を相談できる事務所</h2>
			<ul className={`${stack.ruledSmall} ${styles.links}`}>
				{scopes.map((scope) => (
					<li key={scope.id}>
						<Link to={listPath({ scopeId: scope.id, area: japan })}>{`${scope.name}の事務所を探す`}</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

function RelatedArticles({ related }: Pick<Route.ComponentProps['loaderData'], 'related'>) {
	return (
		<section aria-labelledby="related">
			<h2 id="related">関連する記事</h2>
			<ul className={`${stack.ruledSmall} ${styles.links}`}>
				{related.map((one) => (
					<li key={one.id}>
						<Link to={articlePath(one.slug)}>{one.title}</Link>
						<small>{`${one.authorName}・約${one.readingMinutes}分`}</small>
					</li>
				))}
			</ul>
		</section>
	)
}
