import { invoiceStatusLabels } from '../../domain/billing/billing-labels.ts'
import { listOwnInvoices } from '../../domain/billing/invoice-reading.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { invoicePath, invoicesPath, managePlanPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import { WideTable } from '../ui/wide-table.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/invoices.page'
import { yen } from '../../domain/shared/yen.ts'
import styles from './billing.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) =>
	listOwnInvoices(ctx, new URL(request.url).searchParams.get('page')),
)

export default function InvoicesPage({ loaderData: { items, page } }: Route.ComponentProps) {
	return (
		<>
			<Head title="請求書" description="有料プランの請求書の一覧です。" path={invoicesPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '契約の管理', path: managePlanPath() },
					{ label: '請求書', path: invoicesPath() },
				]}
			/>
			<div className={`content ${stack.column}`}>
				<h1>請求書</h1>
				{items.length === 0 ? (
					<Empty scene="desk" title="請求書はまだありません。">
						<p>
							有料プランの契約が始まると、ここに請求書が並びます。<Link to={plansPath()}>プランの内容を見る</Link>
						</p>
					</Empty>
				) : (
					<WideTable label="請求書">
						<thead>
							<tr>
								<th scope="col">番号</th>
								<th scope="col">発行日</th>
								<th scope="col">金額（税込）</th>
								<th scope="col">お支払期限</th>
								<th scope="col">状態</th>
							</tr>
						</thead>
						<tbody>
							{items.map((item) => (
								<tr key={item.id}>
									<th scope="row">
										<Link to={invoicePath(item.id)}>{item.number}</Link>
									</th>
									<td>{dateText(item.issuedOn)}</td>
									<td className={styles.amount}>{yen(item.kind === 'credit_note' ? -item.total : item.total)}</td>
									<td>{item.dueOn === null ? '—' : dateText(item.dueOn)}</td>
									<td>
										<Tag tone={item.status === 'overdue' ? 'warn' : item.status === 'paid' ? 'good' : 'plain'}>
											{invoiceStatusLabels[item.status]}
										</Tag>
										{item.open > 0 && item.open < item.total && ` 残り${yen(item.open)}`}
									</td>
								</tr>
							))}
						</tbody>
					</WideTable>
				)}
				<Pager
					label="請求書のページ"
					number={page.number}
					previous={page.previous && invoicesPath(page.previous.cursor)}
					next={page.next && invoicesPath(page.next.cursor)}
				/>
			</div>
		</>
	)
}
