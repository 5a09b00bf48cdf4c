import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { expertPath } from '../../domain/shared/links.ts'
import { CredentialText } from '../experts/expert-credential.tsx'
import type { OfficePageData } from './office-view.ts'
import { FoldRest } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './office-experts.module.css'

/** So many stand open on a phone. */
const FIRST = 2

type Experts = readonly OfficePageData['office']['experts'][number][]

export function OfficeExperts({ experts }: Pick<OfficePageData['office'], 'experts'>) {
	return (
		<>
			<FoldRest items={experts} first={FIRST} label={(count) => `ほか${count}人の専門家`}>
				{(shown) => <List experts={shown} />}
			</FoldRest>
			<p className={styles.note}>登録番号は、各士業の会の名簿で確かめられます。</p>
		</>
	)
}

function List({ experts }: { experts: Experts }) {
	return (
		<ul className={stack.list}>
			{experts.map((expert) => (
				<li key={expert.id} className={styles.expert}>
					<img src={portraitPath(expert)} width="88" height="88" alt="" loading="lazy" decoding="async" />
					<div className={styles.text}>
						<h3>
							<Link className="cover" to={expertPath(expert.id)}>
								{expert.name}
							</Link>
							<span>{expert.kana}</span>
						</h3>
						{expert.title && <p className={styles.title}>{expert.title}</p>}
						{expert.credentials.length > 0 && (
							<ul className={styles.credentials}>
								{expert.credentials.map((credential) => (
									<li key={credential.profession.name}>
										<CredentialText credential={credential} />
									</li>
								))}
							</ul>
						)}
						{expert.headline && <p>{expert.headline}</p>}
					</div>
				</li>
			))}
		</ul>
	)
}
