import { redirect } from 'react-router'
import type { Route } from './+types/prefecture-offices.page'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { hasFacets, parseListQuery } from '../../domain/listings/list-query.ts'
import { listOfficesOfPrefecture } from '../../domain/listings/office-list.ts'
import { findPrefecture, prefecturesByRegion } from '../../domain/geography/prefectures.ts'
import { findMeantPrefecture } from '../../domain/geography/meant-places.ts'
import { listPickups, pickupTag } from '../../domain/pickups/pickups.ts'
import { prefectureOfficesPath } from '../../domain/shared/links.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, readsData, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { AreaNav } from './area-nav.tsx'
import { listJsonLd } from './list-json-ld.ts'
import { prefectureView } from './list-view.ts'
import { OfficeList } from './office-list.tsx'
import { pack, useUnpacked } from './packed.ts'
import { HeadingWithSearch, SearchAtEnd } from '../ui/search-again.tsx'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { PickupSection, toPickup } from '../ui/pickups/pickup-experts.tsx'
import stack from '../ui/stack.module.css'
import { listTag, officeTag } from '../../domain/listings/listing-tags.ts'
import styles from './list-page.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => {
	const prefecture = findPrefecture(params.prefecture)
	const meant = prefecture ? null : findMeantPrefecture(params.prefecture)
	if (meant) throw redirect(`${prefectureOfficesPath(meant.slug)}${new URL(request.url).search}`, 301)
	// Spec section 5: here, and only here, the visitor goes to the error page's own address.
	if (!prefecture) throw redirect('/error?code=404')
	const query = parseListQuery(new URL(request.url).searchParams, 'prefecture')
	const place = { scopeId: ALL_OFFICES, prefectureId: prefecture.id }
	const [list, pickups, categories] = await Promise.all([
		listOfficesOfPrefecture(ctx, prefecture, query),
		query.cursor === null && !hasFacets(query) ? listPickups(ctx, place) : [],
		listTaskCategories(ctx, prefecture),
	])
	const neighbours = prefecturesByRegion.find(({ id }) => id === prefecture.region)
	return cacheable(
		{
			view: pack(prefectureView(list, prefecture), readsData(request)),
			pickups: pickups.map(toPickup),
			categories: categories.map(({ id, name, officeCount }) => ({ name, path: listPath({ scopeId: id, area: prefecture }), officeCount })),
			others: {
				region: neighbours?.name ?? '',
				links: (neighbours?.prefectures ?? [])
					.filter(({ id }) => id !== prefecture.id)
					.map(({ name, slug }) => ({ name, path: prefectureOfficesPath(slug), count: null })),
			},
		},
		[
			listTag(ALL_OFFICES, prefecture.id),
			'taxonomy',
			pickupTag(place),
			...pickups.map(({ id }) => `expert:${id}`),
			...list.items.map(({ id }) => officeTag(id)),
		],
	)
})

export default function PrefectureOfficesPage({ loaderData: { view: packed, pickups, categories, others } }: Route.ComponentProps) {
	const view = useUnpacked(packed)
	const { publicUrl } = useSite()
	return (
		<>
			<Head
				title={view.heading}
				description={view.description}
				path={view.path}
				image={view.image}
				noindex={!view.indexable}
				previous={view.page.previous}
				next={view.page.next}
				jsonLd={[breadcrumbJsonLd(publicUrl, view.crumbs), ...(view.indexable ? [listJsonLd(publicUrl, view)] : [])]}
			/>
			<Breadcrumbs crumbs={view.crumbs} />
			<div className={`content ${styles.page}`}>
				<header className={styles.head}>
					<HeadingWithSearch heading={view.heading} />
					<p
						className={stack.lead}
					>{`${view.area.name}に掲載中の事務所です。カテゴリーを選ぶと、その業務に対応する事務所と料金を比べられ、市区町村や駅でも絞り込めます。`}</p>
				</header>
				<Categories categories={categories} />
				<OfficeList view={view} />
				<PickupSection experts={pickups} />
				<SearchAtEnd />
				<AreaNav
					title={`${others.region}のほかの都道府県`}
					sections={[
						{
							title: others.region,
							amount: '',
							first: others.links,
							groups: [],
							note: null,
						},
					]}
				/>
			</div>
		</>
	)
}

function Categories({ categories }: Pick<Route.ComponentProps['loaderData'], 'categories'>) {
	return (
		<nav aria-label="カテゴリーで絞り込む" className={styles.categories} data-areas="">
			<Fold label="業務で絞り込む">
				<ul>
					{categories.map(({ name, path, officeCount }) => (
						<li key={path}>
							<Link to={path}>
								{name}
								{officeCount > 0 && (
									<span className={styles.count}>
										{officeCount.toLocaleString('ja-JP')}
										<span className="visually-hidden">件</span>
									</span>
								)}
							</Link>
						</li>
					))}
				</ul>
			</Fold>
		</nav>
	)
}
