import { findScope } from '../../domain/taxonomy/categories.ts'
import { openingOf, openStateEnds } from '../../domain/offices/opening.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { listPhotos } from '../../domain/offices/office-photos.ts'
import { getOffice, listSimilarOffices } from '../../domain/offices/offices.ts'
import { isMemberOfOffice } from '../../domain/memberships/office-access.ts'
import { listOwnReviewIds, listReviews } from '../../domain/reviews/reviews.ts'
import { readSurroundings } from '../../domain/geography/surroundings.ts'
import { officePath } from '../../domain/shared/links.ts'
import { listAnswersOfExperts } from '../../domain/questions/answer-page.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { ARTICLES_TAG, newestArticleLinks } from '../articles/newest-articles.server.ts'
import { viewExpertAnswer } from '../questions/expert-answers.tsx'
import { FavouriteButton, MarkButtons } from '../social/mark-buttons.tsx'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { breadcrumbJsonLd } from '../ui/breadcrumbs.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { Route } from './+types/office.page'
import { OfficeArticle, officeCrumbs } from './office-article.tsx'
import { officeJsonLd } from './office-json-ld.ts'
import { officeTag } from '../../domain/listings/listing-tags.ts'
import { mainCategoryId, mapOfOffice, type OfficePageData, viewOffice, viewReviews, viewSimilar } from './office-view.ts'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const office = await getOffice(ctx, /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0)
	const cursor = new URL(request.url).searchParams.get('page')
	const categoryId = mainCategoryId(office.tasks)
	const expertIds = office.experts.map(({ id }) => id)
	const [reviews, similar, surroundings, category, answers, articles, photos, isOwn, ownReviewIds] = await Promise.all([
		listReviews(ctx, office.id, cursor),
		listSimilarOffices(ctx, office),
		readSurroundings(ctx, office, office.municipality.id),
		categoryId === null ? null : findScope(ctx, categoryId),
		listAnswersOfExperts(ctx, expertIds, 3),
		newestArticleLinks(ctx, { expertIds }),
		listPhotos(ctx, office.id),
		isMemberOfOffice(ctx, office.id),
		listOwnReviewIds(ctx, office.id),
	])
	const now = ctx.now()
	const opening = openingOf(office, now)
	const data: OfficePageData = {
		office: viewOffice(office, category),
		reviews: viewReviews(reviews),
		map: mapOfOffice(office, surroundings),
		similar: viewSimilar(similar),
		answers: answers.map(viewExpertAnswer),
		articles,
		photos,
		...opening,
		asOf: dayText(now),
	}
	return cacheable(
		{ ...data, isOwn, ownReviewIds, marks: await readOwnMarks(ctx, { kind: 'office', targetId: office.id }, { context, request }) },
		[
			officeTag(office.id),
			...expertIds.map((id) => `expert:${id}`),
			...similar.map(({ id }) => officeTag(id)),
			'taxonomy',
			'geography',
			ARTICLES_TAG,
		],
		{ until: opening.open && openStateEnds(opening.open, now) },
	)
})

export const headers = cacheHeaders

export default function OfficePage({ loaderData }: Route.ComponentProps) {
	const { office, marks, isOwn, ownReviewIds } = loaderData
	const { publicUrl } = useSite()
	const place = `${office.prefecture.name}${office.municipality.name}`
	const professions = office.professions.map(({ shortName }) => shortName).join('・')
	return (
		<>
			<Head
				title={`${office.name}（${place}の${professions}）`}
				description={describe(loaderData)}
				path={officePath(office.id)}
				image={`/ogp/office/${office.id}.png`}
				jsonLd={[officeJsonLd(publicUrl, office, loaderData.specialDays), breadcrumbJsonLd(publicUrl, officeCrumbs(loaderData))]}
			/>
			<OfficeArticle
				data={loaderData}
				isOwn={isOwn}
				ownReviewIds={ownReviewIds}
				marks={
					<MarkButtons>
						<FavouriteButton kind="office" targetId={office.id} marks={marks} back={officePath(office.id)} />
					</MarkButtons>
				}
				report={isOwn ? null : <ReportLink kind="office" id={office.id} label="掲載内容" />}
			/>
		</>
	)
}

/** A description for search results: what, where, what it costs to ask. */
function describe({ office }: OfficePageData): string {
	const station = office.stations[0]
	const parts = [
		`${office.prefecture.name}${office.municipality.name}${station ? `、${station.name}駅` : ''}の${office.professions.map(({ name }) => name).join('・')}の事務所。`,
		office.headline && office.headline.replace(/[。！？]?$/u, (end) => end || '。'),
		`${office.tasks
			.slice(0, 4)
			.map(({ taskName }) => taskName)
			.join('、')}の料金、営業時間、専門家の登録番号、口コミを掲載しています。`,
	]
	return parts.filter(Boolean).join('')
}
