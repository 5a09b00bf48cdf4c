import { yen } from '../../../domain/shared/yen.ts'
import { redirect } from 'react-router'
import { refundPaidSchema, refundTargetSchema } from '../../../domain/billing/billing-schemas.ts'
import { refundStateLabels, TWO_PEOPLE_ABOVE } from '../../../domain/billing/billing-labels.ts'
import { approveRefund, listRefunds, payRefund, type RefundItem, rejectRefund } from '../../../domain/billing/refunds.ts'
import type { RefundState } from '../../../domain/billing/tables.ts'
import { dateText, isoDay, momentText } from '../../../domain/shared/japan-time.ts'
import { staffInvoicePath, staffRefundsPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/refunds.page'
import { BillingTabs } from './billing-tabs.tsx'

const states = Object.keys(refundStateLabels) as RefundState[]

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const state = states.find((one) => one === search.get('state')) ?? 'requested'
	const { items, page } = await listRefunds(ctx, { state, cursor: search.get('page') })
	return { state, items, page, today: isoDay(ctx.now()), done: search.get('done'), csrfToken: formToken(context, request) }
})

export const action = staffAction(['accounting'], 'verdict', {
	approve: {
		input: refundTargetSchema,
		async run(ctx, { targetId }) {
			await approveRefund(ctx, targetId)
			return redirect(staffRefundsPath({ state: 'approved', done: 'billing-refund-approved' }), 303)
		},
	},
	reject: {
		input: refundTargetSchema,
		async run(ctx, { targetId }) {
			await rejectRefund(ctx, targetId)
			return redirect(staffRefundsPath({ done: 'billing-refund-rejected' }), 303)
		},
	},
	pay: {
		input: refundPaidSchema,
		async run(ctx, { targetId, paidOn }) {
			await payRefund(ctx, targetId, paidOn)
			return redirect(staffRefundsPath({ state: 'paid', done: 'billing-refund-paid' }), 303)
		},
	},
})

export default function RefundsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { state, items, page, done, today, csrfToken } = loaderData
	const at = (cursor: string | null) => staffRefundsPath({ state, page: cursor })
	return (
		<>
			<Head title="返金" description="返金の依頼と承認です。" path={staffRefundsPath()} noindex />
			<h1>返金</h1>
			<BillingTabs current={staffRefundsPath()} />
			{!formState && <DoneNote done={done} />}
			<ErrorSummary formState={formState} />
			<p
				className={styles.quiet}
			>{`返金は請求書の画面から依頼します。${yen(TWO_PEOPLE_ABOVE)}を超える返金は、依頼した方とは別の担当者が承認します。`}</p>
			<FilterTabs
				label="返金の状態"
				tabs={states.map((one) => ({ to: staffRefundsPath({ state: one }), label: refundStateLabels[one], isCurrent: one === state }))}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>この状態の返金はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map((item) => (
						<li key={item.id}>
							<Refund item={item} today={today} csrfToken={csrfToken} />
						</li>
					))}
				</ul>
			)}
			<Pager
				label="返金のページ"
				number={page.number}
				previous={page.previous && at(page.previous.cursor)}
				next={page.next && at(page.next.cursor)}
			/>
		</>
	)
}

function Refund({ item, today, csrfToken }: { item: RefundItem; today: string; csrfToken: string }) {
	const needsOther = item.amount > TWO_PEOPLE_ABOVE && item.isOwn
	return (
		<>
			<div className={styles.line}>
				<strong>{yen(item.amount)}</strong>
				<span>{item.addressee}</span>
				{item.invoice === null ? <span>前受金</span> : <Link to={staffInvoicePath(item.invoice.id)}>{item.invoice.number}</Link>}
				{item.creditNote !== null && <Link to={staffInvoicePath(item.creditNote.id)}>{item.creditNote.number}</Link>}
			</div>
			<p>{item.reason}</p>
			<p
				className={styles.quiet}
			>{`${momentText(item.requestedAt)}に依頼${item.isOwn ? '（ご自身）' : ''}${item.paidOn === null ? '' : `・${dateText(item.paidOn)}に返金`}`}</p>
			{item.state === 'requested' && (
				<div className={styles.line}>
					{needsOther ? (
						<span className={styles.quiet}>別の担当者の承認を待っています。</span>
					) : (
						<form method="post">
							<HiddenFields csrfToken={csrfToken} intent="approve" targetId={item.id} />
							<button type="submit" className="button">
								承認する
							</button>
						</form>
					)}
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="reject" targetId={item.id} />
						<button type="submit" className="button" data-kind="quiet">
							却下する
						</button>
					</form>
				</div>
			)}
			{item.card === 'waiting' && <p className={styles.quiet}>お支払いに使われたカードに返しています。</p>}
			{item.card === 'succeeded' && <p className={styles.quiet}>カードに返しました。</p>}
			{item.card === 'failed' && item.state === 'approved' && <p>カードに返せませんでした。お客さまの口座に振り込み、記録してください。</p>}
			{item.state === 'approved' && item.card !== 'waiting' && (
				<form method="post" className={styles.form}>
					<HiddenFields csrfToken={csrfToken} intent="pay" targetId={item.id} />
					<label>
						振込日
						<input type="date" name="paidOn" className={styles.input} defaultValue={today} />
					</label>
					<button type="submit" className="button">
						振り込んだことを記録する
					</button>
				</form>
			)}
		</>
	)
}
