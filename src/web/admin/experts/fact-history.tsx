import type { loadApplication } from './load-application.server.ts'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

type Checks = Awaited<ReturnType<typeof loadApplication>>['application']['factChecks']

/** What reviewers found when they compared facts with proof and register, the newest first. */
export function FactHistory({ checks }: { checks: Checks }) {
	if (checks.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="fact-checks">
			<h2 id="fact-checks">照合の記録</h2>
			<details>
				<summary>{`${checks.length.toLocaleString('ja-JP')}件の印を見る`}</summary>
				<ul className={`${stack.rows} ${styles.list}`}>
					{checks.map(({ id, label, value, isRight, checked, by }) => (
						<li key={id}>
							<div className={styles.line}>
								<Tag tone={isRight ? 'good' : 'warn'}>{isRight ? '✓ 合う' : '× 合わない'}</Tag>
								<strong>{label}</strong>
								<span>{value}</span>
							</div>
							<p className={styles.quiet}>{`${checked} ${by}`}</p>
						</li>
					))}
				</ul>
			</details>
		</section>
	)
}
