import { roleLabels, stateLabels } from '../../../domain/memberships/office-policy.ts'
import { expertPath, officePath, staffExpertPath, staffOfficePath } from '../../../domain/shared/links.ts'
import { Tag } from '../../ui/tag.tsx'
import { expertStateLabel } from '../experts/expert-states.ts'
import type { PersonData } from './load-person.server.ts'
import { ResultLink } from './result-link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

/** The public page for those who are public; what was handed in only for reviewers. */
export function Work({ person: { expert, offices, credentials, isReviewer } }: { person: PersonData }) {
	if (!expert) return null
	const publicPath = expert.state === 'verified' ? expertPath(expert.id) : null
	return (
		<section className={styles.section} aria-labelledby="expert">
			<h2 id="expert">専門家・事務所</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				<li>
					<div className={styles.line}>
						<ResultLink to={isReviewer ? staffExpertPath(expert.id) : publicPath}>
							{expert.name === '' ? `申請${expert.id}` : expert.name}
						</ResultLink>
						<span>{expertStateLabel(expert.state)}</span>
					</div>
				</li>
				{credentials.map(({ id, profession, number, facts, change }) => (
					<li key={`credential${id}`}>
						<div className={styles.line}>
							<strong>{profession}</strong>
							<span>{`登録番号 ${number}`}</span>
							{change !== null && <Tag tone="warn">{change}</Tag>}
							<span className={styles.quiet}>{facts}</span>
						</div>
					</li>
				))}
				{offices.map(({ id, name, state, role }) => (
					<li key={id}>
						<div className={styles.line}>
							<ResultLink to={isReviewer ? staffOfficePath(id) : state === 'published' ? officePath(id) : null}>{name}</ResultLink>
							<span>{stateLabels[state]}</span>
							<span className={styles.quiet}>{roleLabels[role]}</span>
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}
