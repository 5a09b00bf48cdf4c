import { Link } from 'react-router'
import type { PickupExpert } from '../../domain/directory/types.ts'
import { expertPath } from '../../domain/links.ts'
import { Tag, TagList } from '../ui/tag.tsx'
import styles from './pickup-experts.module.css'

export function PickupExperts({ experts }: { experts: PickupExpert[] }) {
	return (
		<ul className={styles.list}>
			{experts.map((expert) => (
				<li key={expert.id} className={styles.card}>
					<div className={styles.head}>
						<img
							className={styles.portrait}
							src={`/media/${expert.portrait ?? `portraits/${expert.id}.svg`}`}
							width="72"
							height="72"
							alt=""
							loading="lazy"
							decoding="async"
						/>
						<div>
							<h3>
								<Link to={expertPath(expert.id)}>{expert.name}</Link>
							</h3>
							<p className={styles.facts}>
								{expert.professions.map(({ name }) => name).join('・')}
								{expert.practisingYears !== null && `／実務${expert.practisingYears}年`}
							</p>
							{expert.office && <p className={styles.facts}>{`${expert.office.prefectureName}${expert.office.municipalityName}`}</p>}
						</div>
					</div>
					<p className={styles.headline}>{expert.headline}</p>
					<p className={styles.reason}>
						<strong>選んだ理由</strong>
						{expert.reason}
					</p>
					<TagList label="取り扱う業務">
						{expert.taskNames.slice(0, 4).map((name) => (
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
