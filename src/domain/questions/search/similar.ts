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
/** How many of them are read whole, those that share the rarest words first. */
const READ = 60
/** One word that at most five titles have, or two that at most fifty have. */
const ENOUGH = 0.5
/** What a common task is worth: enough alone, so that a question without rare words is not left without company. */
const SAME_TASK = 0.5
/** Words that another category has too mean something else there: 「登録」 of a trade mark and of a company. */
const OTHER_CATEGORY = -0.5
/** The most read questions of each of its tasks are looked at besides those with its words. */
const PER_TASK = 10
const SHOWN = 5

/** Public questions whose titles share words with `title`, best first: for the form while somebody types. */
export async function listSimilarQuestions(ctx: Ctx, title: string): Promise<SimilarQuestion[]> {
	const vector = tsvectorOf([{ text: title.slice(0, 200), weight: 'A' }])
	return vector === '' ? [] : listAlike(ctx, sql`${vector}::tsvector`, null)
}

/**
 * Public questions like a question: of its tasks first, then those whose titles share rare words with it within its
 * category. Reads its words from the index, so that nothing but its id is needed.
 */
export const listQuestionsLike = (ctx: Ctx, id: number): Promise<SimilarQuestion[]> =>
	listAlike(ctx, sql`(select title_tokens from question_searches where question_id = ${id}::integer)`, id)

/** The likeness of a question `q` that was found as `h` to the question `own`. */
const total = sql`h.likeness
	+ case when exists (select from question_tasks qt where qt.question_id = q.id and qt.task_id = any (own.task_ids))
		then ${sql.lit(SAME_TASK)} else 0 end
	+ case when q.task_category_id <> own.task_category_id then ${sql.lit(OTHER_CATEGORY)} else 0 end`

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
		), alike as (
			select id, sum(1 / ln(2 + titles)) as likeness from hits group by id order by likeness desc, id desc limit ${sql.lit(READ)}
		), own as (
			select q.task_category_id, array(select qt.task_id from question_tasks qt where qt.question_id = q.id) as task_ids
			from questions q where q.id = ${exceptId ?? 0}::integer
		), found as (
			select id, likeness from alike
			union all
			(
				select distinct c.question_id, 0 from own cross join unnest(own.task_ids) t (id) cross join lateral (
					select question_id from question_tasks where task_id = t.id
					order by popularity desc, question_id desc limit ${sql.lit(PER_TASK)}
				) c where c.question_id not in (select id from alike)
			)
		)
		select q.id, q.title, q.state, q.answer_count
		from found h
		join questions q on q.id = h.id and q.hidden_at is null and q.deleted_at is null
		left join own on true
		cross join lateral (
			select ${total} as total
		) l
		where q.id <> ${exceptId ?? 0}::integer and l.total >= ${sql.lit(ENOUGH)}
		order by l.total desc, q.answer_count desc, q.id desc
		limit ${sql.lit(SHOWN)}
	`.execute(ctx.db)
	return rows.map((row) => ({ id: row.id, title: row.title, state: row.state, answerCount: row.answer_count }))
}
