import { shortMoment } from '../../../domain/appointments/appointment-input.ts'
import type { CaseItem } from '../../../domain/cases/cases.ts'
import { type Moment as MomentText, momentOf } from '../../format/moment.ts'
import { StageBar } from './stage-bar.tsx'
import { Moment } from '../../ui/day.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import styles from './case-cards.module.css'

export type CaseCard = Omit<CaseItem, 'at' | 'nextMeeting'> & { at: MomentText; meeting: string | null }

export const viewCase = ({ at, nextMeeting, ...item }: CaseItem, now: Date): CaseCard => ({
	...item,
	at: momentOf(at, now),
	meeting: nextMeeting === null ? null : shortMoment(nextMeeting),
})

/** A client's cases, each with how far it is and what is to be done next. */
export function CaseCards({ items }: { items: readonly CaseCard[] }) {
	return (
		<ul className={stack.loose}>
			{items.map((item) => (
				<li key={`${item.kind}-${item.id}`} className={`${stack.card} ${styles.case}`}>
					<h3>
						<Link to={item.path}>{item.title}</Link>
					</h3>
					<p className={stack.quietLine}>
						<Tag>{item.kind === 'estimate' ? '見積もり依頼' : '問い合わせ'}</Tag>
						{item.isUnread && <Tag tone="warn">未読あり</Tag>}
						{item.meeting !== null && <Tag tone="accent">{`面談 ${item.meeting}`}</Tag>}
						<span>{item.with}</span>
						<span>
							<Moment moment={item.at} />
						</span>
					</p>
					<StageBar stage={item.stage} side="client" isBare />
				</li>
			))}
		</ul>
	)
}
