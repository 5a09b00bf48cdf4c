import { sql } from 'kysely'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { listQuestionsForStaff, type QueuedQuestion } from '../../moderation/question-queue.ts'
import { countConcerned, mergeQuestion, readAnswersOfMerge, type AnswerOfMerge } from '../../questions/merging/merge.ts'
import { listQuestionsLike } from '../../questions/search/similar.ts'
import type { SimilarQuestion } from '../../questions/types.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { asStaff, rehearse, settleDueOrders } from '../queue-work/delayed-orders.ts'
import { UNDO_SECONDS } from '../desk-input.ts'

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
		await rehearse(trx, () => mergeQuestion(trx, order))
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

/** Carries out the merges whose undo has ended, in the name of who ordered each. Returns how many were settled. */
export const settleDueMerges = (ctx: Ctx): Promise<number> =>
	settleDueOrders(ctx, {
		table: 'question_merges',
		sorry: '統合できませんでした。いまの内容を確認してください。',
		async carryOut(trx, id) {
			const { user_id, ...order } = await trx.db
				.selectFrom('question_merges')
				.select(['from_id as fromId', 'to_id as toId', 'reason', 'user_id'])
				.where('id', '=', id)
				.executeTakeFirstOrThrow()
			if (user_id === null) throw notFound('user')
			await mergeQuestion(await asStaff(trx, user_id, ['moderator']), order)
		},
	})
