import { officePath, staffLeadPath } from '../../domain/shared/links.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { readLeadAsStaff } from '../../domain/estimates/estimate-admin.ts'
import { Head } from '../layout/head.tsx'
import { viewDelivery, viewFacts } from '../estimates/estimate-view.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { Link } from '../ui/link.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/lead.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { staffLoader } from '../session/staff-page.server.ts'

export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params }: Route.LoaderArgs) => {
	const { facts, contact, deliveries } = await readLeadAsStaff(ctx, parseId(params.id))
	const today = isoDay(ctx.now())
	return { head: viewFacts(facts), contact, deliveries: deliveries.map((delivery) => viewDelivery(delivery, today)) }
})

export default function LeadPage({ loaderData: { head, contact, deliveries } }: Route.ComponentProps) {
	const rows = [
		...head.rows,
		{ label: 'お名前', value: contact.name ?? '消去済み' },
		{ label: 'メールアドレス', value: contact.email ?? '消去済み' },
		{ label: '電話番号', value: contact.phone ?? '入力なし' },
	]
	return (
		<>
			<Head title={`依頼${head.id}`} description="見積もり依頼の内容です。" path={staffLeadPath(head.id)} noindex />
			<p>
				<Link to="/admin/leads">見積もり依頼の一覧へ</Link>
			</p>
			<h1>{`依頼${head.id} ${head.task.name}`}</h1>
			<p className={styles.warn}>個人情報を表示しています。この閲覧は操作の記録に残りました。</p>
			<p className={styles.line}>
				<strong>{head.stateLabel}</strong>
				<span className={styles.quiet}>{`${head.sent}に依頼`}</span>
				<span className={styles.quiet}>{head.ended === null ? `${head.expires}まで有効` : `${head.ended}に終了`}</span>
			</p>
			<section className={styles.section} aria-labelledby="asked">
				<h2 id="asked">依頼の内容</h2>
				<FactList rows={rows} />
			</section>
			<section className={styles.section} aria-labelledby="offices">
				<h2 id="offices">事務所</h2>
				<ul className={`${stack.rows} ${styles.list}`}>
					{deliveries.map((delivery) => (
						<li key={delivery.id}>
							<div className={styles.line}>
								<Link to={officePath(delivery.office.id)}>{delivery.office.name}</Link>
								<strong>{delivery.isAccepted ? '依頼先に決定' : delivery.stateLabel}</strong>
							</div>
							<p className={styles.quiet}>
								{`${delivery.delivered}に到着 ／ 期限 ${delivery.due}${delivery.answered === null ? '' : ` ／ ${delivery.answered}に回答`}`}
							</p>
							{delivery.quotes.map(({ id, version, totals }) => (
								<p key={id}>{`第${version}版 合計${totals.total.toLocaleString('ja-JP')}円（税込）`}</p>
							))}
							{delivery.declineReason !== null && <p className={styles.reason}>{`辞退の理由：${delivery.declineReason}`}</p>}
						</li>
					))}
				</ul>
			</section>
		</>
	)
}
