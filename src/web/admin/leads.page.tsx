import { prefectures } from '../../domain/geography/prefectures.ts'
import { insightsPath, staffLeadPath, staffLeadsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { type RequestState, requestStateLabels } from '../../domain/estimates/estimate-input.ts'
import { listLeadsForStaff } from '../../domain/estimates/estimate-admin.ts'
import { PrefectureOptions } from '../forms/prefecture-options.tsx'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/leads.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffLoader } from '../session/staff-page.server.ts'

const states: readonly RequestState[] = ['sent', 'quoted', 'accepted', 'cancelled', 'expired']

export const loader = staffLoader(['support'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const state = states.find((one) => one === search.get('state')) ?? null
	const prefectureId = prefectures.find(({ id }) => `${id}` === search.get('prefecture'))?.id ?? null
	const { items, page } = await listLeadsForStaff(ctx, { state, prefectureId, cursor: search.get('page') })
	return { state, prefectureId, page, items: items.map(({ sentAt, ...item }) => ({ ...item, sent: momentText(sentAt) })) }
})

export default function LeadsPage({ loaderData: { state, prefectureId, items, page } }: Route.ComponentProps) {
	const pathOf = (one: RequestState | null, page: string | null = null) =>
		staffLeadsPath({ ...(one && { state: one }), ...(prefectureId && { prefecture: prefectureId }), page })
	return (
		<>
			<Head title="見積もり依頼" description="見積もり依頼の一覧です。" path="/admin/leads" noindex />
			<h1>見積もり依頼</h1>
			<p className={styles.quiet}>どこまで進んだかだけを表示します。依頼した方と、書かれた内容は表示しません。</p>
			<p>
				<Link to={insightsPath({ days: 28 })}>依頼の進み方（送信から成約まで）をグラフで見る</Link>
			</p>
			<FilterTabs
				label="依頼の状態"
				tabs={[null, ...states].map((one) => ({
					to: pathOf(one),
					label: one === null ? 'すべて' : requestStateLabels[one],
					isCurrent: one === state,
				}))}
			/>
			<form method="get" className={styles.filter}>
				{state && <input type="hidden" name="state" value={state} />}
				<label>
					都道府県
					<select name="prefecture" defaultValue={prefectureId ?? ''} key={prefectureId}>
						<option value="">すべて</option>
						<PrefectureOptions />
					</select>
				</label>
				<button type="submit" className="button" data-kind="quiet">
					絞り込む
				</button>
			</form>
			{items.length === 0 ? (
				<p className={styles.empty}>この条件の依頼はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<div className={styles.line}>
								<Link to={staffLeadPath(item.id)}>{`依頼${item.id} ${item.taskName}`}</Link>
								<span>{requestStateLabels[item.state]}</span>
							</div>
							<p className={`${styles.quiet} ${styles.line}`}>
								<span>{item.areaName}</span>
								<span>{`${item.sent}に依頼`}</span>
								<span>{`見積もり ${item.quoteCount}／${item.officeCount}か所`}</span>
							</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="依頼のページ"
				number={page.number}
				previous={page.previous && pathOf(state, page.previous.cursor)}
				next={page.next && pathOf(state, page.next.cursor)}
			/>
		</>
	)
}
