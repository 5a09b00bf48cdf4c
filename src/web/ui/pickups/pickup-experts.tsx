import { portraitPath } from '../../../domain/experts/portrait-path.ts'
import type { Pickup } from '../../../domain/pickups/pickups.ts'
import { expertPath } from '../../../domain/shared/links.ts'
import { Tag, TagList } from '../tag.tsx'
import { Link } from '../link.tsx'
import stack from '../stack.module.css'
import styles from './pickup-experts.module.css'

/** Only what a card shows, because it is sent twice, as HTML and as data. */
export const toPickup = ({
	id,
	pickupId,
	name,
	headline,
	reason,
	isPr,
	portrait,
	professions,
	practisingYears,
	office,
	taskNames,
}: Pickup) => ({
	id,
	pickupId,
	name,
	headline,
	reason,
	isPr,
	portrait: portraitPath({ id, portrait }),
	facts: `${professions.map((profession) => profession.name).join('・')}${practisingYears === null ? '' : `／実務${practisingYears}年`}`,
	place: office ? `${office.prefectureName}${office.municipalityName}` : null,
	taskNames: taskNames.slice(0, 4),
})

export type PickupCard = ReturnType<typeof toPickup>

/** What the section says of money: that none was paid, or which were. */
export const pickupLead = (experts: readonly Pick<PickupCard, 'isPr'>[]): string =>
	experts.some(({ isPr }) => isPr)
		? '「PR」は、掲載料をいただいた広告です。ほかは、掲載料の有無とは関係なく、選んだ理由を添えて紹介しています。'
		: '掲載料の有無とは関係なく、選んだ理由を添えて紹介しています。'

export const PICKUP_TITLE = '編集部が選んだ専門家'

/** The experts introduced in a list of offices; nothing without any. */
export function PickupSection({ experts }: { experts: readonly PickupCard[] }) {
	if (experts.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="pickups">
			<h2 id="pickups">{PICKUP_TITLE}</h2>
			<p className={stack.lead}>{pickupLead(experts)}</p>
			<PickupExperts experts={experts} />
		</section>
	)
}

export function PickupExperts({ experts }: { experts: readonly PickupCard[] }) {
	return (
		<ul className={stack.row}>
			{experts.map((expert) => (
				<li key={expert.pickupId} className={styles.card}>
					<div className={styles.head}>
						<img className={styles.portrait} src={expert.portrait} width="72" height="72" alt="" loading="lazy" decoding="async" />
						<div>
							{expert.isPr && (
								<p>
									<Tag>PR（広告）</Tag>
								</p>
							)}
							<h3>
								<Link className="cover" to={expertPath(expert.id, { pickup: expert.pickupId })} rel={expert.isPr ? 'sponsored' : undefined}>
									{expert.name}
								</Link>
							</h3>
							<p className={styles.facts}>{expert.facts}</p>
							{expert.place && <p className={styles.facts}>{expert.place}</p>}
						</div>
					</div>
					<p className={styles.headline}>{expert.headline}</p>
					<p className={styles.reason}>
						<strong>{expert.isPr ? '紹介' : '選んだ理由'}</strong>
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
