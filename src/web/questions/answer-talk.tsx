import { COMMENT_ROUNDS } from '../../domain/questions/input.ts'
import { Day } from '../ui/day.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { FormState } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormKeys, HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import type { AnswerView, QuestionView } from './question-view.ts'
import stack from '../ui/stack.module.css'
import styles from './answer-article.module.css'

export type AnswerProps = { answer: AnswerView; question: QuestionView; forms: FormKeys | null; formState: FormState | undefined }

/** Of an answer that was moved here the comments are of the other question's asker. */
const sayer = (author: 'asker' | 'expert', answer: AnswerView, question: QuestionView): string =>
	author === 'expert' ? answer.expert.name : answer.isMoved ? '元の質問の質問者' : `質問者（${question.askerName}）`

/** The comments of asker and expert below an answer, and the form of the one who may write next. */
export function AnswerThread({ answer, question, forms, formState }: AnswerProps) {
	const { id, comments, can } = answer
	const own = formState?.intent === 'comment' ? formState : undefined
	const isOwn = (author: 'asker' | 'expert') =>
		author === 'asker' ? question.isViewersOwn && !answer.isMoved : question.viewersAnswerId === id
	const waits =
		forms && !can.comment.allowed && (can.comment.reason === 'turn' || can.comment.reason === 'limit') ? can.comment.message : null
	if (comments.length === 0 && (!forms || (!can.comment.allowed && !own))) return null
	return (
		<div className={styles.talk}>
			{comments.length > 0 && (
				<ol className={`${stack.list} ${styles.comments}`} aria-label="質問者と専門家のやりとり">
					{comments.map((comment) => (
						<li key={comment.id} data-by={comment.author}>
							<p className={styles.said}>
								{sayer(comment.author, answer, question)}
								<Day day={comment.day} />
							</p>
							<p className={styles.words}>{comment.body}</p>
							{!isOwn(comment.author) && <ReportLink kind="comment" id={comment.id} label="コメント" />}
						</li>
					))}
				</ol>
			)}
			{waits && <p className={styles.waits}>{waits}</p>}
			{forms && (can.comment.allowed || own) && (
				<details className={styles.fold} open={own !== undefined}>
					<summary>{question.isViewersOwn ? 'この回答について追加で聞く' : '返信する'}</summary>
					<form method="post" className={styles.form}>
						<HiddenFields csrfToken={forms.csrfToken} intent="comment" targetId={id} />
						<input type="hidden" name="clientKey" value={forms.clientKey} />
						<ErrorSummary formState={own?.fields['form'] ? own : undefined} />
						<TextArea
							id={`comment-${id}`}
							name="body"
							label={question.isViewersOwn ? '追加の質問' : '返信'}
							hint={`1,000文字まで、${COMMENT_ROUNDS}往復まで。公開されます。`}
							rows={4}
							formState={own}
						/>
						<button type="submit" className="button">
							送信する
						</button>
					</form>
				</details>
			)}
		</div>
	)
}
