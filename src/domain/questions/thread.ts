import { sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, int8, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { publishTags } from '../../platform/page-tags.ts'
import type { Ctx } from '../shared/context.ts'
import { readHeld } from '../taxonomy/task-part-reads.ts'
import { DomainError, notFound, type Way } from '../shared/errors.ts'
import { type AnswerFacts, canSeeQuestion, type ExpertFacts, isModerator, type QuestionFacts } from './policy.ts'
import type { Permission } from './permission.ts'
import type { QuestionState } from './types.ts'

/** What every write in a thread checks first. */
const threadColumns = {
	id: int4,
	asker_id: int8.nullable,
	state: text.as<QuestionState>(),
	answer_count: int4,
	is_anonymous: bool,
	best_answer_id: int4.nullable,
	version: int4,
	hidden_at: timestamptz.nullable,
	awaits_address_since: timestamptz.nullable,
	has_answers: bool,
	addendum_count: int4,
}

export type ThreadRow = RowOf<typeof threadColumns>

/** Addenda as json, oldest first; `at` is a time in ISO 8601. */
export const addendaColumn = builtJson(() => z.array(z.strictObject({ id: z.int(), body: z.string(), at: z.string() }))).nullable

export const viewerId = (ctx: Ctx): string | null => (ctx.viewer.kind === 'member' ? ctx.viewer.userId : null)

/**
 * Locks a question for a write: every change of a thread holds this lock, so that counters and states always match
 * the rows. Throws not-found for a deleted question, and for one that the viewer may not see (`canSeeQuestion`).
 */
export async function lockQuestion(ctx: Ctx, questionId: number): Promise<{ row: ThreadRow; facts: QuestionFacts }> {
	if (!isId(questionId)) throw notFound('question')
	const locked = await sql`select id from questions where id = ${questionId}::integer for no key update`.execute(ctx.db)
	if (locked.rows.length === 0) throw notFound('question')
	// Read after the lock is held, to see the previous writer's changes.
	return readThread(ctx, questionId)
}

/** The same without the lock, for pages. */
export async function readThread(ctx: Ctx, questionId: number): Promise<{ row: ThreadRow; facts: QuestionFacts }> {
	if (!isId(questionId)) throw notFound('question')
	const { rows } = await checkedSql(threadColumns)`
		select q.id, q.asker_id, q.state, q.answer_count, q.is_anonymous, q.best_answer_id, q.version, q.hidden_at, q.awaits_address_since,
			exists (select from answers a where a.question_id = q.id) as has_answers,
			(select count(*)::integer from question_addenda d where d.question_id = q.id) as addendum_count
		from questions q where q.id = ${questionId}::integer and q.deleted_at is null
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('question')
	const facts = questionFacts(ctx, row)
	if (!canSeeQuestion(ctx.viewer, facts)) throw notFound('question')
	return { row, facts }
}

export const questionFacts = (ctx: Ctx, row: Omit<ThreadRow, 'id' | 'version'>): QuestionFacts => ({
	isAsker: row.asker_id !== null && row.asker_id === viewerId(ctx),
	state: row.state,
	answerCount: row.answer_count,
	addendumCount: row.addendum_count,
	hasAnswers: row.has_answers,
	isAnonymous: row.is_anonymous,
	isHidden: row.hidden_at !== null,
	awaitsAddress: row.awaits_address_since !== null,
	bestAnswerId: row.best_answer_id,
})

const answerColumns = {
	id: int4,
	question_id: int4,
	author_id: int8.nullable,
	expert_id: int4.nullable,
	comment_count: int4,
	helpful_count: int4,
	thanked_at: timestamptz.nullable,
	version: int4,
	hidden_at: timestamptz.nullable,
}

export type AnswerRow = RowOf<typeof answerColumns>

type AnswerInThread = { answer: AnswerRow; answerFacts: AnswerFacts; row: ThreadRow; facts: QuestionFacts }

/** Locks the thread of an answer and reads the answer. Throws not-found. */
export const lockAnswer = (ctx: Ctx, answerId: number): Promise<AnswerInThread> => openAnswer(ctx, answerId, lockQuestion)

/** The same without the lock, for pages. */
export const readAnswer = (ctx: Ctx, answerId: number): Promise<AnswerInThread> => openAnswer(ctx, answerId, readThread)

async function openAnswer(ctx: Ctx, answerId: number, open: typeof lockQuestion): Promise<AnswerInThread> {
	if (!isId(answerId)) throw notFound('answer')
	const place = await ctx.db.selectFrom('answers').select('question_id').where('id', '=', answerId).executeTakeFirst()
	if (!place) throw notFound('answer')
	const thread = await open(ctx, place.question_id)
	const { rows } = await checkedSql(answerColumns)`
		select a.id, a.question_id, e.user_id as author_id, a.expert_id, a.comment_count, a.helpful_count, a.thanked_at, a.version, a.hidden_at
		from answers a left join experts e on e.id = a.expert_id
		where a.id = ${answerId}::integer
	`.execute(ctx.db)
	const [answer] = rows
	if (!answer) throw notFound('answer')
	const facts = answerFacts(ctx, answer)
	if (facts.isHidden && !facts.isAuthor && !isModerator(ctx.viewer)) throw notFound('answer')
	return { answer, answerFacts: facts, ...thread }
}

export const answerFacts = (
	ctx: Ctx,
	row: Pick<AnswerRow, 'id' | 'author_id' | 'hidden_at' | 'comment_count' | 'thanked_at'>,
): AnswerFacts => ({
	id: row.id,
	isAuthor: row.author_id !== null && row.author_id === viewerId(ctx),
	isHidden: row.hidden_at !== null,
	commentCount: row.comment_count,
	isThanked: row.thanked_at !== null,
})

/** The viewer as an expert, with their answer to this question; null for anyone else. */
export async function readExpertFacts(ctx: Ctx, questionId: number): Promise<(NonNullable<ExpertFacts> & { id: number }) | null> {
	const userId = viewerId(ctx)
	if (userId === null) return null
	const { rows } = await checkedSql({ id: int4, verified: bool, answer_id: int4.nullable })`
		select e.id, e.state = 'verified' as verified,
			(select a.id from answers a where a.expert_id = e.id and a.question_id = ${questionId}::integer) as answer_id
		from experts e where e.user_id = ${userId}::bigint
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return null
	return { id: row.id, isVerified: row.verified, held: await readHeld(ctx, row.id), answerId: row.answer_id }
}

const CONFLICTS = new Set(['already', 'answered', 'unanswered', 'resolved', 'unresolved', 'limit', 'turn'])

/** Throws forbidden if a permission is denied, with its sentence as the form error. */
export function assertAllowed(permission: Permission, ways: readonly Way[] = []): void {
	if (permission.allowed) return
	const { reason, message } = permission
	const kind = reason === 'login' ? 'unauthenticated' : CONFLICTS.has(reason) ? 'conflict' : 'forbidden'
	throw new DomainError(kind, `refused: ${reason}`, { code: `qa/${reason}`, fields: { form: message }, ways })
}

export const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 0x7fffffff

/** The tag of lists of all categories, and of one category or task. */
export const questionListTag = ({ categoryId = null, taskId = null }: { categoryId?: number | null; taskId?: number | null } = {}) =>
	taskId !== null ? `qa:task:${taskId}` : categoryId !== null ? `qa:category:${categoryId}` : 'qa:list'

/**
 * Drops what shows the questions: their pages, the lists that contain them now, and for an answer the page of its expert. A change
 * of category or tasks calls it before and after.
 */
export async function dropQuestionPages(
	ctx: Pick<Ctx, 'db'>,
	questionIds: readonly number[],
	expertId: number | null = null,
): Promise<void> {
	if (questionIds.length === 0) return
	const { rows } = await checkedSql({ category_id: int4, task_id: int4.nullable })`
		select distinct q.task_category_id::integer as category_id, t.task_id::integer
		from questions q left join question_tasks t on t.question_id = q.id where q.id = any(${questionIds}::integer[])
	`.execute(ctx.db)
	const lists = rows.flatMap(({ category_id: categoryId, task_id: taskId }) => [
		questionListTag({ categoryId }),
		...(taskId === null ? [] : [questionListTag({ taskId })]),
	])
	await publishTags(ctx.db, [
		...questionIds.map((id) => `question:${id}`),
		...new Set([questionListTag(), ...lists]),
		...(expertId === null ? [] : [`expert:${expertId}`]),
	])
}
