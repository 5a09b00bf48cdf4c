import type { Route } from './+types/category-index.page'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, categoryPath, taskIndexPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { countText } from '../format/fee-text.ts'
import { Link } from '../ui/link.tsx'
import { HeadingWithSearch, SearchAtEnd } from '../ui/search-again.tsx'
import styles from './category-index.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [categories, tasks] = await Promise.all([listTaskCategories(ctx), listTasks(ctx)])
	return cacheable(
		{
			categories: categories.map(({ id, name, summary, officeCount }) => ({
				id,
				name,
				summary,
				officeCount,
				tasks: tasks.filter((task) => task.taskCategoryId === id).map((task) => ({ id: task.id, name: task.name })),
			})),
		},
		['taxonomy', `list:${ALL_OFFICES}:0`],
	)
})

const crumbs = [{ label: '業務カテゴリー', path: categoryIndexPath() }]

export default function CategoryIndexPage({ loaderData: { categories } }: Route.ComponentProps) {
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
				<header className={styles.head}>
					<HeadingWithSearch heading="業務カテゴリーから探す" />
					<p>{`頼みたいことに近いカテゴリーを選んでください。${categories.length}のカテゴリーに${taskCount}の業務があります。`}</p>
					<p>
						<Link to={taskIndexPath()}>業務をすべて一覧で見る</Link>
					</p>
				</header>
				<ul className={styles.grid}>
					{categories.map(({ id, name, summary, officeCount, tasks }) => (
						<li key={id} className={styles.card}>
							<h2>
								<Link to={categoryPath(id)}>{name}</Link>
							</h2>
							<p>{summary}</p>
							<ul className={styles.tasks}>
								{tasks.map((task) => (
									<li key={task.id}>
										<Link to={listPath({ scopeId: task.id, area: japan })}>{task.name}</Link>
									</li>
								))}
							</ul>
							<p className={styles.offices}>
								<Link to={officeCount > 0 ? listPath({ scopeId: id, area: japan }) : categoryPath(id)}>
									{officeCount > 0 ? `事務所${countText(officeCount)}を見る` : '内容と料金の目安を見る'}
									<span className="visually-hidden">{`（${name}）`}</span>
								</Link>
							</p>
						</li>
					))}
				</ul>
				<SearchAtEnd />
			</div>
		</>
	)
}
