import { japan } from '../../domain/geography/areas.ts'
import { appealPath, categoryPath, questionHistoryPath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { Day } from '../ui/day.tsx'
import { ImageRow } from '../ui/posts/image-row.tsx'
import { stateLabel, stateTones } from './question-item.ts'
import type { QuestionView } from './question-view.ts'
import stack from '../ui/stack.module.css'
import styles from './question.module.css'

/** The question itself, as its asker wrote it. */
export function QuestionArticle({ question }: { question: QuestionView }) {
	const {
		id,
		can,
		title,
		body,
		state,
		askerName,
		situation,
		asked,
		edited,
		viewCount,
		tasks,
		taskCategory,
		addenda,
		hiddenReason,
		awaitsAddress,
		images,
	} = question
	return (
		<article className={styles.question}>
			{hiddenReason !== null && (
				<p className={styles.hidden}>
					{`この質問は運営が非公開にしています。理由：${hiddenReason} `}
					{question.isViewersOwn && <Link to={appealPath('question', id)}>判断に異議を申し立てる</Link>}
				</p>
			)}
			{awaitsAddress && (
				<div className={styles.hidden}>
					<p>
						<strong>この質問は、まだ公開されていません。</strong>
						登録したメールアドレスに届いている確認のメールのリンクを開くと、すぐに公開されます。それまでは、あなただけが見られます。
					</p>
					<p>
						メールが見つからないときは、
						<Link to="/mypage/account">アカウント</Link>
						から送り直せます。
					</p>
				</div>
			)}
			<header className={styles.head}>
				<p>{awaitsAddress ? <Tag tone="warn">確認待ち（未公開）</Tag> : <Tag tone={stateTones[state]}>{stateLabel(state)}</Tag>}</p>
				<h1>{title}</h1>
				<p className={stack.facts}>
					<span>{askerName}</span>
					<span>{situation}</span>
					<span>
						<Day day={asked} />
						の質問
					</span>
					{edited && (
						<span>
							<Day day={edited} />
							に編集
							{can.readHistory.allowed && (
								<>
									（<Link to={questionHistoryPath(id)}>編集履歴</Link>）
								</>
							)}
						</span>
					)}
					{viewCount > 0 && <span>{`閲覧${viewCount.toLocaleString('ja-JP')}回`}</span>}
				</p>
			</header>
			<p className={styles.body}>{body}</p>
			<ImageRow images={images} />
			{addenda.length > 0 && <Addenda addenda={addenda} />}
			<Topics taskCategory={taskCategory} tasks={tasks} />
		</article>
	)
}

function Addenda({ addenda }: Pick<QuestionView, 'addenda'>) {
	return (
		<div id="addenda" className={styles.addenda}>
			{addenda.map((addendum) => (
				<section key={addendum.id} aria-label="追記">
					<p className={styles.addendumHead}>
						追記（
						<Day day={addendum.day} />）
					</p>
					<p className={styles.body}>{addendum.body}</p>
				</section>
			))}
		</div>
	)
}

function Topics({ taskCategory, tasks }: Pick<QuestionView, 'taskCategory' | 'tasks'>) {
	return (
		<ul className={styles.topics} aria-label="関連する業務">
			<li>
				<Link to={categoryPath(taskCategory.id)}>{taskCategory.name}</Link>
			</li>
			{tasks.map((task) => (
				<li key={task.id}>
					<Link to={listPath({ scopeId: task.id, area: japan })}>{task.name}</Link>
				</li>
			))}
		</ul>
	)
}
