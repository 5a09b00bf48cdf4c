import type { MergePlan } from '../../../domain/operations/question-merges/question-merges.ts'
import type { Block } from '../../../domain/questions/markdown.ts'
import { questionPath } from '../../../domain/shared/links.ts'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import styles from '../admin.module.css'

/** What a merge moves, leaves behind and whom it notifies. */
export function Effects({ plan: { answers, answerers, followers } }: { plan: MergePlan }) {
	const moving = answers.filter(({ stays }) => stays === null).length
	return (
		<ul>
			<li>{`回答${moving}件が、残す質問に移ります。資格が合わない回答は、法律のとおり非公開になります。`}</li>
			{answers.map(({ id, expertName, stays }) =>
				stays === null ? null : (
					<li key={id}>
						{`${expertName}さんの回答は移りません（${stays === 'answered' ? '残す質問にも回答しています' : '残す質問を書いた方です'}）。`}
					</li>
				),
			)}
			<li>元の質問のアドレスは、残す質問に転送されます（301）。</li>
			<li>{`質問した2人、回答した${answerers}人、お気に入りに入れている${followers}人にお知らせします。`}</li>
		</ul>
	)
}

export type SideView = {
	id: number
	title: string
	body: string
	hiddenReason: string | null
	at: string
	tasks: string
	answers: { id: number; expertName: string; isBest: boolean; blocks: Block[] }[]
}

/** One of the two questions, with its answers as readers see them. */
export function Side({ label, side }: { label: string; side: SideView }) {
	return (
		<section className={styles.section} aria-labelledby={`side-${side.id}`}>
			<p className={styles.quiet}>{label}</p>
			<h2 id={`side-${side.id}`}>
				<Link to={questionPath(side.id)}>{side.title}</Link>
			</h2>
			<p className={styles.quiet}>{[`番号 ${side.id}`, side.at, side.tasks].filter(Boolean).join('・')}</p>
			{side.hiddenReason !== null && <p className={styles.quiet}>{`非公開：${side.hiddenReason}`}</p>}
			<p className={styles.text}>{side.body}</p>
			{side.answers.length === 0 && <p className={styles.quiet}>回答はありません。</p>}
			{side.answers.map((answer) => (
				<details key={answer.id}>
					<summary>{`${answer.expertName}さんの回答${answer.isBest ? '（ベストアンサー）' : ''}`}</summary>
					<Markdown blocks={answer.blocks} />
				</details>
			))}
		</section>
	)
}
