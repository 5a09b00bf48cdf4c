import { countCases } from '../../domain/offices/case-list.ts'
import { casesPath, questionsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/cases.page'
import { CasesNote } from './office-cases.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, _args: Route.LoaderArgs) => ({ tasks: await countCases(ctx) }))

const crumbs = [{ label: '相談事例', path: casesPath() }]

export default function CasesPage({ loaderData: { tasks } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	return (
		<>
			<Head
				title="専門家が対応した相談事例"
				description="士業や専門家の事務所が、依頼者の同意を得て公開した相談事例を、業務ごとに読めます。相談の中身、対応、結果が分かります。"
				path={casesPath()}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${stack.column}`}>
				<header className={stack.close}>
					<h1>専門家が対応した相談事例</h1>
					<p className={stack.lead}>
						事務所が自分のページに載せた事例を、業務ごとにまとめています。似た相談を、どの事務所がどう扱ったかが分かります。
					</p>
				</header>
				{tasks.length === 0 ? (
					<Empty scene="meeting" title="公開されている事例は、まだありません。">
						<p>
							<Link to={questionsPath()}>みんなの質問</Link>では、専門家が実際の質問に答えています。
						</p>
					</Empty>
				) : (
					<ul className={stack.ruled}>
						{tasks.map(({ taskId, taskName, count }) => (
							<li key={taskId} className={stack.entry}>
								<Link to={casesPath(taskId)}>{`${taskName}の事例（${count.toLocaleString('ja-JP')}件）`}</Link>
							</li>
						))}
					</ul>
				)}
				<CasesNote />
			</div>
		</>
	)
}
