import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Route } from './+types/top.page'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { countVerifiedExperts } from '../../domain/experts/experts.ts'
import { listChildAreas } from '../../domain/listings/list-areas.ts'
import { TOP_PAGE } from '../../domain/pickups/pickup-input.ts'
import { listPickups, pickupTag } from '../../domain/pickups/pickups.ts'
import { questionListTag } from '../../domain/questions/thread.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { listNewestQuestions, listPopularQuestions } from '../../domain/questions/question-list.ts'
import { listTasks, listUseCases } from '../../domain/taxonomy/tasks.ts'
import { japan } from '../../domain/geography/areas.ts'
import { taskIndexPath, topPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { ArticleLinks } from '../articles/article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from '../articles/newest-articles.server.ts'
import { viewItem } from '../questions/question-item.ts'
import { newestOfEachCategory, tasksWithMostOffices } from './choices.ts'
import { Hero } from './hero.tsx'
import { Troubles } from './troubles.tsx'
import { FundingTeaser, HowItWorks } from './introductions.tsx'
import { SectionHead } from './section-head.tsx'
import { UseCases } from './use-cases.tsx'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { PICKUP_TITLE, PickupExperts, pickupLead, toPickup } from '../ui/pickups/pickup-experts.tsx'
import styles from './top.module.css'
import { listTag } from '../../domain/listings/listing-tags.ts'
import { Categories, Questions, Regions } from './top-sections.tsx'

const POPULAR_TASKS = 8
const USE_CASES = 3
const QUESTIONS = 3

export const handle = { plain: true }

export const headers = cacheHeaders

/** A click on the logo opens the same address again: its lists are reloaded. */
export const shouldRevalidate = () => true

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [categories, tasks, useCases, experts, areas, questions, readMost, articles, expertTotal] = await Promise.all([
		listTaskCategories(ctx),
		listTasks(ctx),
		listUseCases(ctx),
		listPickups(ctx, TOP_PAGE),
		listChildAreas(ctx, ALL_OFFICES, japan),
		listNewestQuestions(ctx, { limit: QUESTIONS }),
		// As many more as may be among the newest already.
		listPopularQuestions(ctx, { limit: 2 * QUESTIONS }),
		newestArticleLinks(ctx),
		countVerifiedExperts(ctx),
	])
	const prefectures = areas.kind === 'regions' ? areas.regions.flatMap((region) => region.prefectures) : []
	return cacheable(
		{
			categories: categories.map(({ id, slug, name, officeCount }) => ({
				id,
				slug,
				name,
				officeCount,
				tasks: tasks.flatMap((task) => (task.taskCategoryId === id ? { id: task.id, name: task.name } : [])),
			})),
			taskTotal: tasks.length,
			expertTotal,
			popular: tasksWithMostOffices(
				tasks.filter(({ officeCount }) => officeCount > 0),
				POPULAR_TASKS,
			).map(({ id, name, officeCount }) => ({ id, name, officeCount })),
			useCases: newestOfEachCategory(useCases, USE_CASES),
			experts: experts.map(toPickup),
			questions: questions.map(viewItem),
			popularQuestions: readMost
				.filter(({ id }) => questions.every((question) => question.id !== id))
				.slice(0, QUESTIONS)
				.map(viewItem),
			articles,
			officeCounts: Object.fromEntries(prefectures.map(({ area, officeCount }) => [area.id, officeCount])),
			officeTotal: prefectures.reduce((sum, { officeCount }) => sum + officeCount, 0),
		},
		[
			'taxonomy',
			'geography',
			pickupTag(TOP_PAGE),
			questionListTag(),
			ARTICLES_TAG,
			listTag(ALL_OFFICES, 0),
			...experts.map(({ id }) => `expert:${id}`),
		],
	)
})

export default function TopPage({ loaderData }: Route.ComponentProps) {
	const {
		categories,
		taskTotal,
		expertTotal,
		popular,
		useCases,
		experts,
		questions,
		popularQuestions,
		articles,
		officeCounts,
		officeTotal,
	} = loaderData
	const site = useSite()
	useScrollUpOnTopRefresh()
	return (
		<>
			<Head
				title={null}
				description={`税務・会計、労務、許認可、資金調達など${categories.length}分野${taskTotal}の業務と、都道府県・市区町村・駅から、税理士や社会保険労務士などの専門家と事務所を探せます。料金の目安や相談条件を見比べられます。`}
				path={topPath()}
				jsonLd={[
					{
						'@type': 'WebSite',
						name: site.name,
						url: `${site.publicUrl}/`,
						inLanguage: 'ja',
						potentialAction: {
							'@type': 'SearchAction',
							target: { '@type': 'EntryPoint', urlTemplate: `${site.publicUrl}/search?q={search_term_string}` },
							'query-input': 'required name=search_term_string',
						},
					},
				]}
			/>
			<Hero categories={categories} expertTotal={expertTotal} officeTotal={officeTotal} />

			<Troubles />

			{experts.length > 0 && (
				<section className={`content ${styles.section}`} aria-labelledby="top-experts">
					<SectionHead id="top-experts" title={PICKUP_TITLE} />
					<p className={styles.lead}>{pickupLead(experts)}</p>
					<PickupExperts experts={experts} />
				</section>
			)}

			<Categories categories={categories} />

			<Regions officeTotal={officeTotal} officeCounts={officeCounts} />

			{questions.length > 0 && <Questions questions={questions} popularQuestions={popularQuestions} />}

			<ArticleLinks
				articles={articles}
				id="top-articles"
				title="新しい記事"
				more={{ search: '', label: '記事を読む' }}
				className={`content ${styles.section}`}
			/>

			{popular.length > 0 && (
				<section className={`content ${styles.section}`} aria-labelledby="top-tasks">
					<SectionHead id="top-tasks" title="対応できる事務所が多い業務" more={{ to: taskIndexPath(), label: '業務をすべて見る' }} />
					<ul className={styles.tasks}>
						{popular.map(({ id, name, officeCount }) => (
							<li key={id}>
								<Link to={listPath({ scopeId: id, area: japan })}>
									<span>{name}</span>
									<small>{`${officeCount.toLocaleString('ja-JP')}件`}</small>
								</Link>
							</li>
						))}
					</ul>
				</section>
			)}

			{useCases.length > 0 && (
				<section className={styles.band} aria-labelledby="top-use-cases">
					<div className={`content ${styles.section}`}>
						<SectionHead id="top-use-cases" title="相談の例（架空）" />
						<p className={styles.lead}>
							誰に、いくらくらいで頼めるのかを、よくあるご相談をもとに作った例で紹介します。実際の依頼の記録ではありません。
						</p>
						<Fold label={`相談の例を${useCases.length}件見る`}>
							<UseCases cases={useCases} />
						</Fold>
					</div>
				</section>
			)}

			<HowItWorks />
			<FundingTeaser />
		</>
	)
}

/** The logo asks for it by the state of its navigation; each click is a navigation of its own. */
function useScrollUpOnTopRefresh() {
	const location = useLocation()
	useEffect(() => {
		const state: unknown = location.state
		if (typeof state === 'object' && state !== null && 'topRefresh' in state && state.topRefresh === true) window.scrollTo({ top: 0 })
	}, [location])
}
