import { createHash } from 'node:crypto'
import { configContext, withCtx } from '../context.ts'
import { articleFeedPath, articlePath, articlesPath } from '../../domain/shared/links.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { articleSearch, emptyArticleQuery } from '../../domain/articles/article-input.ts'
import { listArticles } from '../../domain/articles/article-list.ts'
import type { ArticleListItem } from '../../domain/articles/article-types.ts'
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
	const body = rss({
		publicUrl,
		title: `${title}｜${siteName}`,
		description: `${siteName}の専門家と編集部による${title}です。`,
		self: articleFeedPath(categoryId),
		page: articlesPath(articleSearch(query)),
		items,
	})
	const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
	const headers = { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=0, must-revalidate', etag }
	const isKnown = request.headers
		.get('if-none-match')
		?.split(',')
		.some((one) => one.trim().replace(/^W\//, '') === etag)
	return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
})

type Feed = {
	publicUrl: string
	title: string
	description: string
	/** Paths of the feed itself and of the page that it is of. */
	self: string
	page: string
	items: readonly ArticleListItem[]
}

function rss({ publicUrl, title, description, self, page, items }: Feed): string {
	const changed = Math.max(...items.map(({ publishedAt, revisedAt }) => (revisedAt ?? publishedAt).getTime()))
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
		'<channel>',
		`<title>${escapeXml(title)}</title>`,
		`<link>${escapeXml(publicUrl + page)}</link>`,
		`<description>${escapeXml(description)}</description>`,
		'<language>ja</language>',
		`<atom:link href="${escapeXml(publicUrl + self)}" rel="self" type="application/rss+xml"/>`,
		...(items.length > 0 ? [`<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>`] : []),
		...items.map((item) => {
			const address = escapeXml(publicUrl + articlePath(item.slug))
			return [
				'<item>',
				`<title>${escapeXml(item.title)}</title>`,
				`<link>${address}</link>`,
				`<guid isPermaLink="true">${address}</guid>`,
				`<pubDate>${item.publishedAt.toUTCString()}</pubDate>`,
				`<dc:creator>${escapeXml(item.author.name)}</dc:creator>`,
				`<category>${escapeXml(item.taskCategory.name)}</category>`,
				`<description>${escapeXml(item.lead)}</description>`,
				'</item>',
			].join('')
		}),
		'</channel>',
		'</rss>',
		'',
	].join('\n')
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
