import type { Ctx } from '../shared/context.ts'

/** Returns the articles that a person wrote with their stored versions, for the export of personal data. */
export async function exportFromMedia(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const own = await ctx.db
		.selectFrom('articles')
		.selectAll()
		.where('author_user_id', '=', user.id)
		.where('author', '=', 'expert')
		.orderBy('id')
		.execute()
	const revisions =
		own.length === 0
			? []
			: await ctx.db
					.selectFrom('article_revisions')
					.select(['article_id', 'version', 'occasion', 'content', 'kept_at'])
					.where(
						'article_id',
						'in',
						own.map(({ id }) => id),
					)
					.orderBy('id')
					.execute()
	return {
		articles: own.map((row) => ({
			id: row.id,
			page: row.slug === null ? null : `${ctx.site.publicUrl}/articles/${row.slug}`,
			stage: row.stage,
			returnedReason: row.returned_reason,
			manuscript: row.manuscript,
			published:
				row.published_at === null
					? null
					: {
							title: row.title,
							lead: row.lead,
							body: row.body,
							taskCategoryId: row.task_category_id,
							sources: row.sources,
							lawAsOf: row.law_as_of,
							publishedAt: row.published_at,
							revisedAt: row.revised_at,
							unlistedAt: row.unlisted_at,
							unlistedReason: row.unlisted_reason,
						},
			earlierVersions: revisions
				.filter((revision) => revision.article_id === row.id)
				.map(({ version, occasion, content, kept_at: keptAt }) => ({ version, occasion, content, keptAt })),
			createdAt: row.created_at,
			savedAt: row.saved_at,
		})),
	}
}
