import { yen } from '../../../domain/shared/yen.ts'
import { invoiceStatusLabels } from '../../../domain/billing/billing-labels.ts'
import { type InvoiceSearch, searchInvoices } from '../../../domain/billing/invoice-reading.ts'
import { dateText, daysBetween, isCalendarDay, isoDay } from '../../../domain/shared/japan-time.ts'
import { staffInvoicePath, staffInvoicesPath } from '../../../domain/shared/links.ts'
import { shortLine } from '../../../domain/shared/text-input.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/billing-invoices.page'
import { BillingTabs } from './billing-tabs.tsx'

const stateLabels = { unpaid: '未入金', overdue: '期限切れ', all: 'すべて' } as const
const stateNames = Object.keys(stateLabels) as InvoiceSearch['state'][]

const dayIn = (text: string | null): string | null => (text !== null && isCalendarDay(text) ? text : null)
const amountIn = (text: string | null): number | null => {
	const digits = (text ?? '').normalize('NFKC').replaceAll(/[,\s円]/g, '')
	return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { request }: Route.LoaderArgs) => {
	const asked = new URL(request.url).searchParams
	const search: InvoiceSearch = {
		state: stateNames.find((one) => one === asked.get('state')) ?? 'unpaid',
		from: dayIn(asked.get('from')),
		to: dayIn(asked.get('to')),
		min: amountIn(asked.get('min')),
		max: amountIn(asked.get('max')),
		customer: shortLine(asked.get('customer') ?? '', 80),
		cursor: asked.get('page'),
	}
	const { items, page } = await searchInvoices(ctx, search)
	const today = isoDay(ctx.now())
	const kept = {
		state: search.state,
		from: search.from ?? '',
		to: search.to ?? '',
		min: search.min === null ? '' : `${search.min}`,
		max: search.max === null ? '' : `${search.max}`,
		customer: search.customer,
	}
	return {
		kept,
		page,
		items: items.map((item) => ({ ...item, late: item.status === 'overdue' && item.dueOn !== null ? daysBetween(item.dueOn, today) : 0 })),
	}
})

export default function BillingInvoicesPage({ loaderData: { kept, page, items } }: Route.ComponentProps) {
	const at = (cursor: string | null) => staffInvoicesPath({ ...kept, page: cursor ?? '' })
	return (
		<>
			<Head title="請求書" description="請求書と返還の明細書の一覧です。" path={staffInvoicesPath()} noindex />
			<h1>請求書</h1>
			<BillingTabs current={staffInvoicesPath()} />
			<FilterTabs
				label="請求書の状態"
				tabs={stateNames.map((one) => ({
					to: staffInvoicesPath({ ...kept, state: one }),
					label: stateLabels[one],
					isCurrent: one === kept.state,
				}))}
			/>
			<SearchForm {...kept} />
			{items.length === 0 ? (
				<p className={styles.empty}>当てはまる請求書はありません。</p>
			) : (
				<WideTable label="請求書">
					<thead>
						<tr>
							<th scope="col">番号</th>
							<th scope="col">宛名</th>
							<th scope="col">発行日</th>
							<th scope="col">期限</th>
							<th scope="col">金額</th>
							<th scope="col">残り</th>
							<th scope="col">状態</th>
						</tr>
					</thead>
					<tbody>
						{items.map((item) => (
							<tr key={item.id}>
								<th scope="row" data-kind="figure">
									<Link to={staffInvoicePath(item.id)}>{item.number}</Link>
								</th>
								<td>{item.addressee}</td>
								<td data-kind="figure">{dateText(item.issuedOn)}</td>
								<td data-kind="figure">{item.dueOn === null ? '—' : dateText(item.dueOn)}</td>
								<td data-kind="figure">{yen(item.total)}</td>
								<td data-kind="figure">{item.open === 0 ? '—' : yen(item.open)}</td>
								<td>
									{item.late > 0 ? <strong className={styles.late}>{`${item.late}日超過`}</strong> : invoiceStatusLabels[item.status]}
								</td>
							</tr>
						))}
					</tbody>
				</WideTable>
			)}
			<Pager
				label="請求書のページ"
				number={page.number}
				previous={page.previous && at(page.previous.cursor)}
				next={page.next && at(page.next.cursor)}
			/>
		</>
	)
}

/** By day, amount and customer, as 電子帳簿保存法 asks. */
function SearchForm({ state, from, to, min, max, customer }: Route.ComponentProps['loaderData']['kept']) {
	return (
		<form method="get" className={styles.filter} role="search" aria-label="請求書を探す">
			<input type="hidden" name="state" value={state} />
			<label>
				発行日（から）
				<input type="date" name="from" defaultValue={from} />
			</label>
			<label>
				発行日（まで）
				<input type="date" name="to" defaultValue={to} />
			</label>
			<label>
				金額（から・円）
				<input name="min" inputMode="numeric" defaultValue={min} />
			</label>
			<label>
				金額（まで・円）
				<input name="max" inputMode="numeric" defaultValue={max} />
			</label>
			<label>
				宛名
				<input name="customer" defaultValue={customer} maxLength={80} />
			</label>
			<button type="submit" className="button">
				探す
			</button>
		</form>
	)
}
