import { yen } from '../../../domain/shared/yen.ts'
import { listSubscriptions, readBillingFigures } from '../../../domain/billing/billing-admin.ts'
import { subscriptionStateLabels } from '../../../domain/billing/billing-labels.ts'
import { intervalLabels } from '../../../domain/billing/billing-days.ts'
import { planLabels } from '../../../domain/plans/entitlements.ts'
import type { SubscriptionState } from '../../../domain/billing/subscription.ts'
import { dateText, dayText } from '../../../domain/shared/japan-time.ts'
import { staffBillingPath, staffInvoicesPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/subscriptions.page'
import { BillingTabs } from './billing-tabs.tsx'

const states = Object.keys(subscriptionStateLabels) as SubscriptionState[]
const share = (part: number, whole: number) =>
	whole === 0 ? 'まだありません' : `${Math.round((part / whole) * 100)}%（${whole}件のうち${part}件）`

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const state = states.find((one) => one === search.get('state')) ?? null
	const [figures, { items, page }] = [await readBillingFigures(ctx), await listSubscriptions(ctx, { state, cursor: search.get('page') })]
	return {
		state,
		page,
		figures,
		items: items.map((item) => ({
			id: item.id,
			addressee: item.addressee,
			plan: `${planLabels[item.plan]}・${intervalLabels[item.interval]}`,
			state: `${subscriptionStateLabels[item.state]}${item.isCancelled ? '（解約の予定）' : item.isPausing ? '（休止の予定）' : ''}`,
			end: (item.state === 'trial' ? item.trialEndsOn : item.state === 'ended' ? item.endedOn : item.periodTo) ?? null,
			since: dayText(item.since),
			open: item.open,
			cancelReason: item.cancelReason,
		})),
	}
})

export default function SubscriptionsPage({ loaderData: { state, page, figures, items } }: Route.ComponentProps) {
	return (
		<>
			<Head title="請求" description="有料プランの契約の一覧です。" path={staffBillingPath()} noindex />
			<h1>請求</h1>
			<BillingTabs current={staffBillingPath()} />
			<Figures figures={figures} />
			<FilterTabs
				label="契約の状態"
				tabs={[null, ...states].map((one) => ({
					to: staffBillingPath({ state: one ?? '' }),
					label: one === null ? 'すべて' : subscriptionStateLabels[one],
					isCurrent: one === state,
				}))}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>この状態の契約はありません。</p>
			) : (
				<WideTable label="契約">
					<thead>
						<tr>
							<th scope="col">宛名</th>
							<th scope="col">プラン</th>
							<th scope="col">状態</th>
							<th scope="col">次の区切り</th>
							<th scope="col">未入金</th>
							<th scope="col">申し込み</th>
						</tr>
					</thead>
					<tbody>
						{items.map((item) => (
							<tr key={item.id}>
								<th scope="row">
									<Link to={staffInvoicesPath({ state: 'all', customer: item.addressee })}>{item.addressee}</Link>
								</th>
								<td>{item.plan}</td>
								<td>
									{item.state}
									{item.cancelReason !== '' && <p className={styles.quiet}>{`理由：${item.cancelReason}`}</p>}
								</td>
								<td data-kind="figure">{item.end === null ? '—' : dateText(item.end)}</td>
								<td data-kind="figure">{item.open === 0 ? '—' : yen(item.open)}</td>
								<td data-kind="figure">{item.since}</td>
							</tr>
						))}
					</tbody>
				</WideTable>
			)}
			<Pager
				label="契約のページ"
				number={page.number}
				previous={page.previous && staffBillingPath({ state: state ?? '', page: page.previous.cursor })}
				next={page.next && staffBillingPath({ state: state ?? '', page: page.next.cursor })}
			/>
		</>
	)
}

function Figures({ figures }: Pick<Route.ComponentProps['loaderData'], 'figures'>) {
	return (
		<section className={styles.section} aria-labelledby="figures">
			<h2 id="figures">いまの数字</h2>
			<FactList
				rows={[
					{ label: '月あたりの売上（年払いは12で割る・税込）', value: yen(figures.monthly) },
					{ label: '契約中／お試し中／期限切れ', value: `${figures.running}件／${figures.trials}件／${figures.pastDue}件` },
					{ label: 'お試しから契約へ（90日）', value: share(figures.converted, figures.trialsOver) },
					{ label: '終わった契約の割合（30日）', value: share(figures.ended, figures.ranBefore) },
					{ label: '未入金／うち期限切れ', value: `${yen(figures.open)}／${yen(figures.overdue)}` },
				]}
			/>
		</section>
	)
}
