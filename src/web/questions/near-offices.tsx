import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { type Card, OfficeCard } from '../listings/office-card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './question.module.css'

/** Whom one can ask about one's own case, near the asker where the question says where. */
export function NearOffices({
	near: { offices, scopeId, listPath: path, areaName },
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
				<Link className="tap" to={path}>
					ほかの事務所も見る
				</Link>
			</p>
		</section>
	)
}

/** While nobody has answered: whom one can ask at once. */
export function NoAnswers({ scopeId }: { scopeId: number }) {
	return (
		<Empty scene="meeting" title="まだ回答はありません。">
			<p>
				回答できる専門家が見つかると、ここに表示されます。お急ぎのときは、
				<Link to={listPath({ scopeId, area: japan })}>事務所に直接相談</Link>
				できます。
			</p>
		</Empty>
	)
}
