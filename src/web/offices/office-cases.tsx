import { monthText } from '../../domain/shared/japan-time.ts'
import type { OfficePageData } from './office-view.ts'
import { Fold } from '../ui/fold.tsx'
import stack from '../ui/stack.module.css'
import styles from './office-cases.module.css'

/** Cases, each published with the client's consent. */
export function OfficeCases({ cases }: Pick<OfficePageData['office'], 'cases'>) {
	const rest = cases.slice(1)
	return (
		<>
			<List cases={cases.slice(0, 1)} />
			{rest.length > 0 && (
				<Fold label={`ほか${rest.length.toLocaleString('ja-JP')}件の事例`}>
					<List cases={rest} />
				</Fold>
			)}
			<p className={styles.consent}>事例は依頼者の同意を得て掲載しています。同じ結果を約束するものではありません。</p>
		</>
	)
}

function List({ cases }: Pick<OfficePageData['office'], 'cases'>) {
	return (
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
	)
}
