import { type Ctx, requireMember } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isModerator } from './policy.ts'
import type { AnswerContent, QuestionContent } from './tables.server.ts'
import { readAnswer, readThread } from './thread.ts'
import type { Revision } from './types.ts'

/** What a question said before each edit, newest first. For its asker and staff: an edit may have taken something private out. */
export async function listQuestionRevisions(ctx: Ctx, id: number): Promise<Revision<QuestionContent>[]> {
	requireMember(ctx)
	const { facts } = await readThread(ctx, id)
	if (!facts.isAsker && !isModerator(ctx.viewer)) throw new DomainError('forbidden', 'not the asker')
	const rows = await ctx.db
		.selectFrom('question_revisions')
		.select(['version', 'content', 'replaced_at as replacedAt'])
		.where('question_id', '=', id)
		.orderBy('version', 'desc')
		.execute()
	return rows
}

/** What an answer said before each edit, newest first. For its author and staff. */
export async function listAnswerRevisions(ctx: Ctx, answerId: number): Promise<Revision<AnswerContent>[]> {
	requireMember(ctx)
	const { answerFacts } = await readAnswer(ctx, answerId)
	if (!answerFacts.isAuthor && !isModerator(ctx.viewer)) throw new DomainError('forbidden', 'not the author')
	const rows = await ctx.db
		.selectFrom('answer_revisions')
		.select(['version', 'content', 'replaced_at as replacedAt'])
		.where('answer_id', '=', answerId)
		.orderBy('version', 'desc')
		.execute()
	return rows
}
