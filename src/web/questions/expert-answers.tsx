import { questionPath } from '../../domain/shared/links.ts'
import type { ExpertAnswerItem } from '../../domain/questions/types.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/day.tsx'
import { type Day, dayOf } from '../format/day.ts'
import { type Moment, momentOf } from '../format/moment.ts'
import stack from '../ui/stack.module.css'
import styles from './expert-answers.module.css'

export type ExpertAnswerView = Omit<ExpertAnswerItem, 'answeredAt'> & { answered: Day | Moment }

export const viewExpertAnswer = ({ answeredAt, ...answer }: ExpertAnswerItem): ExpertAnswerView => ({
	...answer,
	answered: dayOf(answeredAt),
})

/** As a room shows it, which is never kept for another day. */
export const viewExpertAnswerAt =
	(now: Date) =>
	({ answeredAt, ...answer }: ExpertAnswerItem): ExpertAnswerView => ({ ...answer, answered: momentOf(answeredAt, now) })

/** What experts answered last, each with the way to the answer itself. */
export function ExpertAnswers({ answers, areNamed = false }: { answers: readonly ExpertAnswerView[]; areNamed?: boolean }) {
	return (
		<ul className={`${stack.ruledSmall} ${styles.list}`}>
			{answers.map((answer) => (
				<li key={answer.answerId}>
					<h3>
						<Link className="tap" to={questionPath(answer.question.id, answer.answerId)}>
							{answer.question.title}
						</Link>
					</h3>
					<p className={styles.excerpt}>{answer.excerpt}</p>
					<p className={styles.facts}>
						{areNamed && <span>{answer.expertName}</span>}
						{answer.hiddenReason !== null && <Tag tone="warn">非公開</Tag>}
						{answer.isBest && <Tag tone="good">ベストアンサー</Tag>}
						{answer.helpfulCount > 0 && <span>{`参考になった ${answer.helpfulCount.toLocaleString('ja-JP')}`}</span>}
						<When when={answer.answered} />
					</p>
				</li>
			))}
		</ul>
	)
}
