import { portraitPath } from '../../domain/experts/portrait-path.ts'
import type { PickupExpert } from '../../domain/experts/types.ts'
import { expertPath } from '../../domain/shared/links.ts'
import { Tag, TagList } from '../ui/tag.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './pickup-experts.module.css'

/** Only what a card shows, because it is sent twice, as HTML and as data. */
export const toPickup = ({ id, name, headline, reason, portrait, professions, practisingYears, office, taskNames }: PickupExpert) => ({
	id,
	name,
	headline,
	reason,
	portrait: portraitPath({ id, portrait }),
	facts: `${professions.map((profession) => profession.name).join('・')}${practisingYears === null ? '' : `／実務${practisingYears}年`}`,
	place: office ? `${office.prefectureName}${office.municipalityName}` : null,
	taskNames: taskNames.slice(0, 4),
})

export function PickupExperts({ experts }: { experts: ReturnType<typeof toPickup>[] }) {
	return (
		<ul className={stack.row}>
			{experts.map((expert) => (
				<li key={expert.id} className={styles.card}>
					<div className={styles.head}>
						<img className={styles.portrait} src={expert.portrait} width="72" height="72" alt="" loading="lazy" decoding="async" />
						<div>
							<h3>
								<Link className="cover" to={expertPath(expert.id)}>
									{expert.name}
								</Link>
							</h3>
							<p className={styles.facts}>{expert.facts}</p>
							{expert.place && <p className={styles.facts}>{expert.place}</p>}
						</div>
					</div>
					<p className={styles.headline}>{expert.headline}</p>
					<p className={styles.reason}>
						<strong>選んだ理由</strong>
						{expert.reason}
					</p>
					<TagList label="取り扱う業務">
						{expert.taskNames.map((name) => (
							<li key={name}>
								<Tag>{name}</Tag>
							</li>
						))}
					</TagList>
				</li>
			))}
		</ul>
	)
}
