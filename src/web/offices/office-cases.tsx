import { monthText } from '../../domain/shared/japan-time.ts'
import type { ReactNode } from 'react'
import type { OfficePageData } from './office-view.ts'
import { FoldRest } from '../ui/fold.tsx'
import stack from '../ui/stack.module.css'
import styles from './office-cases.module.css'

/** Cases, each published with the client's consent. */
export function OfficeCases({ cases }: Pick<OfficePageData['office'], 'cases'>) {
	return (
		<>
			<FoldRest items={cases} first={1} label={(count) => `ほか${count}件の事例`}>
				{(shown) => <List cases={shown} />}
			</FoldRest>
			<CasesNote />
		</>
	)
}

function List({ cases }: { cases: readonly OfficePageData['office']['cases'][number][] }) {
	return (
		<ul className={`${stack.list} ${styles.list}`}>
			{cases.map((one) => (
				<CaseCard key={one.id} {...one} />
			))}
		</ul>
	)
}

export function CaseCard({
	taskName,
	client,
	title,
	body,
	consentedOn,
	heading: Heading = 'h3',
	children,
}: {
	taskName: string | null
	client: string
	title: string
	body: string
	consentedOn: string
	/** Below the headings around it. */
	heading?: 'h2' | 'h3'
	children?: ReactNode
}) {
	return (
		<li className={styles.case}>
			<p className={styles.meta}>
				{taskName && <span className={styles.task}>{taskName}</span>}
				{client}
			</p>
			<Heading>{title}</Heading>
			<p>{body}</p>
			{children}
			<p className={styles.consent}>{`掲載の同意：${monthText(consentedOn)}`}</p>
		</li>
	)
}

export function CasesNote() {
	return <p className={styles.consent}>事例は依頼者の同意を得て掲載しています。同じ結果を約束するものではありません。</p>
}
