import type { Ctx } from '../domain/shared/context.ts'
import { yearsSince } from '../domain/experts/experts.ts'
import { notFound } from '../domain/shared/errors.ts'
import { getProfession } from '../domain/taxonomy/attributes.ts'
import { isSmallint } from '../domain/taxonomy/categories.ts'
import { articleCoverSvg } from './article-cover.ts'
import { categorySceneSvg } from './category-scenes.ts'
import { floorOf, officeSvg } from './office-pictures.ts'
import { portraitSvg } from './portraits.ts'

/** Typical age at the start of practice, so that forty years of experience are not drawn as a youth. */
const AGE_AT_START = 28

/** Letters are drawn by the fonts of whoever looks; a share card, which is drawn here, has none of its own in a picture. */
type Lettering = { lettered?: boolean }

/** As far as one walks from a station that the sign before an office names. */
const WALK_MINUTES = 15

/** The drawn portrait of a verified expert. Throws not-found. */
export async function drawnPortrait(ctx: Ctx, expertId: number, { lettered = true }: Lettering = {}): Promise<string> {
	const expert = await ctx.db
		.selectFrom('experts as e')
		.leftJoin('expert_credentials as c', 'c.expert_id', 'e.id')
		.select(['e.display_name', 'e.practising_since', 'c.profession_id'])
		.where('e.id', '=', expertId)
		.where('e.state', '=', 'verified')
		.orderBy('c.profession_id')
		.limit(1)
		.executeTakeFirst()
	if (!expert) throw notFound('portrait')
	const years = yearsSince(expert.practising_since, ctx.now())
	return portraitSvg({
		id: expertId,
		name: expert.display_name,
		...(years === null ? {} : { age: AGE_AT_START + years }),
		...(expert.profession_id === null ? {} : { professionId: expert.profession_id }),
		...(expert.profession_id === null || !lettered ? {} : { plaque: plaqueOf(expert.profession_id) }),
	})
}

const MOST_LETTERS = 4
/** The profession as a board has room for it: 税理士, 行政書士, IT. */
function plaqueOf(professionId: number): string {
	const { shortName } = getProfession(professionId)
	return shortName.length <= MOST_LETTERS ? shortName : (/^[A-Z]+/.exec(shortName)?.[0] ?? shortName.slice(0, MOST_LETTERS))
}

/** The drawn picture of a published office. Throws not-found. */
export async function drawnOffice(ctx: Ctx, officeId: number, { lettered = true }: Lettering = {}): Promise<string> {
	const office = await ctx.db
		.selectFrom('offices as o')
		.select(['o.kind', 'o.address_line'])
		.select((eb) => [
			eb
				.selectFrom('office_stations as os')
				.innerJoin('stations as s', 's.id', 'os.station_id')
				.select('s.name')
				.whereRef('os.office_id', '=', 'o.id')
				.where('os.walk_minutes', '<=', WALK_MINUTES)
				.orderBy('os.position')
				.limit(1)
				.as('station'),
			eb
				.selectFrom('office_professions as p')
				.select('p.profession_id')
				.whereRef('p.office_id', '=', 'o.id')
				.orderBy('p.profession_id')
				.limit(1)
				.as('profession_id'),
		])
		.where('o.id', '=', officeId)
		.where('o.state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office picture')
	return officeSvg({
		id: officeId,
		kind: office.kind,
		floor: floorOf(office.address_line),
		station: office.station,
		professionId: office.profession_id,
		lettered,
	})
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

/** The drawn scene of a category. Throws not-found. */
export async function drawnCategory(ctx: Ctx, categoryId: number): Promise<string> {
	const category = isSmallint(categoryId)
		? await ctx.db.selectFrom('task_categories').select('slug').where('id', '=', categoryId).executeTakeFirst()
		: undefined
	if (!category) throw notFound('category picture')
	return categorySceneSvg(category.slug)
}
