import type { ReactNode } from 'react'
import { taskToolsPath } from '../../domain/shared/links.ts'
import { Head, type JsonLd } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { AreaNav } from './area-nav.tsx'
import { listJsonLd } from './list-json-ld.ts'
import type { ListPageData } from './list-loader.server.ts'
import { OfficeList } from './office-list.tsx'
import { useUnpacked } from './packed.ts'
import { HeadingWithSearch, SearchAtEnd } from '../ui/search-again.tsx'
import { StationChoice } from './station-choice.tsx'
import { TaskFacts } from '../taxonomy/task-facts.tsx'
import { Fold } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { PickupSection } from '../ui/pickups/pickup-experts.tsx'
import stack from '../ui/stack.module.css'
import styles from './list-page.module.css'

/** The page of the eight list routes: a task or a category, in Japan, a prefecture, a city or at a station. */
export function ListPage({ data, ...added }: { data: ListPageData } & Added) {
	if (data.kind === 'stations') return <StationChoice choice={data} />
	return <Found data={data} added={added} />
}

/** What one of the routes adds; the scripts of the others go without it. */
type Added = { marks?: ReactNode; about?: ReactNode; jsonLd?: JsonLd[] }

function Found({
	data: { view: packed, scope, lead, task, estimatePath, text, tasks, pickups },
	added: { marks, about, jsonLd: addedJsonLd = [] },
}: {
	data: ListPageData & { kind: 'list' }
	added: Added
}) {
	const view = useUnpacked(packed)
	const { publicUrl } = useSite()
	const isJapan = view.area.kind === 'japan'
	const areas = <AreaNav sections={view.areas} title={`${scope.name}の事務所を地域で絞り込む`} folded />
	const jsonLd: JsonLd[] = [breadcrumbJsonLd(publicUrl, view.crumbs)]
	if (view.indexable && view.items.length > 0) jsonLd.push(listJsonLd(publicUrl, view))
	jsonLd.push(...addedJsonLd)
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
				jsonLd={jsonLd}
			/>
			<Breadcrumbs crumbs={view.crumbs} />
			<div className={`content ${styles.page}`}>
				<header className={styles.head}>
					<HeadingWithSearch heading={view.heading} />
					{/* Which of several stations of a name is meant. */}
					{view.area.kind === 'station' && <p className={stack.lead}>{lead}</p>}
					<Fold label={task ? '料金の目安' : 'このカテゴリーの説明'}>
						{view.area.kind !== 'station' && <p className={stack.lead}>{lead}</p>}
						{task && (
							<TaskFacts task={task} feesPath={task.feesPath} detailPath={isJapan ? null : `/category/task/list/${task.id}#about`} />
						)}
						{estimatePath && (
							<p className={styles.jump}>
								{text && <a href="#about">{`${scope.name}の内容・必要書類・よくある質問`}</a>}
								{text && text.toolCount > 0 && <Link to={taskToolsPath(scope.id)}>{`役に立つ道具（${text.toolCount}件）`}</Link>}
							</p>
						)}
						{marks}
					</Fold>
					{/* Without offices there would be no answer. */}
					{estimatePath && (view.totalWithoutFacets > 0 || view.widened) && (
						<Link className={`button no-print ${styles.estimate}`} data-kind="quiet" to={estimatePath} rel="nofollow">
							見積もりをまとめて頼む
						</Link>
					)}
				</header>
				{view.area.kind !== 'station' && areas}
				<OfficeList view={view} />
				<PickupSection experts={pickups} />
				{view.area.kind === 'station' && areas}
				<SearchAtEnd />
				{about}
				<OtherTasks heading={`${scope.categoryName}の業務${isJapan ? '' : `（${view.area.name}）`}`} tasks={tasks} />
			</div>
		</>
	)
}

function OtherTasks({ heading, tasks }: { heading: string; tasks: (ListPageData & { kind: 'list' })['tasks'] }) {
	return (
		<nav aria-labelledby="tasks" className={styles.tasks}>
			<h2 id="tasks">{heading}</h2>
			<ul>
				{tasks.map(({ name, path, selected }) => (
					<li key={path}>
						<Link to={path} aria-current={selected ? 'true' : undefined}>
							{name}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
