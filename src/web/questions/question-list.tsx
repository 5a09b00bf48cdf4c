import { questionPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/day.tsx'
import { FoundPassage } from '../ui/found-passage.tsx'
import { Marked } from '../ui/marked.tsx'
import { type QuestionItem, stateLabel, stateTones } from './question-item.ts'
import stack from '../ui/stack.module.css'
import styles from './question-list.module.css'

/** Questions one under another. `heading` fits the level of the page around it. */
export function QuestionList({
	items,
	heading: Heading,
	words = [],
	compact = false,
}: {
	items: readonly QuestionItem[]
	heading: 'h2' | 'h3'
	words?: readonly string[]
	/** Without the beginning of the text, for other pages. */
	compact?: boolean
}) {
	return (
		<ul className={`${stack.ruled} ${styles.list}`} data-compact={compact || undefined}>
			{items.map((item, place) => (
				<li key={item.id} className={styles.item}>
					<Answered item={item} inView={place < IN_VIEW} />
					<div className={styles.text}>
						<Heading className={styles.title}>
							<Link className="cover" to={questionPath(item.id)}>
								<Marked text={item.title} words={words} />
							</Link>
						</Heading>
						{!compact && (
							<p className={styles.excerpt}>
								{item.passage ? <FoundPassage passage={item.passage} /> : <Marked text={item.excerpt} words={words} />}
							</p>
						)}
						<p className={styles.facts}>
							{item.awaitsAddress ? (
								<Tag tone="warn">メールアドレスの確認待ち（未公開）</Tag>
							) : (
								// A face says that there is an answer.
								(item.state !== 'answered' || !item.answerers?.length) && <Tag tone={stateTones[item.state]}>{stateLabel(item.state)}</Tag>
							)}
							{item.answerers && item.answerers.length > 0 && (
								<span>{`${item.answerers[0]?.name}さん${item.answerCount > 1 ? 'ほか' : ''}が回答`}</span>
							)}
							<span>{item.taskCategory.name}</span>
							{!compact && <span>{item.situation}</span>}
							<When when={item.asked} />
						</p>
					</div>
				</li>
			))}
		</ul>
	)
}

/** How many faces may be in the first window. */
const IN_VIEW = 3

/** Who answered, where the list knows their faces, and how many did. */
function Answered({ item: { answerCount, answerers = [] }, inView }: { item: QuestionItem; inView: boolean }) {
	if (answerers.length === 0)
		return (
			<p className={styles.answers} data-none={answerCount === 0 || undefined}>
				{answerCount > 0 && <strong>{answerCount.toLocaleString('ja-JP')}</strong>}
				<span>
					回答
					{answerCount === 0 && (
						<>
							<wbr />
							待ち
						</>
					)}
				</span>
			</p>
		)
	return (
		<p className={styles.faces}>
			<span>
				{answerers.map(({ portrait }) => (
					<img key={portrait} src={portrait} width="48" height="48" alt="" {...(inView ? {} : { loading: 'lazy' as const })} />
				))}
			</span>
			{`${answerCount.toLocaleString('ja-JP')}件の回答`}
		</p>
	)
}
