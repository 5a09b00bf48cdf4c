import { type RawBuilder, sql } from 'kysely'
import { tokensOf } from '../../platform/search-tokens.ts'
import type { Ctx } from '../context.ts'
import type { QuestionState, SimilarQuestion } from './types.ts'

/** The newest so many titles of each word are looked at: a word that stands in more says little anyway. */
const PER_WORD = 100
const MAX_WORDS = 12
/** One word that stands in at most five titles, or two that stand in at most fifty. */
const ENOUGH = 0.5
const SHOWN = 5

/** Public questions whose titles share words with `title`, best first: for the form while somebody types. */
export async function listSimilarQuestions(ctx: Ctx, title: string): Promise<SimilarQuestion[]> {
	const words = tokensOf(title.slice(0, 200))
		.filter((token) => token.length >= 2)
		.slice(0, MAX_WORDS)
	if (words.length === 0) return []
	return listAlike(ctx, sql`select w.word from unnest(${words}::text[]) as w (word)`, null)
}

/**
 * Public questions whose titles share words with a question's. Its words are read where they were indexed, so that nothing
 * need be known of it but its id.
 */
export async function listQuestionsLike(ctx: Ctx, id: number): Promise<SimilarQuestion[]> {
	// Where two words begin at one place, the longer is the shorter with its neighbour.
	const words = sql`
		select o.word from (
			select distinct on (p.place) w.lexeme as word, p.place
			from question_searches s cross join unnest(s.title_tokens) w cross join unnest(w.positions) p (place)
			where s.question_id = ${id}::integer
			order by p.place, char_length(w.lexeme)
		) o
		where char_length(o.word) >= 2 group by o.word order by min(o.place) limit ${sql.lit(MAX_WORDS)}
	`
	return listAlike(ctx, words, id)
}

/** Each shared word counts the more, the fewer titles it stands in. */
async function listAlike(ctx: Ctx, words: RawBuilder<unknown>, exceptId: number | null): Promise<SimilarQuestion[]> {
	const { rows } = await sql<{ id: number; title: string; state: QuestionState; answer_count: number }>`
		with words as materialized (${words}), hits as (
			select h.id, w.word, count(*) over (partition by w.word) as titles
			from words w
			cross join lateral (
				select s.question_id as id from question_searches s
				where s.title_tokens @@ quote_literal(w.word)::tsquery
				order by s.question_id desc limit ${sql.lit(PER_WORD)}
			) h
		)
		select q.id, q.title, q.state, q.answer_count
		from (select id, sum(1 / ln(2 + titles)) as likeness from hits group by id) h
		join questions q on q.id = h.id and q.hidden_at is null and q.deleted_at is null
		where q.id <> ${exceptId ?? 0}::integer and h.likeness >= ${sql.lit(ENOUGH)}
		order by h.likeness desc, q.answer_count desc, q.id desc
		limit ${sql.lit(SHOWN)}
	`.execute(ctx.db)
	return rows.map((row) => ({ id: row.id, title: row.title, state: row.state, answerCount: row.answer_count }))
}
