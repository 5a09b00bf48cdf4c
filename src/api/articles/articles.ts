import { createRoute, z } from '@hono/zod-openapi'
import { expertPath } from '../../domain/shared/links.ts'
import { parseArticleQuery } from '../../domain/articles/article-input.ts'
import { listArticles } from '../../domain/articles/article-list.ts'
import { articleText } from '../../domain/articles/article-markdown.ts'
import { getArticle } from '../../domain/articles/article-page.ts'
import type { ArticleListItem } from '../../domain/articles/article-types.ts'
import type { ExpertCard } from '../../domain/experts/types.ts'
import { json, problems, moment } from '../shared/define.ts'
import { createV1Part, cursorQuery, noQuery, publicRead, refusedRead } from '../shared/v1-part.ts'
import { freshnessSchema } from '../taxonomy/freshness-schema.ts'

const tags = ['記事']
const topic = z.object({ id: z.int(), name: z.string() })

const itemSchema = z
	.object({
		id: z.int(),
		slug: z.string().describe('ページは /articles/{slug} です。'),
		title: z.string(),
		lead: z.string(),
		taskCategory: topic,
		author: z.object({
			kind: z.enum(['expert', 'editor']).describe('expert 専門家、editor 編集部。'),
			name: z.string(),
			expertId: z.int().nullable().describe('公開ページのある専門家の番号。'),
		}),
		readingMinutes: z.int(),
		publishedAt: moment,
		revisedAt: moment.nullable(),
	})
	.openapi('ArticleItem')

const personSchema = z.object({ id: z.int(), name: z.string(), professions: z.array(z.string()), headline: z.string(), path: z.string() })

const articleSchema = itemSchema
	.extend({
		text: z.string().describe('装飾を除いた本文。'),
		chapters: z.array(z.object({ id: z.string(), text: z.string(), sections: z.array(z.object({ id: z.string(), text: z.string() })) })),
		tasks: z.array(topic),
		sources: z.array(z.object({ title: z.string(), url: z.string() })),
		lawAsOf: z.iso.date().nullable().describe('法令の時点。'),
		notices: freshnessSchema,
		authorCard: personSchema.nullable(),
		supervisor: personSchema.nullable(),
		supervisedParts: z.array(z.string()).nullable().describe('監修者が行える業務の範囲。すべてのときは null。'),
		related: z.array(itemSchema),
	})
	.openapi('Article')

const presentItem = ({ publishedAt, revisedAt, ...item }: ArticleListItem): z.infer<typeof itemSchema> => ({
	id: item.id,
	slug: item.slug,
	title: item.title,
	lead: item.lead,
	taskCategory: item.taskCategory,
	author: item.author,
	readingMinutes: item.readingMinutes,
	publishedAt: publishedAt.toISOString(),
	revisedAt: revisedAt?.toISOString() ?? null,
})

const presentPerson = (card: ExpertCard | null): z.infer<typeof personSchema> | null =>
	card && {
		id: card.id,
		name: card.name,
		professions: card.professions.map(({ name }) => name),
		headline: card.headline,
		path: expertPath(card.id),
	}

/** Public reads of articles. */
export const articlesV1 = createV1Part()

articlesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/articles',
		...publicRead('listArticles'),
		tags,
		summary: '記事の一覧',
		description: '新しい順に20件ずつ返します。続きは nextCursor を page に指定してください。',
		request: {
			query: z.strictObject({
				category: z.string().optional().openapi({ example: '5', description: 'カテゴリーの番号。' }),
				task: z.string().optional().openapi({ example: '503', description: '業務の番号。category より優先します。' }),
				...cursorQuery,
			}),
		},
		responses: {
			200: json(z.object({ items: z.array(itemSchema), nextCursor: z.string().nullable() }), '記事の一覧。'),
			...refusedRead,
			...problems.notFound,
		},
	}),
	async (c) => {
		const { items, page } = await listArticles(c.var.ctx, parseArticleQuery(new URL(c.req.url).searchParams))
		return c.json({ items: items.map(presentItem), nextCursor: page.next?.cursor ?? null }, 200)
	},
)

articlesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/articles/{slug}',
		...publicRead('getArticle'),
		tags,
		summary: '記事',
		description:
			'本文を見出しつきの文章で、出典、法令の時点、監修者とともに返します。内容に古くなった数値があるときは notices に示します。',
		request: {
			query: noQuery,
			params: z.object({
				slug: z.string().max(100).openapi({ example: 'trademark-before-opening', description: '記事のURLの最後の部分。' }),
			}),
		},
		responses: { 200: json(articleSchema, '記事。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => {
		const article = await getArticle(c.var.ctx, c.req.valid('param').slug)
		const { blocks, chapters, tasks, sources, lawAsOf, freshness, authorCard, supervisorCard, supervisedParts, related } = article
		return c.json(
			{
				...presentItem(article),
				text: articleText(blocks),
				chapters,
				tasks,
				sources,
				lawAsOf,
				notices: freshness,
				authorCard: presentPerson(authorCard),
				supervisor: presentPerson(supervisorCard),
				supervisedParts,
				related: related.map(presentItem),
			},
			200,
		)
	},
)
