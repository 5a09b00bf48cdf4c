import { type RawBuilder, sql } from 'kysely'
import { markOf } from '../../platform/search-tokens.ts'
import type { Ctx } from '../context.ts'
import type { QuestionQuery } from './input.ts'
import { isPublic } from './question-items.ts'
import { GROUP_BITS } from './search-index.ts'
import { allOf, type QueryWord, type TextQuery } from './search-query.ts'
import type { TermCounts } from './search-terms.ts'
import type { QuestionState } from './types.ts'

/** The newest so many hits in titles, and as many in texts, are ranked and counted. Ranking every hit of a frequent word takes seconds. */
const RANKED = 300
/**
 * Two ways to the newest hits: gather all and sort, which costs a read for each; or go through the questions by groups from
 * the newest on until there are enough, which costs the less, the more hits there are. They are even at about this many
 * times the root of the number of questions.
 */
const EVEN = 9

export type Hits = {
	/** The newest hits in any state, for counting. */
	newest: readonly { id: number; state: QuestionState }[]
	/** Whether there are more. */
	isCut: boolean
	/** What is ranked: in the state that was asked for. */
	candidates: readonly number[]
}

export const noHits: Hits = { newest: [], isCut: false, candidates: [] }

/** Facts that stand in the index among the words. */
const marksOf = (query: QuestionQuery): string[] => [
	...(query.categoryId === null ? [] : [markOf(`c${query.categoryId}`)]),
	...(query.taskId === null ? [] : [markOf(`t${query.taskId}`)]),
	...(query.prefectureId === null ? [] : [markOf(`p${query.prefectureId}`)]),
]

/** A text query narrowed to the filters of the list. */
export const narrowed = (query: QuestionQuery, tsquery: string): string => [`(${tsquery})`, ...marksOf(query)].join(' & ')

export const stateCondition = (state: QuestionQuery['state']): RawBuilder<unknown> =>
	state === 'unanswered' ? sql`q.state = 'open'` : state === 'resolved' ? sql`q.state = 'resolved'` : sql`true`

/** What of the questions may have all the words, if words stood in them by chance. */
function expectedHits(parts: readonly QueryWord[], counts: TermCounts, column: 'titles' | 'texts', filters: number): number {
	const all = Math.max(1, counts.questions)
	const share = (words: readonly string[]) => Math.min(...words.map((word) => (counts.of.get(word)?.[column] ?? 0) / all))
	const ofWord = ({ ways }: QueryWord) =>
		Math.min(
			1,
			ways.map(share).reduce((sum, one) => sum + one, 0),
		)
	return all * parts.map(ofWord).reduce((product, one) => product * one, 1) * 0.05 ** filters
}

/** The newest hits of a query, and those among which the best are looked for. */
export async function findHits(ctx: Ctx, query: QuestionQuery, text: TextQuery, tsquery: string, counts: TermCounts): Promise<Hits> {
	const wanted = narrowed(query, tsquery)
	const filters = marksOf(query).length
	const isMany = (column: 'titles' | 'texts') =>
		expectedHits(text.parts, counts, column, filters) > EVEN * Math.sqrt(Math.max(1, counts.questions))
	const newest = (column: 'titles' | 'texts', state: QuestionQuery['state']) =>
		newestHits(ctx, {
			column: column === 'titles' ? sql`s.title_tokens` : sql`s.tokens`,
			wanted,
			isMany: isMany(column),
			state,
		})
	const gather = async (state: QuestionQuery['state']) => {
		const titles = await newest('titles', state)
		// They go before every hit in a text: with so many of them no other is ever looked at.
		if (titles.length === RANKED) return { hits: titles, isCut: true }
		const texts = await newest('texts', state)
		const all = new Map([...texts, ...titles].map((hit) => [hit.id, hit]))
		return { hits: [...all.values()], isCut: texts.length === RANKED }
	}
	const all = await gather('all')
	const wantedHits =
		query.state === 'all' || !all.isCut ? all.hits.filter((hit) => fits(query, hit.state)) : (await gather(query.state)).hits
	return { newest: all.hits, isCut: all.isCut, candidates: wantedHits.map(({ id }) => id) }
}

const fits = (query: QuestionQuery, state: QuestionState): boolean =>
	query.state === 'all' || (query.state === 'unanswered' ? state === 'open' : state === 'resolved')

type Wanted = { column: RawBuilder<unknown>; wanted: string; isMany: boolean; state: QuestionQuery['state'] }

async function newestHits(ctx: Ctx, { column, wanted, isMany, state }: Wanted): Promise<{ id: number; state: QuestionState }[]> {
	const condition = stateCondition(state)
	const { rows } = isMany
		? await sql<{ id: number; state: QuestionState }>`
			select h.id, h.state
			from generate_series((select max(id) from questions) >> ${sql.lit(GROUP_BITS)}, 0, -1) g
			cross join lateral (
				select q.id, q.state from question_searches s join questions q on q.id = s.question_id
				where ${column} @@ (${wanted}::tsquery && ('''~b' || g || '''')::tsquery) and ${isPublic} and ${condition}
				order by s.question_id desc
			) h
			limit ${sql.lit(RANKED)}
		`.execute(ctx.db)
		: await sql<{ id: number; state: QuestionState }>`
			with matched as materialized (select s.question_id from question_searches s where ${column} @@ ${wanted}::tsquery),
				-- Few are hidden: twice as many leave enough. Of one state there may be any share.
				found as materialized (
					select question_id from matched order by question_id desc limit ${state === 'all' ? sql.lit(2 * RANKED) : sql`null`}
				),
				-- Looked up one by one: sorted by number too early, the planner would walk through all questions.
				shown as materialized (select q.id, q.state from found join questions q on q.id = found.question_id where ${isPublic} and ${condition})
			select id, state from shown order by id desc limit ${sql.lit(RANKED)}
		`.execute(ctx.db)
	return rows
}

/** The candidates with their likeness to what was asked: by how many of the words stand in the title, words as typed first. */
export function rankedHits(text: TextQuery, tsquery: string, candidates: readonly number[]): RawBuilder<unknown> {
	const exact = allOf(text.parts.map((part) => part.exact))
	const inTitle = sql.join(
		text.parts.map(({ split }) => sql`(s.title_tokens @@ ${split}::tsquery)::integer`),
		sql` + `,
	)
	// Steps first, so that no number of mentions lifts a text over a title. Flags of the rank: over the length, below 1.
	return sql`from (
		select s.question_id, (
			1000000 * (
				(s.title_tokens @@ ${exact}::tsquery)::integer + 2 * (${inTitle}) + ts_rank_cd(s.tokens, ${tsquery}::tsquery, 1 | 32)
			)
		)::integer as relevance
		from question_searches s where s.question_id = any (${candidates}::integer[])
	) h join questions q on q.id = h.question_id`
}
