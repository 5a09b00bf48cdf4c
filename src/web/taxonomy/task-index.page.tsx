import type { Route } from './+types/task-index.page'
import { listTaskCategories } from '../../domain/taxonomy/categories.ts'
import { ALL_OFFICES } from '../../domain/taxonomy/scopes.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, categoryPath, taskIndexPath, wizardPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { countText, feeText } from '../format/fee-text.ts'
import { FoldRest } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { listTag } from '../../domain/listings/listing-tags.ts'
import styles from './task-index.module.css'

/** So many tasks of a category stand open on a phone. */
const FIRST = 2

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => {
	const [categories, tasks] = await Promise.all([listTaskCategories(ctx), listTasks(ctx)])
	return cacheable(
		{
			categories: categories.map(({ id, name }) => ({
				id,
				name,
				tasks: tasks
					.filter((task) => task.taskCategoryId === id)
					.map((task) => ({
						id: task.id,
						name: task.name,
						summary: task.summary,
						fee: feeText(task.fee),
						professions: task.professions.map(({ shortName }) => shortName).join('・'),
						reserved: task.exclusiveLaw !== null,
						officeCount: task.officeCount,
					})),
			})),
		},
		['taxonomy', listTag(ALL_OFFICES, 0)],
	)
})

const crumbs = [
	{ label: '業務カテゴリー', path: categoryIndexPath() },
	{ label: '業務の一覧', path: taskIndexPath() },
]

export default function TaskIndexPage({ loaderData: { categories } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const allTasks = categories.flatMap(({ tasks }) => tasks)
	const taskCount = allTasks.length
	const reservedCount = allTasks.filter(({ reserved }) => reserved).length
	return (
		<>
			<Head
				title="業務の一覧"
				description={`士業・専門家に頼める${taskCount}の業務を、料金の目安と頼める専門家とともに一覧にしました。`}
				path={taskIndexPath()}
				image="/ogp/page/task.png"
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<h1>業務の一覧</h1>
				<PictureBand
					picture="/scenes/desk.svg"
					figures={[
						{ value: `${taskCount}`, unit: 'の業務' },
						{ value: `${reservedCount}`, unit: 'は資格者だけ（法定）' },
					]}
					acts={
						<Link className="button" to={wizardPath()}>
							困りごとから選ぶ
						</Link>
					}
				>
					<p>士業・専門家に頼める業務です。料金は税込の目安です。「法定」は、法律で資格者だけが受けられます。</p>
				</PictureBand>
				<nav aria-label="カテゴリーへ移動">
					<ul className={styles.jump}>
						{categories.map(({ id, name, tasks }) => (
							<li key={id}>
								<a href={`#category-${id}`}>
									{name}
									<span>{tasks.length}</span>
								</a>
							</li>
						))}
					</ul>
				</nav>
				{categories.map(({ id, name, tasks }) => (
					<section key={id} aria-labelledby={`category-${id}`} className={styles.section}>
						<h2 id={`category-${id}`}>
							<Link to={categoryPath(id)}>{name}</Link>
						</h2>
						<FoldRest items={tasks} first={FIRST} label={(count) => `${name}のほか${count}件の業務`}>
							{(shown) => <Tasks tasks={shown} />}
						</FoldRest>
					</section>
				))}
			</div>
		</>
	)
}

/** What a phone shows of a summary: a whole sentence, and nothing cut. */
const firstSentence = (text: string): string => /^[^。]*。/u.exec(text)?.[0] ?? text

type Tasks = Route.ComponentProps['loaderData']['categories'][number]['tasks']

function Tasks({ tasks }: { tasks: readonly Tasks[number][] }) {
	return (
		<ul className={styles.tasks}>
			{tasks.map((task) => (
				<li key={task.id}>
					<h3>
						<Link to={listPath({ scopeId: task.id, area: japan })}>{task.name}</Link>
					</h3>
					<p className={styles.summary}>
						{firstSentence(task.summary)}
						<span>{task.summary.slice(firstSentence(task.summary).length)}</span>
					</p>
					<p className={styles.facts}>
						<span>{task.fee}</span>
						{task.reserved && <span className={styles.reserved}>法定</span>}
						<span className={styles.professions}>{task.professions}</span>
						{task.officeCount > 0 && <span className={styles.offices}>{`事務所${countText(task.officeCount)}`}</span>}
					</p>
				</li>
			))}
		</ul>
	)
}
