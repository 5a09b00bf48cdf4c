import { findScope } from '../../domain/directory/categories.ts'
import { japanTime, isOpenNow } from '../../domain/directory/opening.ts'
import { getOffice, listSimilarOffices } from '../../domain/directory/offices.ts'
import { listReviews } from '../../domain/directory/reviews.ts'
import { readSurroundings } from '../../domain/geography/surroundings.ts'
import { officePath, prefectureOfficesPath } from '../../domain/links.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { ArticleLinks } from '../media/article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from '../media/newest-articles.server.ts'
import { FavouriteButton, MarkButtons } from '../social/mark-buttons.tsx'
import { readOwnMarks } from '../social/own-marks.server.ts'
import { breadcrumbJsonLd, Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx'
import type { Route } from './+types/office.page'
import { OfficeAccess } from './office-access.tsx'
import { OfficeCases } from './office-cases.tsx'
import { OfficeExperts } from './office-experts.tsx'
import { OfficeFacts } from './office-facts.tsx'
import { OfficeFees } from './office-fees.tsx'
import { OfficeHeader } from './office-header.tsx'
import { OfficeHours } from './office-hours.tsx'
import { officeJsonLd } from './office-json-ld.ts'
import { OfficeReviews } from './office-reviews.tsx'
import { OfficeSimilar } from './office-similar.tsx'
import { OfficeSummary } from './office-summary.tsx'
import { mainCategoryId, mapOfOffice, viewOffice, viewReviews, viewSimilar } from './office-view.ts'
import styles from './office.module.css'

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const { reviews: firstReviews, ...office } = await getOffice(ctx, /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0)
	const cursor = new URL(request.url).searchParams.get('page')
	const categoryId = mainCategoryId(office.tasks)
	const [reviews, similar, surroundings, category, articles] = await Promise.all([
		cursor === null ? firstReviews : listReviews(ctx, office.id, cursor),
		listSimilarOffices(ctx, office),
		readSurroundings(ctx, office, office.municipality.id),
		categoryId === null ? null : findScope(ctx, categoryId),
		newestArticleLinks(ctx, { expertIds: office.experts.map(({ id }) => id) }),
	])
	return cacheable(
		{
			office: viewOffice(office, category),
			reviews: viewReviews(reviews),
			map: mapOfOffice(office, surroundings),
			similar: viewSimilar(similar),
			articles,
			marks: await readOwnMarks(ctx, { kind: 'office', targetId: office.id }, { context, request }),
			open: isOpenNow(office.hours, ctx.now()),
			/** The badge names its moment, so that a page left open does not lie. */
			asOf: japanTime(ctx.now()).time.replace(/^0/, ''),
		},
		[
			`office:${office.id}`,
			...office.experts.map(({ id }) => `expert:${id}`),
			...similar.map(({ id }) => `office:${id}`),
			'taxonomy',
			'geography',
			ARTICLES_TAG,
		],
	)
})

export const headers = cacheHeaders

export type OfficePageData = Route.ComponentProps['loaderData']

export default function OfficePage({ loaderData }: Route.ComponentProps) {
	const { office, reviews, map, similar, articles, marks, open, asOf } = loaderData
	const { publicUrl } = useSite()
	const place = `${office.prefecture.name}${office.municipality.name}`
	const professions = office.professions.map(({ shortName }) => shortName).join('・')
	const crumbs: Crumb[] = [
		{ label: `${office.prefecture.name}の事務所`, path: prefectureOfficesPath(office.prefecture.slug) },
		...(office.neighbourhood ? [office.neighbourhood] : []),
		{ label: office.name, path: officePath(office.id) },
	]
	const sections = [
		{ id: 'about', title: '事務所の特徴', short: '特徴', shown: office.description.length > 0 },
		{ id: 'fees', title: '業務と料金', short: '料金', shown: office.tasks.length > 0 },
		{ id: 'experts', title: '在籍する専門家', short: '専門家', shown: office.experts.length > 0 },
		{ id: 'hours', title: '営業時間', short: '営業時間', shown: office.hours.length > 0 },
		{ id: 'access', title: 'アクセス', short: 'アクセス', shown: true },
		{ id: 'cases', title: '対応した事例', short: '事例', shown: office.cases.length > 0 },
		{ id: 'reviews', title: '口コミ', short: '口コミ', shown: true },
		{ id: 'facts', title: '基本情報', short: '基本情報', shown: true },
	].filter(({ shown }) => shown)
	const content: Record<string, React.ReactNode> = {
		about: <Paragraphs texts={office.description} />,
		fees: <OfficeFees tasks={office.tasks} prefecture={office.prefecture} />,
		experts: <OfficeExperts experts={office.experts} />,
		hours: <OfficeHours hours={office.hours} open={open} asOf={asOf} />,
		access: <OfficeAccess office={office} map={map} />,
		cases: <OfficeCases cases={office.cases} />,
		reviews: <OfficeReviews officeId={office.id} rating={office.rating} reviews={reviews} />,
		facts: <OfficeFacts office={office} />,
	}
	return (
		<>
			<Head
				title={`${office.name}（${place}の${professions}）`}
				description={describe(loaderData)}
				path={officePath(office.id)}
				image={`/ogp/office/${office.id}.png`}
				jsonLd={[officeJsonLd(publicUrl, office), breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${styles.page}`}>
				<OfficeHeader office={office} />
				<MarkButtons>
					<FavouriteButton kind="office" targetId={office.id} marks={marks} back={officePath(office.id)} />
				</MarkButtons>
				<div className={styles.columns}>
					<aside className={styles.side} aria-label="相談の案内">
						<OfficeSummary office={office} open={open} asOf={asOf} />
					</aside>
					<div className={styles.main}>
						<nav className={styles.sections} aria-label="このページの内容">
							<ul>
								{sections.map(({ id, short }) => (
									<li key={id}>
										<a href={`#${id}`}>{short}</a>
									</li>
								))}
							</ul>
						</nav>
						{sections.map(({ id, title }) => (
							<section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
								<h2 id={`${id}-title`}>{title}</h2>
								{content[id]}
							</section>
						))}
					</div>
				</div>
				<ArticleLinks articles={articles} id="articles-title" title="在籍する専門家の記事" className={`${styles.section} no-print`} />
				{similar.length > 0 && (
					<section className={`${styles.section} no-print`} aria-labelledby="similar-title">
						<h2 id="similar-title">近くで同じ業務を扱う事務所</h2>
						<OfficeSimilar similar={similar} />
					</section>
				)}
			</article>
		</>
	)
}

function Paragraphs({ texts }: { texts: string[] }) {
	return (
		<div className="prose">
			{texts.map((text) => (
				<p key={text}>{text}</p>
			))}
		</div>
	)
}

/** A description for search results: what, where, what it costs to ask. */
function describe({ office }: OfficePageData): string {
	const station = office.stations[0]
	const parts = [
		`${office.prefecture.name}${office.municipality.name}${station ? `、${station.name}駅` : ''}の${office.professions.map(({ name }) => name).join('・')}の事務所。`,
		office.headline,
		`${office.tasks
			.slice(0, 4)
			.map(({ taskName }) => taskName)
			.join('、')}の料金、営業時間、専門家の登録番号、口コミを掲載しています。`,
	]
	return parts.filter(Boolean).join('')
}
