import type { Updateable } from 'kysely'
import { bool, checkedSql, int4, int4Array, text } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { recordAgreements } from '../shared/agreements.ts'
import { countWrite } from '../shared/throttles.ts'
import type { AddendumInput, QuestionEdit, QuestionInput } from './schemas.ts'
import { drawHandle } from './handles.ts'
import { canAddAddendum, canAnonymise, canDelete, canEdit, canReopen, canResolve, type QuestionFacts } from './policy.ts'
import type { Permission } from './permission.ts'
import { attachDraftImages } from './question-images.ts'
import { indexQuestions } from './search/search-index.ts'
import type { QuestionContent } from './tables.ts'
import { addendaColumn, assertAllowed, dropQuestionPages, lockQuestion, readThread, type ThreadRow } from './thread.ts'
import type { EditResult, QuestionForEdit, Stage } from './types.ts'
import { awaitsAddress, waitingColumns } from './waiting-questions.ts'
import type { Tables } from '../shared/tables.ts'
import { assertSwitchedOn } from '../shared/switches.ts'

/**
 * Posts a question. Idempotent by client key: returns the question already stored. Throws `invalid` for a category
 * or task that does not exist, `throttled` above the rate limit. Attaches the images of the draft if requested. From
 * an account without a confirmed address it stays unpublished until the confirmation (waiting-questions.ts).
 */
export async function postQuestion(ctx: Ctx, input: QuestionInput, options: { withImages?: boolean } = {}): Promise<{ id: number }> {
	const { userId } = requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		// What does not need one another leaves together (decisions/0017-statements-in-waves.md).
		const [before, faults, waits] = await Promise.all([
			findByClientKey(trx, userId, input.clientKey),
			findTopicFaults(trx, input),
			awaitsAddress(trx),
		])
		if (before !== null) return { id: before }
		assertTopic(faults)
		const made = await trx.db
			.insertInto('questions')
			.values({
				...columnsOf(input),
				asker_id: userId,
				asker_handle: drawHandle(),
				is_anonymous: input.isAnonymous,
				client_key: input.clientKey,
				created_at: trx.now(),
				updated_at: trx.now(),
				...(waits ? waitingColumns(trx.now()) : {}),
			})
			.onConflict((conflict) => conflict.constraint('questions_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		// A concurrent submit of the same form was faster.
		if (!made) return { id: (await findByClientKey(trx, userId, input.clientKey)) ?? 0 }
		await Promise.all([
			countWrite(trx, 'questionAccount', userId),
			recordAgreements(trx, userId, ['questions']),
			writeTasks(trx, made.id, input.taskIds),
		])
		if (options.withImages) await attachDraftImages(trx, userId, made.id)
		await Promise.all([
			waits ? null : indexQuestions(trx, [made.id]),
			trx.db.deleteFrom('qa_drafts').where('user_id', '=', userId).where('question_id', 'is', null).execute(),
			dropQuestionPages(trx, [made.id]),
		])
		return made
	})
}

async function findByClientKey(ctx: Ctx, userId: string, clientKey: string): Promise<number | null> {
	const row = await ctx.db
		.selectFrom('questions')
		.select('id')
		.where('asker_id', '=', userId)
		.where('client_key', '=', clientKey)
		.executeTakeFirst()
	return row?.id ?? null
}

const columnsOf = (input: QuestionContent) => ({
	title: input.title,
	body: input.body,
	task_category_id: input.taskCategoryId,
	prefecture_id: input.prefectureId,
	stage: input.stage,
	industry: input.industry,
})

type Topic = Pick<QuestionContent, 'taskCategoryId' | 'taskIds'>

const checkTopic = async (ctx: Ctx, topic: Topic): Promise<void> => assertTopic(await findTopicFaults(ctx, topic))

/** The fields that name what does not exist or is not public, each with its sentence. */
async function findTopicFaults(ctx: Ctx, { taskCategoryId, taskIds }: Topic): Promise<Record<string, string>> {
	const { rows } = await checkedSql({ category: bool, tasks: int4 })`
		select exists (select from task_categories where id = ${taskCategoryId}::smallint) as category,
			(select count(*)::integer from tasks where id = any (${taskIds}::smallint[]) and published_at is not null) as tasks
	`.execute(ctx.db)
	const fields: Record<string, string> = {}
	if (!rows[0]?.category) fields['taskCategoryId'] = 'カテゴリーを選び直してください。'
	if (rows[0]?.tasks !== taskIds.length) fields['taskIds'] = '業務を選び直してください。'
	return fields
}

function assertTopic(faults: Record<string, string>): void {
	if (Object.keys(faults).length > 0) throw new DomainError('invalid', 'unknown topic', { fields: faults })
}

/** Writes the tasks of a question, which settles the suggestions of experts. */
export async function writeTasks(ctx: Pick<Ctx, 'db'>, questionId: number, taskIds: readonly number[]): Promise<void> {
	await ctx.db.deleteFrom('question_tasks').where('question_id', '=', questionId).execute()
	if (taskIds.length === 0) return
	await ctx.db
		.insertInto('question_tasks')
		.values(taskIds.map((taskId, place) => ({ question_id: questionId, position: place + 1, task_id: taskId })))
		.execute()
	await ctx.db.deleteFrom('question_task_suggestions').where('question_id', '=', questionId).execute()
}

const contentColumns = {
	title: text,
	body: text,
	task_category_id: int4,
	prefecture_id: int4.nullable,
	stage: text.as<Stage>(),
	industry: text.nullable,
	task_ids: int4Array.nullable,
	addenda: addendaColumn,
}

async function readContent(ctx: Ctx, questionId: number): Promise<QuestionContent & Pick<QuestionForEdit, 'addenda'>> {
	const { rows } = await checkedSql(contentColumns)`
		select q.title, q.body, q.task_category_id, q.prefecture_id, q.stage, q.industry,
			(select array_agg(task_id order by position) from question_tasks where question_id = q.id) as task_ids,
			(select json_agg(json_build_object('id', id, 'body', body, 'at', created_at) order by position)
				from question_addenda where question_id = q.id) as addenda
		from questions q where q.id = ${questionId}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('question')
	return {
		title: row.title,
		body: row.body,
		taskCategoryId: row.task_category_id,
		taskIds: row.task_ids ?? [],
		prefectureId: row.prefecture_id,
		stage: row.stage,
		industry: row.industry,
		addenda: (row.addenda ?? []).map((one) => ({ ...one, at: new Date(one.at) })),
	}
}

async function forEdit(ctx: Ctx, row: ThreadRow, facts: QuestionFacts): Promise<QuestionForEdit> {
	return {
		id: row.id,
		...(await readContent(ctx, row.id)),
		isAnonymous: row.is_anonymous,
		version: row.version,
		edit: canEdit(ctx.viewer, facts),
		addAddendum: canAddAddendum(ctx.viewer, facts),
	}
}

/** The asker's question as its form opens. `edit` and `addAddendum` say which of the two is left; throws for anyone else. */
export async function getQuestionForEdit(ctx: Ctx, id: number): Promise<QuestionForEdit> {
	requireMember(ctx)
	const { row, facts } = await readThread(ctx, id)
	const question = await forEdit(ctx, row, facts)
	if (!question.edit.allowed && !question.addAddendum.allowed && question.addAddendum.reason !== 'limit') assertAllowed(question.edit)
	return question
}

/** Updates a question until its first answer. The former text stays in its history. */
export async function editQuestion(ctx: Ctx, id: number, edit: QuestionEdit): Promise<EditResult<QuestionForEdit>> {
	requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const { row, facts } = await lockQuestion(trx, id)
		assertAllowed(canEdit(ctx.viewer, facts))
		const { version, ...content } = edit
		const { addenda: _, ...current } = await readContent(trx, id)
		// A repeated submit, or two that wrote the same.
		if (sameContent(current, content)) return { kind: 'saved', version: row.version }
		if (version !== row.version) return { kind: 'overtaken', current: await forEdit(trx, row, facts) }
		await checkTopic(trx, content)
		await dropQuestionPages(trx, [id])
		await trx.db
			.insertInto('question_revisions')
			.values({ question_id: id, version: row.version, content: JSON.stringify(current), replaced_at: trx.now() })
			.execute()
		await trx.db
			.updateTable('questions')
			.set({ ...columnsOf(content), version: row.version + 1, edited_at: trx.now(), updated_at: trx.now() })
			.where('id', '=', id)
			.execute()
		await writeTasks(trx, id, content.taskIds)
		if (!facts.awaitsAddress) await indexQuestions(trx, [id])
		await dropQuestionPages(trx, [id])
		return { kind: 'saved', version: row.version + 1 }
	})
}

const keys = ['title', 'body', 'taskCategoryId', 'prefectureId', 'stage', 'industry'] as const
const sameContent = (a: QuestionContent, b: QuestionContent): boolean =>
	keys.every((key) => a[key] === b[key]) && a.taskIds.join() === b.taskIds.join()

/** Adds a 追記, the only edit possible once there is an answer. */
export async function addAddendum(ctx: Ctx, id: number, input: AddendumInput): Promise<void> {
	requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	await change(ctx, id, canAddAddendum, async (trx, { addendum_count: count }) => {
		const last = await trx.db
			.selectFrom('question_addenda')
			.select('body')
			.where('question_id', '=', id)
			.orderBy('position', 'desc')
			.executeTakeFirst()
		// The same text twice in a row is a repeated submit.
		if (last?.body === input.body) return
		await trx.db
			.insertInto('question_addenda')
			.values({ question_id: id, position: count + 1, body: input.body, created_at: trx.now() })
			.execute()
		await indexQuestions(trx, [id])
		await touch(trx, id, {})
	})
}

/** Deletes a question without answers, with its text and revisions. */
export async function deleteQuestion(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, canDelete, async (trx) => {
		await touch(trx, id, { deleted_at: trx.now() })
		await trx.db.deleteFrom('question_searches').where('question_id', '=', id).execute()
		await trx.db.deleteFrom('question_revisions').where('question_id', '=', id).execute()
	})
}

/** Anonymises a question permanently. */
export async function anonymiseQuestion(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, canAnonymise, (trx) => touch(trx, id, { is_anonymous: true, anonymised_at: trx.now() }))
}

/** Resolves a question by its asker, without a best answer. */
export async function resolveQuestion(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, canResolve, (trx) => touch(trx, id, { state: 'resolved', resolved_at: trx.now() }))
}

/** Reopens a resolved question and withdraws the choice of its best answer. */
export async function reopenQuestion(ctx: Ctx, id: number): Promise<void> {
	await change(ctx, id, canReopen, (trx, row) =>
		touch(trx, id, {
			state: row.answer_count > 0 ? 'answered' : 'open',
			resolved_at: null,
			best_answer_id: null,
			best_chosen_by: null,
			best_reason: null,
		}),
	)
}

async function touch(ctx: Ctx, id: number, values: Updateable<Tables['questions']>): Promise<void> {
	await ctx.db
		.updateTable('questions')
		.set({ ...values, updated_at: ctx.now() })
		.where('id', '=', id)
		.execute()
}

/** Runs a change by the asker: lock, permission, handler, and cache invalidation. */
async function change(
	ctx: Ctx,
	id: number,
	may: (viewer: Ctx['viewer'], facts: QuestionFacts) => Permission,
	handler: (trx: Ctx, row: ThreadRow) => Promise<void>,
): Promise<void> {
	requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { row, facts } = await lockQuestion(trx, id)
		assertAllowed(may(ctx.viewer, facts))
		await handler(trx, row)
		await dropQuestionPages(trx, [id])
	})
}
