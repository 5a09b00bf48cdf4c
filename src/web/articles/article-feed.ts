import { configContext, withCtx } from '../context.ts'
import { articleFeedPath, articlePath, articlesPath } from '../../domain/shared/links.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { articleSearch, emptyArticleQuery } from '../../domain/articles/article-input.ts'
import { listArticles } from '../../domain/articles/article-list.ts'
import { feedResponse } from '../format/rss.ts'
import type { Route } from './+types/article-feed'

/** The newest twenty articles as RSS 2.0, of all or of a category. */
export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { siteName, publicUrl } = context.get(configContext)
	const file = 'file' in params ? params.file : null
	const categoryId = file === null ? null : Number(/^([1-9]\d?)\.xml$/.exec(file ?? '')?.[1] ?? 0)
	if (categoryId === 0) throw notFound('feed')
	const query = { ...emptyArticleQuery, categoryId }
	const { items, category } = await listArticles(ctx, query)
	const title = category ? `${category.name}の記事` : '記事'
	return feedResponse(request, {
		publicUrl,
		title: `${title}｜${siteName}`,
		description: `${siteName}の専門家と編集部による${title}です。`,
		self: articleFeedPath(categoryId),
		page: articlesPath(articleSearch(query)),
		items: items.map((item) => ({
			title: item.title,
			path: articlePath(item.slug),
			publishedAt: item.publishedAt,
			changedAt: item.revisedAt ?? item.publishedAt,
			creator: item.author.name,
			category: item.taskCategory.name,
			text: item.lead,
		})),
	})
})
