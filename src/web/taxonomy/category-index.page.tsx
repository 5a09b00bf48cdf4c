import type { Route } from './+types/category-index.page'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { countVerifiedExperts } from '../../domain/experts/experts.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, categoryPath, taskIndexPath, wizardPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { HeadingWithSearch, SearchAtEnd } from '../ui/search-again.tsx'
import { categoryPicturePath } from './card-paths.ts'
import { listTag } from '../../domain/listings/listing-tags.ts'
import styles from './category-index.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [categories, tasks, expertTotal] = await Promise.all([listTaskCategories(ctx), listTasks(ctx), countVerifiedExperts(ctx)])
	return cacheable(
		{
			expertTotal,
			categories: categories.map(({ id, name, summary, officeCount }) => ({
				id,
				name,
				summary,
				officeCount,
				tasks: tasks.filter((task) => task.taskCategoryId === id).map((task) => ({ id: task.id, name: task.name })),
			})),
		},
		['taxonomy', 'pickup-experts', listTag(ALL_OFFICES, 0)],
	)
})

const crumbs = [{ label: '業務カテゴリー', path: categoryIndexPath() }]

export default function CategoryIndexPage({ loaderData: { categories, expertTotal } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const taskCount = categories.reduce((sum, { tasks }) => sum + tasks.length, 0)
	return (
		<>
			<Head
				title="業務カテゴリーから探す"
				description={`資金調達、税務・会計、労務、許認可など${categories.length}のカテゴリー、${taskCount}の業務から、頼める士業・専門家と事務所を探せます。`}
				path={categoryIndexPath()}
				image="/ogp/page/category.png"
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<HeadingWithSearch heading="業務カテゴリーから探す" />
				<PictureBand
					picture="/scenes/signpost.svg"
					figures={[
						{ value: `${categories.length}`, unit: 'カテゴリー' },
						{ value: `${taskCount}`, unit: '業務' },
						...(expertTotal > 0 ? [{ value: expertTotal.toLocaleString('ja-JP'), unit: '人の資格を確認済み' }] : []),
					]}
					acts={
						<>
							<Link className="button" to={wizardPath()}>
								困りごとから選ぶ
							</Link>
							<Link to={taskIndexPath()}>業務をすべて一覧で見る</Link>
						</>
					}
				>
					<p>頼みたいことに近いカテゴリーを選んでください。どれか迷うときは、4つの質問に答えると業務が決まります。</p>
				</PictureBand>
				<ul className={styles.grid}>
					{categories.map((category, place) => (
						<Category key={category.id} category={category} inView={place < IN_VIEW} />
					))}
				</ul>
				<SearchAtEnd />
			</div>
		</>
	)
}

/** How many scenes may be in the first window. */
const IN_VIEW = 6

function Category({ category, inView }: { category: Route.ComponentProps['loaderData']['categories'][number]; inView: boolean }) {
	const { id, name, summary, officeCount, tasks } = category
	return (
		<li className={styles.card}>
			<img src={categoryPicturePath(id)} width="96" height="64" alt="" {...(inView ? {} : { loading: 'lazy' as const })} />
			<h2>
				<Link to={categoryPath(id)}>{name}</Link>
			</h2>
			<p className={styles.offices}>
				<Link to={officeCount > 0 ? listPath({ scopeId: id, area: japan }) : categoryPath(id)}>
					{officeCount > 0 ? (
						<>
							事務所<strong>{officeCount.toLocaleString('ja-JP')}</strong>件
						</>
					) : (
						'内容と料金の目安'
					)}
					<span className="visually-hidden">{`を見る（${name}）`}</span>
				</Link>
			</p>
			<div className={styles.more}>
				<Fold label={`${tasks.length}業務`}>
					<p>{summary}</p>
					<ul className={styles.tasks}>
						{tasks.map((task) => (
							<li key={task.id}>
								<Link to={listPath({ scopeId: task.id, area: japan })}>{task.name}</Link>
							</li>
						))}
					</ul>
				</Fold>
			</div>
		</li>
	)
}
