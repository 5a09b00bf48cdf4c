import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { articleFeedPath, articlesPath, askPath } from '../../domain/shared/links.ts'
import { articleSearch, emptyArticleQuery, parseArticleQuery } from '../../domain/articles/article-input.ts'
import { listArticles } from '../../domain/articles/article-list.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame, useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/articles.page'
import { categoryPicture, viewArticle } from './article-item.ts'
import { ArticleList } from './article-list.tsx'
import { FeedLink } from './feed-link.tsx'
import styles from './articles.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { query, items, page, category, task } = await listArticles(ctx, parseArticleQuery(new URL(request.url).searchParams))
	const categoryId = task ? Math.floor(task.id / 100) : (category?.id ?? null)
	const tasks = categoryId === null ? [] : await listTasks(ctx, { taskCategoryId: categoryId })
	return cacheable(
		{
			query,
			items: items.map(viewArticle),
			page,
			category,
			task,
			categoryId,
			tasks: tasks.map(({ id, name }) => ({ id, name })),
		},
		['article:list', 'taxonomy'],
	)
})

export default function ArticlesPage({ loaderData }: Route.ComponentProps) {
	const { query, items, page, category, task, categoryId } = loaderData
	const { publicUrl, links } = useSite()
	const topic = task?.name ?? category?.name ?? null
	const heading = query.text !== '' ? `「${query.text}」の記事` : topic === null ? '記事' : `${topic}の記事`
	const path = articlesPath(articleSearch(query))
	const crumbs = [
		{ label: '記事', path: articlesPath() },
		...(heading === '記事' ? [] : [{ label: heading, path: pathOf(loaderData, null) }]),
	]
	const previous = page.previous && pathOf(loaderData, page.previous.cursor)
	const next = page.next && pathOf(loaderData, page.next.cursor)
	return (
		<>
			<Head
				title={page.number > 1 ? `${heading}（${page.number}ページ目）` : heading}
				description={`${topic === null ? '税務、労務、許認可、資金調達など' : topic}の実務を、資格を確認した専門家と編集部が、根拠と法令の時点を示して解説しています。`}
				path={path}
				image="/ogp/page/article.png"
				noindex={items.length === 0 || query.text !== '' || page.number > 1}
				previous={previous}
				next={next}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<FeedLink categoryId={categoryId} title={topic === null ? '記事' : `${topic}の記事`} />
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<h1>{heading}</h1>
				{/* Where nothing was found, the sentence that says so has the scene. */}
				{items.length > 0 && (
					<PictureBand
						picture={categoryId === null ? '/scenes/desk.svg' : categoryPicture(categoryId)}
						acts={
							<Link className="button" data-kind="quiet" to={askPath()}>
								専門家に質問する
							</Link>
						}
					>
						<p>資格を確認した専門家と編集部が、根拠になる公的な資料と法令の時点を示して解説しています。</p>
					</PictureBand>
				)}
				<ArticleSearch query={query} />
				<Topics data={loaderData} />
				{items.length > 0 ? <ArticleList items={items} heading="h2" /> : <NothingFound hasTopic={topic !== null} text={query.text} />}
				<Pager label="記事のページ" number={page.number} previous={previous} next={next} />
				<p className={styles.feeds}>
					<a href={articleFeedPath(categoryId)}>新しい記事をRSSで受け取る</a>
					{links.media && (
						<a href={links.media} rel="noopener">
							お役立ち情報メディアを見る
						</a>
					)}
				</p>
			</div>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

const pathOf = ({ query }: Data, cursor: string | null) => articlesPath(articleSearch({ ...query, cursor }))

/** A plain GET form, which keeps the topic. */
function ArticleSearch({ query }: { query: Data['query'] }) {
	return (
		<search>
			<form action={articlesPath()} method="get" className={styles.search} key={JSON.stringify({ ...query, cursor: null })}>
				<label htmlFor="article-text" className="visually-hidden">
					記事を探す言葉
				</label>
				<input
					id="article-text"
					type="search"
					name="q"
					defaultValue={query.text}
					placeholder="例：インボイス 登録"
					maxLength={80}
					autoComplete="off"
					enterKeyHint="search"
				/>
				{query.taskId !== null && <input type="hidden" name="task" value={query.taskId} />}
				{query.categoryId !== null && <input type="hidden" name="category" value={query.categoryId} />}
				<button type="submit" className="button">
					検索
				</button>
			</form>
		</search>
	)
}

/** The categories, and below the chosen one its tasks. */
function Topics({ data: { task, categoryId, tasks } }: { data: Data }) {
	const { categories } = useFrame()
	return (
		<nav aria-label="記事を絞り込む" className={styles.topics}>
			<details open={categoryId !== null}>
				<summary>カテゴリーで絞り込む</summary>
				<ul>
					<li>
						<Link to={articlesPath()} aria-current={categoryId === null ? 'true' : undefined}>
							すべて
						</Link>
					</li>
					{categories.map(({ id, name }) => (
						<li key={id}>
							<Link
								to={articlesPath(articleSearch({ ...emptyArticleQuery, categoryId: id }))}
								aria-current={id === categoryId ? 'true' : undefined}
							>
								{name}
							</Link>
						</li>
					))}
				</ul>
			</details>
			{tasks.length > 0 && (
				<>
					<p>業務で絞り込む</p>
					<ul>
						{tasks.map(({ id, name }) => (
							<li key={id}>
								<Link
									to={articlesPath(articleSearch({ ...emptyArticleQuery, taskId: id }))}
									aria-current={id === task?.id ? 'true' : undefined}
								>
									{name}
								</Link>
							</li>
						))}
					</ul>
				</>
			)}
		</nav>
	)
}

function NothingFound({ hasTopic, text }: { hasTopic: boolean; text: string }) {
	return (
		<Empty
			scene="desk"
			title={
				text !== '' ? `「${text}」の記事は見つかりませんでした。` : hasTopic ? 'この分野の記事はまだありません。' : '記事はまだありません。'
			}
		>
			<p>知りたいことがあるときは、資格を確認した専門家に無料で質問できます。</p>
			<p className={styles.ways}>
				<Link className="button" to={askPath()}>
					質問する
				</Link>
				{(hasTopic || text !== '') && (
					<Link className="button" data-kind="quiet" to={articlesPath()}>
						すべての記事を見る
					</Link>
				)}
			</p>
		</Empty>
	)
}
