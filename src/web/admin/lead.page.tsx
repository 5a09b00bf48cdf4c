import { deliveryStateLabels, requestStateLabels } from '../../domain/estimates/estimate-input.ts'
import { officePath, staffAccessesPath, staffLeadPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { readLeadAsStaff } from '../../domain/estimates/estimate-admin.ts'
import { Head } from '../layout/head.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/lead.page'
import stack from '../ui/stack.module.css'
import styles from './admin.module.css'
import { staffLoader } from '../session/staff-page.server.ts'

/** How far a request is. What was written in it is private communication, and not here. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { params }: Route.LoaderArgs) => {
	const { offices, state, sentAt, expiresAt, endedAt, ...lead } = await readLeadAsStaff(ctx, parseId(params.id))
	return {
		...lead,
		stateLabel: requestStateLabels[state],
		facts: [
			`${momentText(sentAt)}に依頼`,
			endedAt === null ? `${momentText(expiresAt)}まで有効` : `${momentText(endedAt)}に終了`,
			lead.areaName,
		],
		offices: offices.map((office) => ({
			id: office.id,
			name: office.name,
			state: office.isAccepted ? '依頼先に決定' : deliveryStateLabels[office.state],
			facts: [
				`${momentText(office.deliveredAt)}に到着`,
				`期限 ${momentText(office.dueAt)}`,
				...(office.answeredAt === null ? [] : [`${momentText(office.answeredAt)}に回答`]),
				...(office.quoteCount === 0 ? [] : [`見積もり${office.quoteCount}版`]),
			].join(' ／ '),
		})),
	}
})

export default function LeadPage({ loaderData: { id, taskName, stateLabel, facts, offices } }: Route.ComponentProps) {
	return (
		<>
			<Head title={`依頼${id}`} description="見積もり依頼の進み方です。" path={staffLeadPath(id)} noindex />
			<p>
				<Link to="/admin/leads">見積もり依頼の一覧へ</Link>
			</p>
			<h1>{`依頼${id} ${taskName}`}</h1>
			<p className={styles.line}>
				<strong>{stateLabel}</strong>
				{facts.map((fact) => (
					<span key={fact} className={styles.quiet}>
						{fact}
					</span>
				))}
			</p>
			<p className={styles.quiet}>
				依頼した方のお名前と連絡先、書かれた内容、見積もりの金額は、通信の秘密のため表示しません。法律の根拠があるときは、
				<Link to={staffAccessesPath()}>やり取りの開示</Link>
				で申請します。
			</p>
			<section className={styles.section} aria-labelledby="offices">
				<h2 id="offices">事務所</h2>
				<ul className={`${stack.rows} ${styles.list}`}>
					{offices.map((office) => (
						<li key={office.id}>
							<div className={styles.line}>
								<Link to={officePath(office.id)}>{office.name}</Link>
								<strong>{office.state}</strong>
							</div>
							<p className={styles.quiet}>{office.facts}</p>
						</li>
					))}
				</ul>
			</section>
		</>
	)
}
