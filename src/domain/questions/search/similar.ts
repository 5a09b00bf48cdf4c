import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { tsvectorOf } from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'
import { GROUP_BITS } from './search-index.ts'
import type { QuestionState, SimilarQuestion } from '../types.ts'

/** The rarest words of a title are the most significant and the cheapest to look up. */
const MAX_WORDS = 5
/** How many of the newest titles are read for each word. */
const PER_WORD = 50
/** Titles with a word in no more questions are gathered; those of a more frequent one are looked for from the newest on. */
const FEW = 200
/** One word that at most five titles have, or two that at most fifty have. */
const ENOUGH = 0.5
const SHOWN = 5

/** Public questions whose titles share words with `title`, best first: for the form while somebody types. */
export async function listSimilarQuestions(ctx: Ctx, title: string): Promise<SimilarQuestion[]> {
	const vector = tsvectorOf([{ text: title.slice(0, 200), weight: 'A' }])
	return vector === '' ? [] : listAlike(ctx, sql`${vector}::tsvector`, null)
}

/**
 * Public questions whose titles share words with a question's. Reads its words from the index, so that nothing
 * but its id is needed.
 */
export const listQuestionsLike = (ctx: Ctx, id: number): Promise<SimilarQuestion[]> =>
	listAlike(ctx, sql`(select title_tokens from question_searches where question_id = ${id}::integer)`, id)

/** The fewer titles have a shared word, the more it counts. */
async function listAlike(ctx: Ctx, vector: RawBuilder<unknown>, exceptId: number | null): Promise<SimilarQuestion[]> {
	const { rows } = await checkedSql({ id: int4, title: text, state: text.as<QuestionState>(), answer_count: int4 })`
		with placed as (
			-- Of two words that begin at one place the longer is the shorter with its neighbour.
			select distinct on (p.place) w.lexeme as word
			from unnest(${vector}) w cross join unnest(w.positions) p (place)
			order by p.place, char_length(w.lexeme)
		), words as materialized (
			select p.word, quote_literal(p.word)::tsquery as query, coalesce(t.titles, 0) as titles
			from (select distinct word from placed where char_length(word) >= 2) p left join search_terms t on t.term = p.word
			order by titles, p.word limit ${sql.lit(MAX_WORDS)}
		), hits as (
			select h.id, greatest(w.titles, count(*) over (partition by w.word)) as titles
			from words w cross join lateral (
				(
					-- Sorted after all are gathered: in the order of ids the planner would read all questions there are.
					select id from (select question_id as id from question_searches where title_tokens @@ w.query offset 0) gathered
					where w.titles <= ${sql.lit(FEW)}
					order by id desc limit ${sql.lit(PER_WORD)}
				)
				union all
				(
					select s.question_id
					from generate_series((select max(id) from questions where w.titles > ${sql.lit(FEW)}) >> ${sql.lit(GROUP_BITS)}, 0, -1) g
					cross join lateral (
						select question_id from question_searches where title_tokens @@ (w.query && ('''~b' || g || '''')::tsquery)
						order by question_id desc
					) s
					limit ${sql.lit(PER_WORD)}
				)
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
