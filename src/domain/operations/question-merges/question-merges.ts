import { sql } from 'kysely'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { listQuestionsForStaff, type QueuedQuestion } from '../../moderation/question-queue.ts'
import { countConcerned, mergeQuestion, readAnswersOfMerge, type AnswerOfMerge } from '../../questions/merging/merge.ts'
import { listQuestionsLike } from '../../questions/search/similar.ts'
import type { SimilarQuestion } from '../../questions/types.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, isDomainError, notFound } from '../../shared/errors.ts'
import { UNDO_SECONDS } from '../desk-input.ts'
import { asStaff } from '../desk.ts'

const AT_ONCE = 20

/** A question as its merge shows it. */
export type MergeSide = QueuedQuestion

/** Reads one side of a merge. Throws not-found. */
export async function getMergeSide(ctx: StaffCtx, id: number): Promise<MergeSide> {
	requireStaff(ctx, 'moderator')
	const { items } = await listQuestionsForStaff(ctx, { id, hidden: false, cursor: null })
	const [question] = items
	if (!question) throw notFound('question')
	return question
}

/** Questions that a question could be merged into: those that have all the typed words, or without words those like it. */
export async function listMergeTargets(
	ctx: StaffCtx,
	id: number,
	words: string,
): Promise<Pick<SimilarQuestion, 'id' | 'title' | 'answerCount'>[]> {
	requireStaff(ctx, 'moderator')
	if (words === '') return listQuestionsLike(ctx, id)
	const { items } = await listQuestionsForStaff(ctx, { id: null, hidden: false, words, cursor: null })
	return items
		.filter((one) => one.id !== id && one.hiddenReason === null)
		.map(({ id: found, title, answers }) => ({ id: found, title, answerCount: answers.length }))
}

export type MergePlan = { answers: AnswerOfMerge[]; answerers: number; followers: number }

/** What merging would move and whom it would notify. */
export async function readMergePlan(ctx: StaffCtx, fromId: number, toId: number): Promise<MergePlan> {
	requireStaff(ctx, 'moderator')
	const [answers, concerned] = await Promise.all([readAnswersOfMerge(ctx, fromId, toId), countConcerned(ctx, fromId)])
	return { answers, ...concerned }
}

/**
 * Orders a merge that takes effect after `UNDO_SECONDS`, when `settleDueMerges` runs. It is carried out now and taken back, for the
 * refusals that it would meet. Throws them, and conflict where a merge of the question already waits.
 */
export async function orderMerge(ctx: RecentStaffCtx, order: { fromId: number; toId: number; reason: string }): Promise<{ id: number }> {
	const staff = requireRecentStaff(ctx, 'moderator')
	return inTransaction(staff, async (trx) => {
		await sql`savepoint rehearsal`.execute(trx.db)
		try {
			await mergeQuestion(trx, order)
		} finally {
			await sql`rollback to savepoint rehearsal`.execute(trx.db)
		}
		const now = trx.now()
		const made = await trx.db
			.insertInto('question_merges')
			.values({
				from_id: order.fromId,
				to_id: order.toId,
				user_id: trx.viewer.userId,
				reason: order.reason,
				given_at: now,
				due_at: new Date(now.getTime() + UNDO_SECONDS * 1_000),
				outcome: null,
				settled_at: null,
				failure: null,
			})
			.onConflict((conflict) =>
				conflict
					.column('from_id')
					.where(sql<boolean>`outcome is null or outcome = 'applied'`)
					.doNothing(),
			)
			.returning('id')
			.executeTakeFirst()
		if (!made)
			throw new DomainError('conflict', 'ordered already', { fields: { form: 'この質問の統合は、ほかの担当者がすでに始めています。' } })
		return made
	})
}

export type OwnMerge = { id: number; toId: number; outcome: 'applied' | 'undone' | 'failed' | null; failure: string | null; dueAt: Date }

/** The viewer's own order; null for anybody else's. */
export async function findOwnMerge(ctx: StaffCtx, id: number): Promise<OwnMerge | null> {
	const row = await ctx.db
		.selectFrom('question_merges')
		.select(['id', 'to_id as toId', 'outcome', 'failure', 'due_at as dueAt'])
		.where('id', '=', id)
		.where('user_id', '=', ctx.viewer.userId)
		.executeTakeFirst()
	return row ?? null
}

/** Takes one's own order back before it has taken effect. Throws conflict afterwards. */
export async function undoMerge(ctx: StaffCtx, id: number): Promise<void> {
	requireStaff(ctx, 'moderator')
	await inTransaction(ctx, async (trx) => {
		const undone = await trx.db
			.updateTable('question_merges')
			.set({ outcome: 'undone', settled_at: trx.now() })
			.where('id', '=', id)
			.where('user_id', '=', trx.viewer.userId)
			.where('outcome', 'is', null)
			.returning(['from_id', 'to_id'])
			.executeTakeFirst()
		if (!undone)
			throw new DomainError('conflict', 'settled already', {
				fields: { form: '取り消せる時間を過ぎたため、統合はすでに反映されています。' },
			})
		await recordAuditEvent(trx, { action: 'question.merge-undo', subject: `question:${undone.from_id}`, detail: { toId: undone.to_id } })
	})
}

/**
 * Carries out orders whose undo has ended, each in a transaction of its own and in the name of who gave it. One that is not
 * possible any more is kept with the reason. Returns how many were settled.
 */
export async function settleDueMerges(ctx: Ctx): Promise<number> {
	const due = await ctx.db
		.selectFrom('question_merges')
		.select('id')
		.where('outcome', 'is', null)
		.where('due_at', '<=', ctx.now())
		.orderBy('due_at')
		.limit(AT_ONCE)
		.execute()
	for (const { id } of due) await settle(ctx, id)
	return due.length
}

async function settle(ctx: Ctx, id: number): Promise<void> {
	try {
		await inTransaction(ctx, async (trx) => {
			const row = await trx.db
				.selectFrom('question_merges')
				.select(['from_id as fromId', 'to_id as toId', 'reason', 'user_id'])
				.where('id', '=', id)
				.where('outcome', 'is', null)
				.forUpdate()
				.skipLocked()
				.executeTakeFirst()
			if (!row) return
			if (row.user_id === null) throw notFound('user')
			await mergeQuestion(await asStaff(trx, row.user_id, ['moderator']), row)
			await trx.db.updateTable('question_merges').set({ outcome: 'applied', settled_at: trx.now() }).where('id', '=', id).execute()
		})
	} catch (error) {
		if (!isDomainError(error)) throw error
		const failure = error.fields['form'] ?? '統合できませんでした。いまの内容を確認してください。'
		await ctx.db
			.updateTable('question_merges')
			.set({ outcome: 'failed', settled_at: ctx.now(), failure })
			.where('id', '=', id)
			.where('outcome', 'is', null)
			.execute()
	}
}
