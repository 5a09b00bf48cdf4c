import { Link } from '../../ui/link.tsx'
import type { Waiting } from '../../../domain/operations/people/waiting-view.ts'
import styles from './waiting.module.css'

/** What waits for the person, with its numbers; says so when nothing does. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
	return (
		<section aria-labelledby="waiting" className={styles.waiting}>
			<h2 id="waiting">対応をお待ちしているもの</h2>
			{waiting.length === 0 ? (
				<p>いまはありません。</p>
			) : (
				<ul>
					{waiting.map(({ label, count, path }) => (
						<li key={path}>
							<Link to={path}>
								<span>{label}</span>
								<strong>{count}</strong>
							</Link>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
