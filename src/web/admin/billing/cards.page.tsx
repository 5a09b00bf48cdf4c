import { redirect } from 'react-router'
import { z } from 'zod'
import { readCardDesk, resolveDifference, retryEvent } from '../../../domain/billing/cards/card-admin.ts'
import { differenceLabels, disputeFundsLabels } from '../../../domain/billing/cards/card-labels.ts'
import { refundTargetSchema } from '../../../domain/billing/billing-schemas.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffCardsPath, staffInvoicePath } from '../../../domain/shared/links.ts'
import { yen } from '../../../domain/shared/yen.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/cards.page'
import { BillingTabs } from './billing-tabs.tsx'

export const loader = staffLoader(['accounting'], 'personal-data', async (ctx, { request, context }: Route.LoaderArgs) => {
	return {
		isSet: ctx.cards !== null,
		...(await readCardDesk(ctx)),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['accounting'], 'verdict', {
	retry: {
		input: z.object({ eventId: z.string().max(255) }),
		async run(ctx, { eventId }) {
			await retryEvent(ctx, eventId)
			return redirect(staffCardsPath({ done: 'billing-retried' }), 303)
		},
	},
	resolve: {
		input: refundTargetSchema,
		async run(ctx, { targetId }) {
			await resolveDifference(ctx, targetId)
			return redirect(staffCardsPath({ done: 'billing-resolved' }), 303)
		},
	},
})

export default function CardsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { isSet, events, disputes, differences, done, csrfToken } = loaderData
	return (
		<>
			<Head title="カード" description="カードでの支払いの確認です。" path={staffCardsPath()} noindex />
			<h1>カード</h1>
			<BillingTabs current={staffCardsPath()} />
			{!formState && <DoneNote done={done} />}
			<ErrorSummary formState={formState} />
			{!isSet && <p>カードでの支払いは、まだ設定されていません（STRIPE_SECRET_KEY）。</p>}
			<Differences differences={differences} csrfToken={csrfToken} />
			<Disputes disputes={disputes} />
			<Events events={events} csrfToken={csrfToken} />
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

function Differences({ differences, csrfToken }: Pick<Data, 'differences' | 'csrfToken'>) {
	return (
		<>
			<h2>帳簿との違い</h2>
			<p className={styles.quiet}>毎朝5時20分に、Stripeの記録と帳簿を比べます。</p>
			{differences.length === 0 ? (
				<p className={styles.empty}>確認していない違いはありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{differences.map((one) => (
						<li key={one.id}>
							<div className={styles.line}>
								<strong>{differenceLabels[one.kind]}</strong>
								<span>{one.detail}</span>
								<code>{one.subject}</code>
								<span className={styles.quiet}>{momentText(one.foundAt)}</span>
							</div>
							<form method="post">
								<HiddenFields csrfToken={csrfToken} intent="resolve" targetId={one.id} />
								<button type="submit" className="button" data-kind="quiet" aria-label={`${one.subject}を確認済みにする`}>
									確認済みにする
								</button>
							</form>
						</li>
					))}
				</ul>
			)}
		</>
	)
}

function Disputes({ disputes }: Pick<Data, 'disputes'>) {
	return (
		<>
			<h2>異議の申し立て</h2>
			{disputes.length === 0 ? (
				<p className={styles.empty}>異議の申し立てはありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{disputes.map((one) => (
						<li key={one.id}>
							<div className={styles.line}>
								<strong>{yen(one.amount)}</strong>
								<span>{disputeFundsLabels[one.funds]}</span>
								<span>{one.addressee}</span>
								<Link to={staffInvoicePath(one.invoiceId)}>{one.invoice}</Link>
							</div>
							<p className={styles.quiet}>
								{`${momentText(one.openedAt)}・理由 ${one.reason}${one.answerBy === null ? '' : `・${momentText(one.answerBy)}までにStripeの管理画面で回答`}`}
							</p>
						</li>
					))}
				</ul>
			)}
		</>
	)
}

function Events({ events, csrfToken }: Pick<Data, 'events' | 'csrfToken'>) {
	return (
		<>
			<h2>処理の済んでいない出来事</h2>
			{events.length === 0 ? (
				<p className={styles.empty}>Stripeから届いた出来事は、すべて処理しました。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{events.map((one) => (
						<li key={one.id}>
							<div className={styles.line}>
								<strong>{one.type}</strong>
								<code>{one.objectId}</code>
								<span className={styles.quiet}>{`${momentText(one.receivedAt)}・${one.attempts}回`}</span>
							</div>
							{one.lastError !== null && <p>{one.lastError}</p>}
							<form method="post">
								<HiddenFields csrfToken={csrfToken} intent="retry" />
								<input type="hidden" name="eventId" value={one.id} />
								<button type="submit" className="button" data-kind="quiet" aria-label={`${one.objectId}の${one.type}をもう一度処理する`}>
									もう一度処理する
								</button>
							</form>
						</li>
					))}
				</ul>
			)}
		</>
	)
}
