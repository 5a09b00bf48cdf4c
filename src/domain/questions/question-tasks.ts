import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { sql } from 'kysely'
import { checkedSql, int4, int4Array, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { questionPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { countWrite } from '../shared/throttles.ts'
import { assertSwitchedOn } from '../shared/switches.ts'
import { findScope } from '../taxonomy/categories.ts'
import { applyRulesToAnswers } from './new-rules.ts'
import { canChooseTask, canSuggestTask } from './policy.ts'
import { writeTasks } from './questions.ts'
import { indexQuestions } from './search/search-index.ts'
import { assertAllowed, dropQuestionPages, lockQuestion, readExpertFacts } from './thread.ts'

export const questionTaskTexts = defineTexts('question', {
	suggested: [
		'質問の業務：専門家の提案',
		'あなたの質問に、専門家から「どの業務の相談か」の提案が届きました。確かめて決めると、その業務を扱える専門家が回答できるようになります。',
	],
	decided: [
		'質問の業務：運営が決めた',
		'あなたの質問が、どの業務の相談かを運営が決めました。理由：{理由}',
		{ 理由: '相続登記についてのご質問のため' },
	],
	moved: [
		'質問のカテゴリー：運営が移した',
		'あなたの質問を、運営がカテゴリー「{カテゴリー}」に移しました。理由：{理由}',
		{ カテゴリー: '税金・会計', 理由: '税金についてのご質問のため' },
	],
})

/** A task that experts suggest for a question without one. */
export type SuggestedTask = { taskId: number; name: string; experts: string[] }

export type TaskSuggestions = {
	/** Those that the asker has not declined, the one that most suggest first. */
	suggested: SuggestedTask[]
	/** The viewer's own. */
	own: { name: string; isDeclined: boolean } | null
}

const selectSuggestions = checkedSql({ task_id: int4, name: text, expert_name: text, user_id: text, declined_at: timestamptz.nullable })

/** What is suggested for a question, for its asker and the experts who suggested it. */
export async function readTaskSuggestions(ctx: Ctx, questionId: number): Promise<TaskSuggestions> {
	const { userId } = requireMember(ctx)
	const { rows } = await selectSuggestions`
		select s.task_id, t.name, e.display_name as expert_name, e.user_id::text, s.declined_at
		from question_task_suggestions s join tasks t on t.id = s.task_id join experts e on e.id = s.expert_id and e.state = 'verified'
		where s.question_id = ${questionId}::integer
		order by s.suggested_at, s.expert_id
	`.execute(ctx.db)
	const suggested = new Map<number, SuggestedTask>()
	for (const { task_id: taskId, name, expert_name: expert, declined_at } of rows) {
		if (declined_at !== null) continue
		const one = suggested.get(taskId) ?? { taskId, name, experts: [] }
		suggested.set(taskId, { ...one, experts: [...one.experts, expert] })
	}
	const own = rows.find(({ user_id }) => user_id === userId)
	return {
		suggested: [...suggested.values()].toSorted((a, b) => b.experts.length - a.experts.length),
		own: own ? { name: own.name, isDeclined: own.declined_at !== null } : null,
	}
}

/**
 * Suggests a task of the question's category for a question that has none; another suggestion of the same expert replaces
 * the first until the asker has declined it. Notifies the asker.
 */
export async function suggestTask(ctx: Ctx, questionId: number, taskId: number): Promise<void> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	await inTransaction(ctx, async (trx) => {
		const { row, facts } = await lockQuestion(trx, questionId)
		const expert = await readExpertFacts(trx, questionId)
		assertAllowed(canSuggestTask(ctx.viewer, facts, expert, await hasTasks(trx, questionId)))
		await requireTaskOfQuestion(trx, questionId, taskId)
		await countWrite(trx, 'answerAccount', userId)
		const { numInsertedOrUpdatedRows } = await trx.db
			.insertInto('question_task_suggestions')
			.values({ question_id: questionId, expert_id: expert?.id ?? 0, task_id: taskId, suggested_at: trx.now() })
			.onConflict((conflict) =>
				conflict
					.columns(['question_id', 'expert_id'])
					.doUpdateSet({ task_id: taskId, suggested_at: trx.now() })
					.where('question_task_suggestions.declined_at', 'is', null),
			)
			.executeTakeFirst()
		if (!numInsertedOrUpdatedRows)
			throw new DomainError('conflict', 'declined before', { fields: { form: '質問者は、あなたの提案とは違う相談だと答えています。' } })
		if (row.asker_id === null) return
		await publishEvent(trx, {
			event: 'notice',
			kind: 'question-task',
			userId: row.asker_id,
			subject: `question-task:${questionId}:${taskId}`,
			text: writeText(trx.site, questionTaskTexts.suggested, {}),
			path: questionPath(questionId),
		})
	})
}

/** The asker accepts a suggestion, which becomes the task of the question. Throws not-found for a task that was not suggested. */
export async function confirmTask(ctx: Ctx, questionId: number, taskId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { facts } = await lockQuestion(trx, questionId)
		assertAllowed(canChooseTask(ctx.viewer, facts, await hasTasks(trx, questionId)))
		await requireSuggested(trx, questionId, taskId)
		await requireTaskOfQuestion(trx, questionId, taskId)
		await changeTasks(trx, questionId, [taskId])
	})
}

/** The asker says that the question is about something else. */
export async function declineTask(ctx: Ctx, questionId: number, taskId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const { facts } = await lockQuestion(trx, questionId)
		assertAllowed(canChooseTask(ctx.viewer, facts, await hasTasks(trx, questionId)))
		await requireSuggested(trx, questionId, taskId)
		await trx.db
			.updateTable('question_task_suggestions')
			.set({ declined_at: trx.now() })
			.where('question_id', '=', questionId)
			.where('task_id', '=', taskId)
			.where('declined_at', 'is', null)
			.execute()
	})
}

/**
 * Sets or changes the task of a question, by staff with a reason; a task of another category moves the question there, as does the
 * number of a category, which leaves it without a task. Answers keep the parts that their experts may do;
 * those of which the law leaves nothing are hidden, and their authors are notified, as is the asker.
 */
export async function setTaskByStaff(ctx: Ctx, questionId: number, { taskId, reason }: { taskId: number; reason: string }): Promise<void> {
	const staff = requireRecentStaff(ctx, 'moderator')
	await inTransaction(staff, async (trx) => {
		const { row } = await lockQuestion(trx, questionId)
		const scope = await findScope(trx, taskId)
		if (!scope) throw noSuchTask()
		const taskIds = scope.kind === 'task' ? [taskId] : []
		const before = await trx.db.selectFrom('question_tasks').select('task_id').where('question_id', '=', questionId).execute()
		const { task_category_id: categoryId } = await trx.db
			.selectFrom('questions')
			.select('task_category_id')
			.where('id', '=', questionId)
			.executeTakeFirstOrThrow()
		if (before.length === taskIds.length && before[0]?.task_id === taskIds[0] && categoryId === scope.categoryId) return
		// Lists of the former category show it no longer.
		await dropQuestionPages(trx, [questionId])
		await trx.db.updateTable('questions').set({ task_category_id: scope.categoryId }).where('id', '=', questionId).execute()
		await changeTasks(trx, questionId, taskIds)
		await recordAuditEvent(trx, {
			action: 'question.task',
			subject: `question:${questionId}`,
			reason,
			detail: { before: before.map(({ task_id }) => task_id), categoryBefore: categoryId, taskId },
		})
		if (row.asker_id === null) return
		await publishEvent(trx, {
			event: 'notice',
			kind: 'question-task',
			userId: row.asker_id,
			subject: `question-task-set:${questionId}:${trx.now().getTime()}`,
			text:
				scope.kind === 'task'
					? writeText(trx.site, questionTaskTexts.decided, { 理由: reason })
					: writeText(trx.site, questionTaskTexts.moved, { カテゴリー: scope.name, 理由: reason }),
			path: questionPath(questionId),
		})
	})
}

/** Most tasks of a question. */
const MOST_TASKS = 3

/**
 * Puts tasks of the same category in the place of one that staff merged or split, on every question that has it, in the caller's
 * transaction. Answers keep the parts that their experts may do. Returns how many questions there were.
 */
export async function replaceTask(trx: Ctx, taskId: number, byIds: readonly number[]): Promise<number> {
	const { rows } = await checkedSql({ id: int4, taskIds: int4Array })`
		select question_id as id, array_agg(task_id::integer order by position) as "taskIds" from question_tasks
		where question_id in (select question_id from question_tasks where task_id = ${taskId}::integer) group by question_id order by question_id
	`.execute(trx.db)
	for (const { id, taskIds } of rows) {
		const replaced = taskIds.flatMap((one) => (one === taskId ? byIds : [one]))
		await changeTasks(trx, id, [...new Set(replaced)].slice(0, MOST_TASKS))
	}
	return rows.length
}

/** Writes the tasks of a question and updates its answers to match, in the transaction that holds its lock. */
async function changeTasks(trx: Ctx, questionId: number, taskIds: readonly number[]): Promise<void> {
	await dropQuestionPages(trx, [questionId])
	await writeTasks(trx, questionId, taskIds)
	await trx.db.updateTable('questions').set({ updated_at: trx.now() }).where('id', '=', questionId).execute()
	await trx.db.updateTable('answers').set({ part_ids: [] }).where('question_id', '=', questionId).execute()
	await applyRulesToAnswers(trx, questionId)
	await indexQuestions(trx, [questionId])
	await dropQuestionPages(trx, [questionId])
}

async function hasTasks(ctx: Ctx, questionId: number): Promise<boolean> {
	const row = await ctx.db.selectFrom('question_tasks').select('task_id').where('question_id', '=', questionId).executeTakeFirst()
	return row !== undefined
}

async function requireTaskOfQuestion(ctx: Ctx, questionId: number, taskId: number): Promise<void> {
	const { rows } = await sql`
		select from tasks t join questions q on q.task_category_id = t.task_category_id
		where q.id = ${questionId}::integer and t.id = ${taskId}::integer and t.published_at is not null
	`.execute(ctx.db)
	if (rows.length === 0) throw noSuchTask()
}

const noSuchTask = () => new DomainError('invalid', 'no task to choose', { fields: { taskId: '業務を選んでください。' } })

async function requireSuggested(ctx: Ctx, questionId: number, taskId: number): Promise<void> {
	const row = await ctx.db
		.selectFrom('question_task_suggestions')
		.select('task_id')
		.where('question_id', '=', questionId)
		.where('task_id', '=', taskId)
		.where('declined_at', 'is', null)
		.executeTakeFirst()
	if (!row) throw notFound('suggestion')
}
