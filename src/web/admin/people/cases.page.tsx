import { intervalLabels } from '../../../domain/billing/billing-days.ts'
import { invoiceStatusLabels, subscriptionStateLabels } from '../../../domain/billing/billing-labels.ts'
import { requestStateLabels, type RequestState } from '../../../domain/estimates/estimate-input.ts'
import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { type PersonBilling, type PersonCase, readPersonCases } from '../../../domain/operations/people/person-cases.ts'
import { planLabels } from '../../../domain/plans/entitlements.ts'
import { dateText, dayText } from '../../../domain/shared/japan-time.ts'
import {
	officePath,
	staffAccessesPath,
	staffCasesPath,
	staffInvoicePath,
	staffLeadPath,
	staffPersonPath,
} from '../../../domain/shared/links.ts'
import { yen } from '../../../domain/shared/yen.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/cases.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** What an account asked of offices, without a word of it, and for the accounting role what it pays. The look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, request }: Route.LoaderArgs) => {
	const { name, items, page, billing } = await readPersonCases(ctx, params.uid, new URL(request.url).searchParams.get('page'))
	return {
		uid: params.uid,
		name: name === '' ? '名前のない会員' : name,
		page,
		items: items.map(viewCase),
		billing: billing && viewBilling(billing),
		isModerator: isStaffWith(ctx.viewer, 'moderator'),
	}
})

const inquiryStates: Readonly<Record<'waiting' | 'talking' | 'agreed' | 'closed', string>> = {
	waiting: '返事を待っている',
	talking: 'やり取りの途中',
	agreed: '依頼が決まった',
	closed: '終了',
}

function viewCase({ kind, id, at, state, task, officeId, office, count }: PersonCase) {
	const isRequest = kind === 'request'
	return {
		key: `${kind}${id}`,
		label: isRequest ? `見積もり依頼${id}` : `問い合わせ${id}`,
		path: isRequest ? staffLeadPath(id) : null,
		task,
		office: officeId === null || office === null ? null : { path: officePath(officeId), name: office },
		state: isRequest ? requestStateLabels[state as RequestState] : inquiryStates[state as keyof typeof inquiryStates],
		facts: `${dayText(at)}・${isRequest ? `送った事務所 ${count}件` : `発言 ${count}通`}`,
	}
}

function viewBilling({ subscription, invoices }: PersonBilling) {
	return {
		subscription: subscription && [
			{ label: 'プラン', value: `${planLabels[subscription.plan]}・${intervalLabels[subscription.interval]}` },
			{
				label: '状態',
				value: `${subscriptionStateLabels[subscription.state]}${subscription.isCancelled ? '（解約の予定）' : subscription.isPausing ? '（休止の予定）' : ''}`,
			},
			...(subscription.periodTo === null ? [] : [{ label: 'いまの期間の終わり', value: dateText(subscription.periodTo) }]),
		],
		invoices: invoices.map(({ id, number, issuedOn, total, open, status }) => ({
			id,
			number,
			status: invoiceStatusLabels[status],
			isLate: status === 'overdue',
			facts: `${dateText(issuedOn)}・${yen(total)}${open > 0 ? `（未入金 ${yen(open)}）` : ''}`,
		})),
	}
}

export default function CasesPage({ loaderData: { uid, name, page, items, billing, isModerator } }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title={`${name}の案件と請求`} description="会員の案件と請求です。" path={staffCasesPath(uid)} noindex />
			<p>
				<Link to={staffPersonPath(uid)}>{`${name}の情報`}</Link>
			</p>
			<h1>{`${name}の案件と請求`}</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。書かれた内容は、ここには出ません。
			</p>
			<section className={styles.section} aria-labelledby="cases">
				<h2 id="cases">案件</h2>
				<p className={styles.quiet}>
					やり取りの内容は通信の秘密です。読めるのは、令状など法律の根拠を書いて申請し、別の担当者が承認したときだけです。
					{isModerator ? <Link to={staffAccessesPath()}>やり取りの開示を申請する</Link> : '申請は、投稿の担当者が行います。'}
				</p>
				{items.length === 0 ? (
					<p className={styles.empty}>見積もり依頼も問い合わせもありません。</p>
				) : (
					<ul className={`${stack.rows} ${styles.list}`}>
						{items.map(({ key, label, path, task, office, state, facts }) => (
							<li key={key}>
								<div className={styles.line}>
									{path === null ? <strong>{label}</strong> : <Link to={path}>{label}</Link>}
									{task !== null && <span>{task}</span>}
									{office && <Link to={office.path}>{office.name}</Link>}
									<Tag>{state}</Tag>
								</div>
								<p className={styles.quiet}>{facts}</p>
							</li>
						))}
					</ul>
				)}
				<Pager
					label="案件のページ"
					number={page.number}
					previous={page.previous && staffCasesPath(uid, page.previous.cursor)}
					next={page.next && staffCasesPath(uid, page.next.cursor)}
				/>
			</section>
			{billing && <Billing billing={billing} />}
		</div>
	)
}

function Billing({ billing: { subscription, invoices } }: { billing: ReturnType<typeof viewBilling> }) {
	return (
		<section className={styles.section} aria-labelledby="billing">
			<h2 id="billing">請求</h2>
			{subscription === null ? <p className={styles.quiet}>有料プランの契約はありません。</p> : <FactList rows={subscription} />}
			{invoices.length > 0 && (
				<ul className={`${stack.rows} ${styles.list}`}>
					{invoices.map(({ id, number, status, isLate, facts }) => (
						<li key={id}>
							<div className={styles.line}>
								<Link to={staffInvoicePath(id)}>{number}</Link>
								<Tag tone={isLate ? 'warn' : 'plain'}>{status}</Tag>
								<span className={styles.quiet}>{facts}</span>
							</div>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
