import { answerHistoryPath, questionHistoryPath, questionMergePath, questionPath } from '../../../domain/shared/links.ts'
import { Decide, type Decision, type Forms, SetTask, type TaskChoice } from '../../moderation/question-decisions.tsx'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from '../+types/questions.page'
import { formKey } from '../done-note.tsx'
import { QuestionShown } from '../posts/subject-preview.tsx'
import { shorten } from '../../../domain/shared/text-input.ts'
import styles from '../admin.module.css'

export type { Decision }

type Question = Route.ComponentProps['loaderData']['questions'][number]
type Answer = Question['answers'][number]

/** What can be decided about an answer now. */
function answerDecisions(question: Question, { isBest, hiddenReason }: Answer): Decision[] {
	const mayChoose = !isBest && hiddenReason === null && question.hiddenReason === null
	return [
		hiddenReason === null ? 'hide-answer' : 'show-answer',
		...(mayChoose ? (['accept-answer'] as const) : []),
		...(isBest ? (['withdraw-answer'] as const) : []),
	]
}

const questionDecision = ({ hiddenReason }: Question): Decision => (hiddenReason === null ? 'hide-question' : 'show-question')

/** The keys of the forms of a question and of its answers, as they can be decided now. */
export const formKeysOf = (question: Question): string[] => [
	...['set-task', questionDecision(question)].map((intent) => formKey(intent, question.id)),
	...question.answers.flatMap((answer) => answerDecisions(question, answer).map((intent) => formKey(intent, answer.id))),
]

type SectionProps = { question: Question; isOpen: boolean; choices: readonly TaskChoice[] } & Forms

/** A question of the list; its text, answers and forms are folded unless it was looked for. */
export function QuestionSection({ question, isOpen, choices, csrfToken, formState }: SectionProps) {
	const { id, title, body, at, hiddenReason, isEdited, answers } = question
	const forms = { csrfToken, formState }
	const hasForm = formState !== undefined && formKeysOf(question).includes(formKey(formState.intent, formState.targetId))
	const hiddenAnswers = answers.filter((answer) => answer.hiddenReason !== null).length
	return (
		<article className={styles.section} aria-labelledby={`question-${id}`}>
			<h2 id={`question-${id}`}>
				<Link to={questionPath(id)}>{title}</Link> {hiddenReason !== null && <Tag tone="warn">非公開</Tag>}
			</h2>
			<p className={styles.quiet}>
				{[
					`番号 ${id}`,
					at,
					question.taskNames.length > 0 ? question.taskNames.join('、') : '業務は未定（回答できる資格はカテゴリーで決まります）',
					hiddenAnswers > 0 && `非公開の回答${hiddenAnswers}件`,
				]
					.filter(Boolean)
					.join('・')}
			</p>
			{hiddenReason !== null && <p className={styles.quiet}>{`非公開の理由：${hiddenReason}`}</p>}
			{!isOpen && <p>{beginningOf(body)}</p>}
			<details open={isOpen || hasForm}>
				<summary>{`全文・回答${answers.length.toLocaleString('ja-JP')}件・操作`}</summary>
				<div className={styles.body}>
					<QuestionShown body={body} images={question.images} addenda={question.addenda} />
					{isEdited && <EditedNote to={questionHistoryPath(id)} />}
					{hiddenReason === null && (
						<p>
							<Link to={questionMergePath(id)}>同じ内容の質問に統合する</Link>
						</p>
					)}
					<SetTask {...forms} id={id} categoryId={question.taskCategoryId} choices={choices} />
					<Decide {...forms} id={id} intent={questionDecision(question)} />
					{answers.map((answer) => (
						<div key={answer.id} className={styles.quote}>
							<p>
								<strong>{answer.expertName}</strong> {answer.isBest && <Tag tone="good">ベストアンサー</Tag>}{' '}
								{answer.hiddenReason !== null && <Tag tone="warn">非公開</Tag>}
							</p>
							<AnswerText text={answer.text} />
							{answer.isEdited && <EditedNote to={answerHistoryPath(answer.id)} />}
							{answer.hiddenReason !== null && <p className={styles.quiet}>{`非公開の理由：${answer.hiddenReason}`}</p>}
							{answerDecisions(question, answer).map((intent) => (
								<Decide key={intent} {...forms} id={answer.id} intent={intent} />
							))}
						</div>
					))}
				</div>
			</details>
		</article>
	)
}

/** A line of a question, for a list that is read at a glance. */
const beginningOf = (body: string): string => shorten(body.replaceAll(/\s+/gu, ' '), 90)

function EditedNote({ to }: { to: string }) {
	return (
		<p className={styles.quiet}>
			編集されています。
			<Link to={to}>以前の内容を読む（閲覧は操作の記録に残ります）</Link>
		</p>
	)
}

function AnswerText({ text: { blocks, beginning } }: { text: Question['answers'][number]['text'] }) {
	if (beginning === null) return <Markdown blocks={blocks} />
	return (
		<>
			<p>{beginning}</p>
			<details>
				<summary>全文を読む</summary>
				<Markdown blocks={blocks} />
			</details>
		</>
	)
}
