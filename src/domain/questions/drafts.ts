import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { removeInvisibleDeep } from '../shared/text-input.ts'
import { isId } from './thread.ts'
import type { Draft } from './types.ts'

/** Stores a draft: a new question, or an answer to `questionId`. The newest save wins. */
export async function saveDraft(ctx: Ctx, questionId: number | null, typed: Record<string, unknown>): Promise<Draft> {
	const { userId } = requireMember(ctx)
	if (questionId !== null) await checkQuestion(ctx, questionId)
	const now = ctx.now()
	const content = removeInvisibleDeep(typed)
	const text = JSON.stringify(content)
	await ctx.db
		.insertInto('qa_drafts')
		.values({ user_id: userId, question_id: questionId, content: text, updated_at: now })
		.onConflict((conflict) => conflict.constraint('qa_drafts_one_each').doUpdateSet({ content: text, updated_at: now }))
		.execute()
	return { content, updatedAt: now }
}

async function checkQuestion(ctx: Ctx, questionId: number): Promise<void> {
	const found = isId(questionId)
		? await ctx.db.selectFrom('questions').select('id').where('id', '=', questionId).where('deleted_at', 'is', null).executeTakeFirst()
		: undefined
	if (!found) throw notFound('question')
}

export async function findDraft(ctx: Ctx, questionId: number | null): Promise<Draft | null> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db
		.selectFrom('qa_drafts')
		.select(['content', 'updated_at'])
		.where('user_id', '=', userId)
		.where('question_id', questionId === null ? 'is' : '=', questionId)
		.executeTakeFirst()
	return row ? { content: row.content, updatedAt: row.updated_at } : null
}
