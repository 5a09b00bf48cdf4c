import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { INDEXED_CASES, listCases } from '../../domain/offices/case-list.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { casesPath, officePath, taskFeesPath } from '../../domain/shared/links.ts'
import { findTask } from '../../domain/taxonomy/tasks.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/task-cases.page'
import { CaseCard, CasesNote } from './office-cases.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => {
	const task = await findTask(ctx, Number(params.task_id))
	if (!task) throw notFound('task')
	const cursor = new URL(request.url).searchParams.get('page')
	const { cases, page } = await listCases(ctx, task.id, cursor)
	const isThin = page.number === 1 && cases.length < INDEXED_CASES
	return { task: { id: task.id, name: task.name }, cases, page, isIndexed: !isThin && page.number === 1 }
})

export default function TaskCasesPage({ loaderData: { task, cases, page, isIndexed } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const crumbs = [
		{ label: '相談事例', path: casesPath() },
		{ label: task.name, path: casesPath(task.id) },
	]
	const titles = cases.slice(0, 2).map(({ title }) => `「${title}」`)
	return (
		<>
			<Head
				title={`${task.name}の相談事例`}
				description={`${task.name}の相談に専門家の事務所がどう対応したか。${titles.join('')}など、依頼者の同意を得て公開された事例です。`}
				path={casesPath(task.id)}
				noindex={!isIndexed}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column}`}>
				<header className={stack.close}>
					<h1>{`${task.name}の相談事例`}</h1>
					<p className={stack.line}>
						<Link to={listPath({ scopeId: task.id, area: japan })}>{`${task.name}を頼める事務所を探す`}</Link>
						<Link to={taskFeesPath(task.id)}>{`${task.name}の料金相場`}</Link>
					</p>
				</header>
				{cases.length === 0 ? (
					<Empty scene="meeting" title="この業務の事例は、まだ公開されていません。">
						<p>
							<Link className="tap" to={casesPath()}>
								ほかの業務の事例を見る
							</Link>
						</p>
					</Empty>
				) : (
					<ul className={stack.list}>
						{cases.map(({ office, ...one }) => (
							<CaseCard key={one.id} taskName={null} heading="h2" {...one}>
								<p>
									{'対応した事務所：'}
									<Link to={officePath(office.id)}>{office.name}</Link>
									{`（${office.place}）`}
								</p>
							</CaseCard>
						))}
					</ul>
				)}
				<Pager
					number={page.number}
					previous={page.previous && casesPath(task.id, page.previous.cursor)}
					next={page.next && casesPath(task.id, page.next.cursor)}
					label="事例のページ"
				/>
				<CasesNote />
			</div>
		</>
	)
}
