import { sql } from 'kysely'
import { tokensOf, tsqueryOfToken } from '../../platform/search-tokens.ts'
import type { Ctx } from '../context.ts'
import type { QuestionState, SimilarQuestion } from './types.ts'

/** The newest so many titles of each word are looked at: a word that stands in more says little anyway. */
const PER_TOKEN = 100
const MAX_TOKENS = 12
/** One word that stands in at most five titles, or two that stand in at most fifty. */
const ENOUGH = 0.5

/**
 * Public questions whose titles share words with `title`, best first: each shared word counts the more, the fewer titles it
 * stands in. For the form while somebody types, and for a question's page.
 */
export async function listSimilarQuestions(
	ctx: Ctx,
	title: string,
	options: { exceptId?: number; limit?: number } = {},
): Promise<SimilarQuestion[]> {
	const tokens = tokensOf(title.slice(0, 200))
		.filter((token) => token.length >= 2)
		.slice(0, MAX_TOKENS)
	if (tokens.length === 0) return []
	const { rows } = await sql<{ id: number; title: string; state: QuestionState; answer_count: number }>`
		with hits as (
			select h.id, w.token, count(*) over (partition by w.token) as titles
			from unnest(${tokens.map(tsqueryOfToken)}::text[]) as w (token)
			cross join lateral (
				select s.question_id as id from question_searches s
				where s.title_tokens @@ w.token::tsquery
				order by s.question_id desc limit ${sql.lit(PER_TOKEN)}
			) h
		)
		select q.id, q.title, q.state, q.answer_count
		from (select id, sum(1 / ln(2 + titles)) as likeness from hits group by id) h
		join questions q on q.id = h.id and q.hidden_at is null and q.deleted_at is null
		where q.id <> ${options.exceptId ?? 0}::integer and h.likeness >= ${sql.lit(ENOUGH)}
		order by h.likeness desc, q.answer_count desc, q.id desc
		limit ${options.limit ?? 5}
	`.execute(ctx.db)
	return rows.map((row) => ({ id: row.id, title: row.title, state: row.state, answerCount: row.answer_count }))
}
