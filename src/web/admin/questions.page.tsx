import type { z } from 'zod'
import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import type { ActionArgs } from '../forms/page-action.server.ts'
import type { RecentStaffCtx } from '../../domain/accounts/staff.ts'
import { staffQuestionsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { hideSubject, showSubject } from '../../domain/moderation/hiding.ts'
import { decisionSchema } from '../../domain/moderation/schemas.ts'
import { listQuestionsForStaff } from '../../domain/moderation/question-queue.ts'
import { acceptAnswer, withdrawAcceptance } from '../../domain/questions/best-answers.ts'
import { setTaskByStaff } from '../../domain/questions/question-tasks.ts'
import { topicChoiceSchema } from '../../domain/questions/schemas.ts'
import { listTasks } from '../../domain/taxonomy/tasks.ts'
import { Head } from '../layout/head.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { shortLine } from '../../domain/shared/text-input.ts'
import { formToken } from '../session/form-token.server.ts'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/questions.page'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { DoneNote, LateDecision, withDone } from './done-note.tsx'
import { readAnswer } from './questions/answer-text.ts'
import { type Decision, formKeysOf, QuestionSection } from './questions/question-section.tsx'
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
				<QuestionSection
					key={question.id}
					question={question}
					// A single question was looked for to be read.
					isOpen={id !== null}
					choices={choices}
					csrfToken={csrfToken}
					formState={formState}
				/>
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
