import { sql } from 'kysely'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { DomainError } from '../shared/errors.ts'
import { listPartsOfQuestion } from '../taxonomy/task-part-reads.ts'
import { refusalOf } from '../taxonomy/task-parts.ts'
import { canHide } from './policy.ts'
import { indexQuestions } from './search/search-index.ts'
import { assertAllowed, dropQuestionPages, lockAnswer, lockQuestion } from './thread.ts'

/** Hides a question. The asker still sees it, with the reason. */
export async function hideQuestion(ctx: Ctx, id: number, reason: string): Promise<void> {
	await changeQuestion(ctx, id, { hidden_at: ctx.now(), hidden_reason: reason })
}

/** Shows a question again. Throws conflict for one that was merged into another: its answers are there. */
export async function showQuestion(ctx: Ctx, id: number): Promise<void> {
	const merged = await ctx.db
		.selectFrom('question_merges')
		.select('to_id')
		.where('from_id', '=', id)
		.where('outcome', '=', 'applied')
		.executeTakeFirst()
	if (merged)
		throw new DomainError('conflict', 'merged', {
			fields: { form: `質問${merged.to_id}に統合した質問です。回答は統合した先にあるため、もう一度公開することはできません。` },
		})
	await changeQuestion(ctx, id, { hidden_at: null, hidden_reason: null })
}

async function changeQuestion(
	ctx: Ctx,
	id: number,
	values: { hidden_at: Date; hidden_reason: string } | { hidden_at: null; hidden_reason: null },
): Promise<void> {
	requireMember(ctx)
	assertAllowed(canHide(ctx.viewer))
	await inTransaction(ctx, async (trx) => {
		await lockQuestion(trx, id)
		await trx.db.updateTable('questions').set(values).where('id', '=', id).execute()
		const experts = await trx.db.selectFrom('answers').select('expert_id').where('question_id', '=', id).execute()
		await dropQuestionPages(trx, [id])
		await publishTags(
			trx.db,
			experts.flatMap(({ expert_id: expertId }) => (expertId === null ? [] : `expert:${expertId}`)),
		)
	})
}

/** Hides an answer: the question no longer counts it, and if it was the best one, has none. */
export async function hideAnswer(ctx: Ctx, answerId: number, reason: string): Promise<void> {
	await changeAnswer(ctx, answerId, { hidden_at: ctx.now(), hidden_reason: reason })
}

export async function showAnswer(ctx: Ctx, answerId: number): Promise<void> {
	await changeAnswer(ctx, answerId, { hidden_at: null, hidden_reason: null })
}

type Hiding = { hidden_at: Date; hidden_reason: string } | { hidden_at: null; hidden_reason: null }

async function changeAnswer(ctx: Ctx, answerId: number, values: Hiding): Promise<void> {
	requireMember(ctx)
	assertAllowed(canHide(ctx.viewer))
	await inTransaction(ctx, async (trx) => {
		const { answer, row } = await lockAnswer(trx, answerId)
		if (values.hidden_at === null) await requireLawful(trx, answer)
		await writeHiding(trx, { ...answer, best_answer_id: row.best_answer_id }, values)
	})
}

/** An answer that a law reserves to others is not shown again, even where staff hid it for another reason. */
async function requireLawful(ctx: Ctx, { id, question_id }: { id: number; question_id: number }): Promise<void> {
	const parts = await listPartsOfQuestion(ctx, question_id)
	const stored = await ctx.db.selectFrom('answers').select(['part_ids', 'expert_id']).where('id', '=', id).executeTakeFirstOrThrow()
	const isFit = stored.part_ids.length > 0 && stored.part_ids.every((covered) => parts.some((part) => part.id === covered))
	if (parts.length === 0 || stored.expert_id === null || isFit) return
	throw new DomainError('conflict', 'a law reserves it', { fields: { form: refusalOf(parts) } })
}

type HideableAnswer = { id: number; question_id: number; expert_id: number | null; best_answer_id: number | null }

/** Hides or shows an answer and updates the counts of its question. Checks no permission: the caller has done so. */
export async function writeHiding(trx: Pick<Ctx, 'db' | 'now'>, answer: HideableAnswer, values: Hiding): Promise<void> {
	await trx.db.updateTable('answers').set(values).where('id', '=', answer.id).execute()
	await recountAnswers(trx, answer.question_id, { wasBest: answer.best_answer_id === answer.id && values.hidden_at !== null })
	await indexQuestions(trx, [answer.question_id])
	await dropQuestionPages(trx, [answer.question_id], answer.expert_id)
}

/** Counts the shown answers of a question and their votes anew, so that doing a change twice changes nothing. `wasBest`: the best one has gone. */
export async function recountAnswers(
	trx: Pick<Ctx, 'db' | 'now'>,
	questionId: number,
	{ wasBest = false }: { wasBest?: boolean } = {},
): Promise<void> {
	await sql`
			update questions q set
				answer_count = n.answers,
				helpful_count = n.votes,
				best_answer_id = case when ${wasBest} then null else best_answer_id end,
				best_chosen_by = case when ${wasBest} then null else best_chosen_by end,
				best_reason = case when ${wasBest} then null else best_reason end,
				resolved_at = case when ${wasBest} then null else resolved_at end,
				state = case when state = 'resolved' and not ${wasBest} then state when n.answers > 0 then 'answered' else 'open' end,
				updated_at = ${trx.now()}
			from (
				select count(*)::integer as answers, coalesce(sum(helpful_count), 0)::integer as votes
				from answers where question_id = ${questionId}::integer and hidden_at is null
			) n
			where q.id = ${questionId}::integer
		`.execute(trx.db)
}
