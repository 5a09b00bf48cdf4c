import { portraitPath } from '../../domain/experts/portrait-path.ts'
import type { ExpertCard } from '../../domain/experts/types.ts'
import { expertPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './article.module.css'

/** Who wrote or checked an article. */
export function ArticlePerson({ card }: { card: ExpertCard }) {
	const { id, name, professions, headline, office, portrait } = card
	return (
		<div className={styles.person}>
			<img src={portraitPath({ id, portrait })} width="64" height="64" alt="" loading="lazy" decoding="async" />
			<div>
				<p>
					<Link className="tap" to={expertPath(id)}>
						{name}
					</Link>
				</p>
				<p className={styles.quiet}>{professions.map((profession) => profession.name).join('・')}</p>
				{headline && <p className={styles.quiet}>{headline}</p>}
				{office && <p className={styles.quiet}>{`${office.name}（${office.prefectureName}${office.municipalityName}）`}</p>}
			</div>
		</div>
	)
}
