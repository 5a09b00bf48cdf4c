import { monthText } from '../../domain/shared/japan-time.ts'
import type { OfficePageData } from './office-view.ts'
import stack from '../ui/stack.module.css'
import styles from './office-cases.module.css'

/** Cases, each published with the client's consent. */
export function OfficeCases({ cases }: Pick<OfficePageData['office'], 'cases'>) {
	return (
		<>
			<ul className={`${stack.list} ${styles.list}`}>
				{cases.map((one) => (
					<li key={one.id} className={styles.case}>
						<p className={styles.meta}>
							{one.taskName && <span className={styles.task}>{one.taskName}</span>}
							{one.client}
						</p>
						<h3>{one.title}</h3>
						<p>{one.body}</p>
						<p className={styles.consent}>{`掲載の同意：${monthText(one.consentedOn)}`}</p>
					</li>
				))}
			</ul>
			<p className={styles.consent}>事例は依頼者の同意を得て掲載しています。同じ結果を約束するものではありません。</p>
		</>
	)
}
