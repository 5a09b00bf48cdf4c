import { readWaitFigures } from '../../../domain/listings/waiting/list-wait-figures.ts'
import { WAIT_ENDED_DAYS } from '../../../domain/listings/waiting/list-wait-input.ts'
import { staffWaitsPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/waiting.page'

export const loader = staffLoader(['reviewer', 'editor', 'support'], 'routine', (ctx, _args: Route.LoaderArgs) => readWaitFigures(ctx))

const count = (value: number, unit: string) => `${value.toLocaleString('ja-JP')}${unit}`

export default function WaitingPage({ loaderData: { totals, demand } }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title="掲載を待つ方" description="事務所の掲載を待つ方の集計です。" path={staffWaitsPath()} noindex />
			<h1>掲載を待つ方</h1>
			<p className={styles.quiet}>
				事務所の少ない一覧で、掲載のお知らせを登録した方の数です。事務所を増やす地域と業務を選ぶときに使います。メールアドレスは表示しません。
			</p>
			<FactList
				rows={[
					{ label: '待っている方', value: count(totals.people, '人') },
					{ label: '待っている方のいる一覧', value: count(totals.lists, '件') },
					{ label: `この${WAIT_ENDED_DAYS}日間にお知らせを送った数`, value: count(totals.found, '件') },
				]}
			/>
			{demand.length === 0 ? (
				<p className={styles.empty}>いま待っている方はいません。</p>
			) : (
				<WideTable label="待っている方の多い一覧">
					<thead>
						<tr>
							<th scope="col">業務・カテゴリー</th>
							<th scope="col">地域</th>
							<th scope="col">待っている方</th>
							<th scope="col">うち30日以内</th>
							<th scope="col">掲載中の事務所</th>
						</tr>
					</thead>
					<tbody>
						{demand.map(({ scopeName, areaName, path, waiting, recent, officeCount }) => (
							<tr key={path}>
								<th scope="row">
									<Link to={path}>{scopeName}</Link>
								</th>
								<td>{areaName}</td>
								<td>{count(waiting, '人')}</td>
								<td>{count(recent, '人')}</td>
								<td>{count(officeCount, '件')}</td>
							</tr>
						))}
					</tbody>
				</WideTable>
			)}
		</div>
	)
}
