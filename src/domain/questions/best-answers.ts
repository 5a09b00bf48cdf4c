import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { canAccept, canWithdrawAcceptance } from './policy.ts'
import { assertAllowed, dropQuestionPages, lockAnswer } from './thread.ts'

/**
 * Chooses the best answer and resolves the question, or moves the choice. By the asker, or by staff who give a reason, which
 * the page shows and the audit keeps.
 */
export async function acceptAnswer(ctx: Ctx, answerId: number, options: { reason?: string } = {}): Promise<{ questionId: number }> {
	requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts, facts } = await lockAnswer(trx, answerId)
		assertAllowed(canAccept(ctx.viewer, facts, answerFacts))
		const reason = facts.isAsker ? null : await noteStaffAct(trx, { action: 'answer.accept', answerId, reason: options.reason })
		await trx.db
			.updateTable('questions')
			.set((eb) => ({
				best_answer_id: answerId,
				best_chosen_by: facts.isAsker ? 'asker' : 'staff',
				best_reason: reason,
				state: 'resolved',
				resolved_at: eb.fn.coalesce('resolved_at', eb.val(trx.now())),
				updated_at: trx.now(),
			}))
			.where('id', '=', answer.question_id)
			.execute()
		await dropQuestionPages(trx, [answer.question_id], answer.expert_id)
		await publishEvent(trx, { event: 'answer.accepted', answerId })
		return { questionId: answer.question_id }
	})
}

/**
 * Withdraws the choice: the question is answered and no longer resolved. By the asker, or by staff, whose reason goes into
 * the audit log.
 */
export async function withdrawAcceptance(ctx: Ctx, answerId: number, options: { reason?: string } = {}): Promise<{ questionId: number }> {
	requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts, facts, row } = await lockAnswer(trx, answerId)
		assertAllowed(canWithdrawAcceptance(ctx.viewer, facts, answerFacts))
		if (!facts.isAsker) await noteStaffAct(trx, { action: 'answer.unaccept', answerId, reason: options.reason })
		await trx.db
			.updateTable('questions')
			.set({
				best_answer_id: null,
				best_chosen_by: null,
				best_reason: null,
				state: row.answer_count > 0 ? 'answered' : 'open',
				resolved_at: null,
				updated_at: trx.now(),
			})
			.where('id', '=', answer.question_id)
			.execute()
		await dropQuestionPages(trx, [answer.question_id], answer.expert_id)
		return { questionId: answer.question_id }
	})
}

/** Actions of staff on behalf of the asker need a reason and are recorded. */
async function noteStaffAct(ctx: Ctx, { action, answerId, reason }: { action: string; answerId: number; reason: string | undefined }) {
	const staff = requireRecentStaff(ctx, 'moderator')
	const given = reason?.trim() ?? ''
	if (given === '') throw new DomainError('invalid', 'staff give a reason', { fields: { reason: '理由を入力してください。' } })
	await recordAuditEvent(staff, { action, subject: `answer:${answerId}`, reason: given })
	return given
}
