import type { UseCase } from '../../domain/taxonomy/types.ts'
import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './use-cases.module.css'

export function UseCases({ cases }: { cases: UseCase[] }) {
	return (
		<ul className={stack.row}>
			{cases.map((useCase) => (
				<li key={useCase.id} className={styles.card}>
					<p className={styles.persona}>{useCase.persona}</p>
					<h3>{useCase.title}</h3>
					<dl className={styles.story}>
						<div>
							<dt>相談前</dt>
							<dd>{useCase.before}</dd>
						</div>
						<div>
							<dt>相談後</dt>
							<dd>{useCase.after}</dd>
						</div>
					</dl>
					<p className={styles.facts}>
						{`期間 ${useCase.days.toLocaleString('ja-JP')}日／費用 ${useCase.cost.toLocaleString('ja-JP')}円${useCase.cost > 0 ? '（税込）' : ''}`}
					</p>
					<p>
						<Link to={listPath({ scopeId: useCase.taskId, area: japan })}>{`${useCase.taskName}を頼める事務所`}</Link>
					</p>
				</li>
			))}
		</ul>
	)
}
