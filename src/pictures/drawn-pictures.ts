import type { Ctx } from '../domain/shared/context.ts'
import { yearsSince } from '../domain/experts/experts.ts'
import { notFound } from '../domain/shared/errors.ts'
import { articleCoverSvg } from './article-cover.ts'
import { officeSvg } from './office-pictures.ts'
import { portraitSvg } from './portraits.ts'

/** Typical age at the start of practice, so that forty years of experience are not drawn as a youth. */
const AGE_AT_START = 28

/** The drawn portrait of a verified expert. Throws not-found. */
export async function drawnPortrait(ctx: Ctx, expertId: number): Promise<string> {
	const expert = await ctx.db
		.selectFrom('experts')
		.select(['display_name', 'practising_since'])
		.where('id', '=', expertId)
		.where('state', '=', 'verified')
		.executeTakeFirst()
	if (!expert) throw notFound('portrait')
	const years = yearsSince(expert.practising_since, ctx.now())
	return portraitSvg({ id: expertId, name: expert.display_name, ...(years === null ? {} : { age: AGE_AT_START + years }) })
}

/** The drawn picture of a published office. Throws not-found. */
export async function drawnOffice(ctx: Ctx, officeId: number): Promise<string> {
	const office = await ctx.db
		.selectFrom('offices')
		.select('kind')
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office picture')
	return officeSvg({ id: officeId, kind: office.kind })
}

/** The drawn cover of an article of the site. Throws not-found. */
export async function drawnArticleCover(ctx: Ctx, articleId: number): Promise<string> {
	const article = await ctx.db
		.selectFrom('articles as a')
		.innerJoin('task_categories as c', 'c.id', 'a.task_category_id')
		.select('c.slug')
		.where('a.id', '=', articleId)
		.where('a.published_at', 'is not', null)
		.where('a.unlisted_at', 'is', null)
		.executeTakeFirst()
	if (!article) throw notFound('article cover')
	return articleCoverSvg({ id: articleId, categorySlug: article.slug })
}
