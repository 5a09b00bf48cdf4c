import type { Ctx } from '../shared/context.ts'
import type { SitemapPage } from '../listings/types.ts'
import { questionPath } from '../shared/links.ts'
import { isPublic } from './question-items.ts'

/** Returns public questions after the id `afterId`, ordered by id: as many as one sitemap file holds. */
export async function listQuestionSitemapEntries(ctx: Ctx, afterId: string | null, limit = 50_000): Promise<SitemapPage> {
	const after = Number.parseInt(afterId ?? '0', 10) || 0
	const rows = await ctx.db
		.selectFrom('questions as q')
		.select(['q.id', 'q.updated_at'])
		.where(isPublic)
		.where('q.id', '>', after)
		.orderBy('q.id')
		.limit(limit)
		.execute()
	const last = rows.at(-1)
	return {
		entries: rows.map((row) => ({ path: questionPath(row.id), updatedAt: row.updated_at })),
		next: rows.length === limit && last ? `${last.id}` : null,
	}
}
