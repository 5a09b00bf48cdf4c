import type { z } from 'zod'
import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import type { ActionArgs } from '../forms/page-action.server.ts'
import type { RecentStaffCtx } from '../../domain/accounts/staff.ts'
import { answerHistoryPath, questionHistoryPath, questionMergePath, questionPath, staffQuestionsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { hideSubject, showSubject } from '../../domain/moderation/hiding.ts'
import { decisionSchema } from '../../domain/moderation/schemas.ts'
import { listQuestionsForStaff } from '../../domain/moderation/question-queue.ts'
import { acceptAnswer, withdrawAcceptance } from '../../domain/questions/best-answers.ts'
import { setTaskByStaff } from '../../domain/questions/question-tasks.ts'
import { topicChoiceSchema } from '../../domain/questions/schemas.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { type Block, parseMarkdown, plainText } from '../../domain/questions/markdown.ts'
import { Head } from '../layout/head.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { shortLine } from '../../domain/shared/text-input.ts'
import { formToken } from '../session/form-token.server.ts'
import { FoldedText } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/questions.page'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { Decide, type Decision, type Forms, SetTask, type TaskChoice } from '../moderation/question-decisions.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { DoneNote, formKey, LateDecision, withDone } from './done-note.tsx'

import { TextFilter } from './text-filter.tsx'
import styles from './admin.module.css'

/** Questions with their answers: moderators hide, show and choose a best answer in the asker's stead. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const hidden = searchParams.has('hidden')
	const id = parseId(searchParams.get('id') ?? '') || null
	const words = shortLine(searchParams.get('q') ?? '', 60)
	const [{ items, page }, tasks] = await Promise.all([
		listQuestionsForStaff(ctx, { id, hidden, words, cursor: searchParams.get('page') }),
		listTasks(ctx),
	])
	return {
		done: searchParams.get('done'),
		hidden,
		id,
		words,
		page,
		// Those of the question's own category come first in its form.
		choices: tasks.map(({ id: taskId, name, taskCategoryId, taskCategoryName }) => ({ taskId, name, taskCategoryId, taskCategoryName })),
		questions: items.map(({ createdAt, answers, ...question }) => ({
			...question,
			at: momentText(createdAt.getTime()),
			answers: answers.map(({ body, ...answer }) => ({ ...answer, text: readAnswer(body) })),
		})),
		csrfToken: formToken(context, request),
	}
})

const decision = decisionSchema.extend({ targetId: idField })

/** A form that gives a reason; what it decides is `run`. */
const decided = (intent: Decision, run: (ctx: RecentStaffCtx, id: number, reason: string) => Promise<unknown>) => ({
	input: decision,
	async run(ctx: RecentStaffCtx, { targetId, reason }: z.output<typeof decision>, { request }: ActionArgs) {
		await run(ctx, targetId, reason)
		return redirect(staffQuestionsPath(withDone(request.url, intent)), 303)
	},
})

export const action = staffAction(['moderator'], 'verdict', {
	'hide-question': decided('hide-question', (ctx, id, reason) => hideSubject(ctx, { kind: 'question', id }, reason)),
	'show-question': decided('show-question', (ctx, id, reason) => showSubject(ctx, { kind: 'question', id }, reason)),
	'hide-answer': decided('hide-answer', (ctx, id, reason) => hideSubject(ctx, { kind: 'answer', id }, reason)),
	'show-answer': decided('show-answer', (ctx, id, reason) => showSubject(ctx, { kind: 'answer', id }, reason)),
	'accept-answer': decided('accept-answer', (ctx, id, reason) => acceptAnswer(ctx, id, { reason })),
	'set-task': {
		input: decision.extend(topicChoiceSchema.shape),
		async run(ctx, { targetId, ...choice }, { request }: Route.ActionArgs) {
			await setTaskByStaff(ctx, targetId, choice)
			return redirect(staffQuestionsPath(withDone(request.url, 'set-task')), 303)
		},
	},
	'withdraw-answer': decided('withdraw-answer', (ctx, id, reason) => withdrawAcceptance(ctx, id, { reason })),
})

const FOLDED_FROM = 400

/** As the question's page renders it; a long one has its beginning without formatting above. */
function readAnswer(body: string): { blocks: Block[]; beginning: string | null } {
	const blocks = parseMarkdown(body)
	const characters = Array.from(plainText(blocks))
	return { blocks, beginning: characters.length > FOLDED_FROM ? `${characters.slice(0, FOLDED_FROM).join('').trimEnd()}…` : null }
}

type Question = Route.ComponentProps['loaderData']['questions'][number]

export default function QuestionsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { done, hidden, id, words, questions, choices, page, csrfToken } = loaderData
	const address = (cursor: string | null) => {
		const search = new URLSearchParams({ ...(hidden ? { hidden: '1' } : {}), ...(words === '' ? {} : { q: words }) })
		if (cursor !== null) search.set('page', cursor)
		return staffQuestionsPath(search.size > 0 ? `?${search.toString()}` : '')
	}
	return (
		<>
			<Head title="質問と回答の管理" description="質問と回答を確認します。" path={staffQuestionsPath()} noindex />
			<h1>質問と回答</h1>
			<LateDecision formState={formState} forms={questions.flatMap(formKeysOf)} />
			{!formState && <DoneNote done={done} />}
			<TextFilter label="質問と回答の言葉" words={words}>
				{hidden && <input type="hidden" name="hidden" value="1" />}
				<label>
					質問の番号
					<input name="id" inputMode="numeric" pattern="[0-9]*" autoComplete="off" defaultValue={id ?? ''} />
				</label>
			</TextFilter>
			<FilterTabs
				label="表示する質問"
				tabs={[
					{ to: staffQuestionsPath(), label: 'すべて', isCurrent: !hidden && id === null && words === '' },
					{ to: staffQuestionsPath('?hidden=1'), label: '非公開を含むもの', isCurrent: hidden },
				]}
			/>
			{questions.length === 0 && <p className={styles.empty}>該当する質問はありません。</p>}
			{questions.map((question) => (
				<QuestionSection key={question.id} question={question} choices={choices} csrfToken={csrfToken} formState={formState} />
			))}
			<Pager
				label="質問のページ"
				number={page.number}
				previous={page.previous && address(page.previous.cursor)}
				next={page.next && address(page.next.cursor)}
			/>
		</>
	)
}

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

const formKeysOf = (question: Question): string[] => [
	...['set-task', questionDecision(question)].map((intent) => formKey(intent, question.id)),
	...question.answers.flatMap((answer) => answerDecisions(question, answer).map((intent) => formKey(intent, answer.id))),
]

function QuestionSection({ question, choices, csrfToken, formState }: { question: Question; choices: readonly TaskChoice[] } & Forms) {
	const { id, title, body, at, hiddenReason, isEdited, answers } = question
	const forms = { csrfToken, formState }
	return (
		<article className={styles.section} aria-labelledby={`question-${id}`}>
			<h2 id={`question-${id}`}>
				<Link to={questionPath(id)}>{title}</Link> {hiddenReason !== null && <Tag tone="warn">非公開</Tag>}
			</h2>
			<p className={styles.quiet}>{`番号 ${id}・${at}`}</p>
			<div className={styles.text}>
				<FoldedText text={body} most={FOLDED_FROM} />
			</div>
			{isEdited && <EditedNote to={questionHistoryPath(id)} />}
			{hiddenReason !== null && <p className={styles.quiet}>{`非公開の理由：${hiddenReason}`}</p>}
			<p className={styles.quiet}>
				{`業務：${question.taskNames.length > 0 ? question.taskNames.join('、') : '未定（回答できる資格はカテゴリーで決まります）'}`}
			</p>
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
		</article>
	)
}

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
