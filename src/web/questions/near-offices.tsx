import { type Card, OfficeCard } from '../listings/office-card.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './question.module.css'

/** Whom one can ask about one's own case, near the asker where the question says where. */
export function NearOffices({
	near: { offices, scopeId, listPath, areaName },
}: {
	near: { offices: Card[]; scopeId: number; listPath: string; areaName: string }
}) {
	if (offices.length === 0) return null
	return (
		<section className={`${styles.near} no-print`} aria-labelledby="near-offices">
			<h2 id="near-offices">{`同じことを頼める事務所（${areaName}）`}</h2>
			<ul className={stack.list}>
				{offices.map((office) => (
					<li key={office.id}>
						<OfficeCard office={office} heading="h3" taskId={scopeId} />
					</li>
				))}
			</ul>
			<p>
				<Link className="tap" to={listPath}>
					ほかの事務所も見る
				</Link>
			</p>
		</section>
	)
}
