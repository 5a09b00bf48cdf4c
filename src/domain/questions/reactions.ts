import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { COMMENT_ROUNDS } from './input.ts'
import { sql } from 'kysely'
import { type Ctx, inTransaction, requireMember, requirePoster } from '../shared/context.ts'
import { publishEvent } from '../shared/outbox.ts'
import { assertSwitchedOn } from '../shared/switches.ts'
import { publishTags } from '../../platform/page-tags.ts'
import type { CommentInput } from './schemas.ts'
import { canComment, canThank, canVote } from './policy.ts'
import { assertAllowed, dropQuestionPages, lockAnswer } from './thread.ts'

type Voted = { questionId: number; helpfulCount: number }

/** Adds 参考になった. Idempotent. */
export const voteHelpful = (ctx: Ctx, answerId: number): Promise<Voted> => vote(ctx, answerId, 1)

/** Removes the viewer's 参考になった, if there is one. */
export const withdrawVote = (ctx: Ctx, answerId: number): Promise<Voted> => vote(ctx, answerId, -1)

async function vote(ctx: Ctx, answerId: number, step: 1 | -1): Promise<Voted> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts, facts } = await lockAnswer(trx, answerId)
		assertAllowed(canVote(ctx.viewer, facts, answerFacts))
		const changed =
			step === 1
				? await sql`
					insert into helpful_votes (answer_id, user_id, created_at) values (${answerId}::integer, ${userId}::bigint, ${trx.now()})
					on conflict do nothing
				`.execute(trx.db)
				: await sql`delete from helpful_votes where answer_id = ${answerId}::integer and user_id = ${userId}::bigint`.execute(trx.db)
		const questionId = answer.question_id
		if (changed.numAffectedRows !== 1n) return { questionId, helpfulCount: answer.helpful_count }
		await sql`update answers set helpful_count = helpful_count + ${step}::integer where id = ${answerId}::integer`.execute(trx.db)
		await sql`update questions set helpful_count = helpful_count + ${step}::integer where id = ${questionId}::integer`.execute(trx.db)
		await publishTags(trx.db, [`question:${questionId}`])
		return { questionId, helpfulCount: answer.helpful_count + step }
	})
}

/** The asker thanks for an answer, once. */
export async function thankForAnswer(ctx: Ctx, answerId: number, text: string): Promise<{ questionId: number }> {
	requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts, facts } = await lockAnswer(trx, answerId)
		assertAllowed(canThank(ctx.viewer, facts, answerFacts))
		await trx.db.updateTable('answers').set({ thanks: text, thanked_at: trx.now() }).where('id', '=', answerId).execute()
		await publishTags(trx.db, [`question:${answer.question_id}`])
		await publishEvent(trx, { event: 'answer.thanked', answerId })
		return { questionId: answer.question_id }
	})
}

/** Adds the next comment between asker and expert. Idempotent by client key: returns the comment already stored. */
export async function postComment(ctx: Ctx, answerId: number, input: CommentInput): Promise<{ id: number; questionId: number }> {
	requirePoster(ctx)
	await assertSwitchedOn(ctx, 'posting')
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts, facts } = await lockAnswer(trx, answerId)
		const author = facts.isAsker ? 'asker' : 'expert'
		if (facts.isAsker || answerFacts.isAuthor) {
			const same = await trx.db
				.selectFrom('answer_comments')
				.select('id')
				.where('answer_id', '=', answerId)
				.where('author', '=', author)
				.where('client_key', '=', input.clientKey)
				.executeTakeFirst()
			if (same) return { id: same.id, questionId: answer.question_id }
		}
		assertAllowed(canComment(ctx.viewer, facts, answerFacts))
		const { id } = await trx.db
			.insertInto('answer_comments')
			.values({
				answer_id: answerId,
				position: answer.comment_count + 1,
				author,
				body: input.body,
				client_key: input.clientKey,
				created_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		await sql`update answers set comment_count = comment_count + 1 where id = ${answerId}::integer`.execute(trx.db)
		await dropQuestionPages(trx, [answer.question_id])
		await publishEvent(trx, { event: 'answer.commented', commentId: id })
		return { id, questionId: answer.question_id }
	})
}

/** The viewer's answers whose askers wait for a reply: how many, and the one that has waited longest. */
export async function findRepliesToWrite(ctx: Ctx): Promise<{ count: number; oldest: { questionId: number; answerId: number } | null }> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ answerId: int4, questionId: int4, count: int4 })`
		select a.id as "answerId", a.question_id as "questionId", count(*) over ()::integer as count
		from ${repliesToWrite(userId)}
		order by asked.asked_at, a.id
		limit 1
	`.execute(ctx.db)
	const [row] = rows
	return row ? { count: row.count, oldest: { questionId: row.questionId, answerId: row.answerId } } : { count: 0, oldest: null }
}

/** The answers `a` of a person, with their questions `q`, whose askers have written last at `asked.asked_at`: what follows `from`. */
export const repliesToWrite = (userId: string) => sql`
	answers a
	join questions q on q.id = a.question_id and q.hidden_at is null and q.deleted_at is null
	join lateral (select max(c.created_at) as asked_at from answer_comments c where c.answer_id = a.id) asked on true
	where a.expert_id = (select e.id from experts e where e.user_id = ${userId}::bigint)
		and a.comment_count % 2 = 1 and a.comment_count < ${2 * COMMENT_ROUNDS} and a.hidden_at is null
`
