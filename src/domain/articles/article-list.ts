import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { findScope } from '../taxonomy/categories.ts'
import type { SitemapPage } from '../listings/types.ts'
import { notFound } from '../shared/errors.ts'
import { articlePath } from '../shared/links.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import { ARTICLES_PAGE, type ArticleQuery } from './article-input.ts'
import { isPublic, itemColumns, itemJoins, type ItemRow, itemShape, toItem } from './article-items.ts'
import { searchArticles } from './article-search.ts'
import type { ArticleList, ArticleListItem } from './article-types.ts'

/** The best so many of a search. */
const FOUND = 40

const ofTask = (taskId: number): RawBuilder<unknown> =>
	sql`exists (select from article_tasks t where t.article_id = a.id and t.task_id = ${taskId}::smallint)`

/** A page of the articles, newest first. Throws not-found for a category or task that does not exist. */
export async function listArticles(ctx: Ctx, query: ArticleQuery): Promise<ArticleList> {
	const { categoryId, taskId } = query
	const [category, task] = await Promise.all([nameOfScope(ctx, categoryId, 'category'), nameOfScope(ctx, taskId, 'task')])
	if (query.text !== '') return { query, category, task, ...(await findArticles(ctx, query)) }
	const page = keysetPage<ItemRow>(query.cursor, {
		...byMoment({ moment: sql`a.published_at`, id: sql`a.id` }, (row) => ({ moment: row.published_at, id: row.id })),
		direction: 'desc',
		size: ARTICLES_PAGE,
	})
	const { rows } = await checkedSql(itemShape)`
		select ${itemColumns} from articles a ${itemJoins}
		where ${isPublic} and ${page.beyond}
			and ${categoryId === null ? sql`true` : sql`a.task_category_id = ${categoryId}::smallint`}
			and ${taskId === null ? sql`true` : ofTask(taskId)}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { query, items: cut.rows.map((row) => toItem(ctx, row)), page: cut.page, category, task }
}

async function findArticles(ctx: Ctx, query: ArticleQuery): Promise<Pick<ArticleList, 'items' | 'page'>> {
	const { items } = await searchArticles(ctx, query.text, { limit: FOUND, categoryId: query.categoryId, taskId: query.taskId })
	return { items, page: { number: 1, from: Math.min(1, items.length), to: items.length, previous: null, next: null } }
}

async function nameOfScope(ctx: Ctx, scopeId: number | null, kind: 'category' | 'task'): Promise<{ id: number; name: string } | null> {
	if (scopeId === null) return null
	const scope = await findScope(ctx, scopeId)
	if (scope?.kind !== kind) throw notFound(kind)
	return { id: scope.id, name: scope.name }
}

export type NewestArticles = {
	limit: number
	categoryId?: number
	taskId?: number
	/** Written or checked by one of these. */
	expertIds?: readonly number[]
}

/** The newest articles of the site, of a category, task or some experts if asked. */
export async function listNewestArticles(ctx: Ctx, options: NewestArticles): Promise<ArticleListItem[]> {
	const { limit, categoryId, taskId, expertIds } = options
	if (expertIds?.length === 0) return []
	const { rows } = await checkedSql(itemShape)`
		select ${itemColumns} from articles a ${itemJoins}
		where ${isPublic}
			and ${categoryId === undefined ? sql`true` : sql`a.task_category_id = ${categoryId}::smallint`}
			and ${taskId === undefined ? sql`true` : ofTask(taskId)}
			and ${
				expertIds === undefined
					? sql`true`
					: sql`(a.expert_id = any (${expertIds}::integer[]) or (a.supervisor_id = any (${expertIds}::integer[]) and supervised_parts(a.id) <> '{}'))`
			}
		order by a.published_at desc, a.id desc limit ${limit}
	`.execute(ctx.db)
	return rows.map((row) => toItem(ctx, row))
}

/** Returns published articles after the id `afterId`, ordered by id: as many as one sitemap file holds. */
export async function listArticleSitemapEntries(ctx: Ctx, afterId: string | null, limit = 50_000): Promise<SitemapPage> {
	const after = Number.parseInt(afterId ?? '0', 10) || 0
	const { rows } = await checkedSql({ id: int4, slug: text, at: timestamptz })`
		select a.id, a.slug, coalesce(a.revised_at, a.published_at) as at from articles a
		where ${isPublic} and a.id > ${after}::integer order by a.id limit ${limit}
	`.execute(ctx.db)
	const last = rows.at(-1)
	return {
		entries: rows.map((row) => ({ path: articlePath(row.slug), updatedAt: row.at })),
		next: rows.length === limit && last ? `${last.id}` : null,
	}
}
