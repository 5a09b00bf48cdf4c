import type { CaseFilter } from '../../domain/cases/case-rows.ts'
import { listCases } from '../../domain/cases/cases.ts'
import { ownCasesPath, categoryIndexPath, estimateFormPath, myDiagnosesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { CaseCards, viewCase } from '../layout/work/case-cards.tsx'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/cases.page'

const tabs = [
	{ value: 'open', label: '進行中' },
	{ value: 'todo', label: 'あなたの番' },
	{ value: 'ended', label: '終了' },
	{ value: 'all', label: 'すべて' },
] as const satisfies readonly { value: CaseFilter; label: string }[]

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const filter = tabs.find(({ value }) => value === searchParams.get('filter'))?.value ?? 'open'
	const { items, page } = await listCases(ctx, { filter, cursor: searchParams.get('page') })
	return {
		filter,
		page,
		items: items.map((item) => viewCase(item, ctx.now())),
	}
})

const empty: Readonly<Record<CaseFilter, string>> = {
	open: '進行中の案件はありません。見積もりを頼むか、事務所に問い合わせると、ここに並びます。',
	todo: 'いま、あなたがすることはありません。',
	ended: '終わった案件は、まだありません。',
	all: '案件はまだありません。見積もりを頼むか、事務所に問い合わせると、ここに並びます。',
}

export default function CasesPage({ loaderData: { filter, items, page } }: Route.ComponentProps) {
	const pagePath = (cursor: string | null) => ownCasesPath({ filter, page: cursor })
	return (
		<div className={stack.column}>
			<Head title="案件" description="見積もり依頼と問い合わせの進み具合です。" path={ownCasesPath()} noindex />
			<h2>案件</h2>
			<FilterTabs
				label="案件の絞り込み"
				tabs={tabs.map(({ value, label }) => ({ to: ownCasesPath({ filter: value }), label, isCurrent: value === filter }))}
			/>
			{items.length === 0 ? (
				<Empty scene="signpost" title={empty[filter]}>
					<p>
						<Link className="button" data-kind="quiet" to={estimateFormPath()}>
							見積もりを頼む
						</Link>
					</p>
					<p>
						<Link className="tap" to={categoryIndexPath()}>
							業務から事務所を探す
						</Link>
					</p>
				</Empty>
			) : (
				<CaseCards items={items} />
			)}
			<Pager
				label="案件のページ"
				number={page.number}
				previous={page.previous && pagePath(page.previous.cursor)}
				next={page.next && pagePath(page.next.cursor)}
			/>
			<p>
				<Link to={myDiagnosesPath()}>資金の相談の申し込みを見る</Link>
			</p>
		</div>
	)
}
