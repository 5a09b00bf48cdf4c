import { checkedSql, int4, text, textArray } from '../../../platform/checked-sql.ts'
import { bestPassage } from '../../../platform/search-passage.ts'
import type { Ctx } from '../../shared/context.ts'
import type { Passage } from '../types.ts'

/**
 * Finds for each question the passage with most of the words: in its text, else in an answer to it. `spellings` longest
 * first.
 */
export async function readPassages(
	ctx: Ctx,
	questions: readonly { id: number }[],
	spellings: readonly string[],
): Promise<Map<number, Passage>> {
	if (questions.length === 0) return new Map()
	const rows = await readTexts(
		ctx,
		questions.map(({ id }) => id),
	)
	return new Map(
		rows.map(({ id, body, answers }) => {
			const own = bestPassage(body, spellings)
			// Show an answer only if it has more of the words than the question.
			const others = own.words < spellings.length ? (answers ?? []) : []
			const given = others.map((answer) => bestPassage(plainOf(answer), spellings)).sort((a, b) => b.words - a.words)[0]
			const isAnswers = given !== undefined && given.words > own.words
			return [id, { from: isAnswers ? 'answer' : 'question', parts: isAnswers ? given.parts : own.parts }] as const
		}),
	)
}

const readTexts = async (ctx: Ctx, ids: readonly number[]) => {
	const { rows } = await checkedSql({ id: int4, body: text, answers: textArray.nullable })`
		select q.id, q.body,
			(select array_agg(a.body order by a.helpful_count desc, a.id) from answers a where a.question_id = q.id and a.hidden_at is null) as answers
		from questions q where q.id = any (${ids}::integer[])
	`.execute(ctx.db)
	return rows
}

/** An answer without its marks of emphasis, lists and addresses. */
const plainOf = (markdown: string): string =>
	markdown
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
		.replaceAll(/^\s*(?:[-*]|\d+\.|#+|>)\s+/gmu, '')
		.replaceAll('**', '')
