import { expertPath } from '../../../domain/shared/links.ts'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/expert.page'
import { expertStateLabel } from './expert-states.ts'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

type Data = Route.ComponentProps['loaderData']

/** Where an application is, with the decision before this round. */
export function State({ application, canAudit }: Pick<Data, 'application' | 'canAudit'>) {
	const { expertId, state, submitted, decisions } = application
	return (
		<>
			<p className={styles.line}>
				<strong>{expertStateLabel(state)}</strong>
				{submitted !== '' && <span className={styles.quiet}>{`${submitted}に申請`}</span>}
				{state === 'verified' && <Link to={expertPath(expertId)}>公開ページ</Link>}
				{canAudit && <Link to={`/admin/audit?subject=expert:${expertId}`}>操作の記録</Link>}
			</p>
			{state === 'submitted' && decisions[0] && (
				<div className={styles.warn}>
					<p>
						<strong>{`前回の判断：${expertStateLabel(decisions[0].state)}`}</strong>（{`${decisions[0].decided} ${decisions[0].by}`}）
					</p>
					<p className={styles.reason}>{decisions[0].reason}</p>
				</div>
			)}
		</>
	)
}

/** All decisions, the newest first. */
export function Decisions({ decisions }: { decisions: Data['application']['decisions'] }) {
	if (decisions.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="decisions">
			<h2 id="decisions">これまでの判断</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				{decisions.map((one) => (
					<li key={one.id}>
						<div className={styles.line}>
							<strong>{expertStateLabel(one.state)}</strong>
							<span className={styles.quiet}>{`${one.decided} ${one.by}`}</span>
						</div>
						{one.reason !== '' && <p className={styles.reason}>{one.reason}</p>}
					</li>
				))}
			</ul>
		</section>
	)
}
