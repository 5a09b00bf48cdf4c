import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { markOf } from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'
import type { QuestionQuery } from '../input.ts'
import { isPublic } from '../question-items.ts'
import { GROUP_BITS } from './search-index.ts'
import { allOf, MAX_ALTERNATIVES, type QueryWord, type TextCondition, type TextQuery } from './search-query.ts'
import type { TermCounts } from './search-terms.ts'
import type { QuestionState } from '../types.ts'

/** The newest so many hits in titles, and as many in texts, are ranked and counted. Ranking every hit of a frequent word takes seconds. */
const RANKED = 300
/**
 * Two strategies for the newest hits: gather all and sort, which costs a read for each; or scan the questions by groups from
 * the newest on until there are enough, which costs an index probe for each group. A read costs as much as
 * this many probes.
 */
const LOOKS_A_READ = 8
const GROUP = 2 ** GROUP_BITS

export type Hits = {
	/** The newest hits in any state, for counting. */
	newest: readonly { id: number; state: QuestionState }[]
	/** Whether there are more. */
	isCut: boolean
	/** The candidates for ranking: in the requested state. */
	candidates: readonly number[]
}

/** Facts that are indexed like words. */
const marksOf = (query: QuestionQuery): string[] => [
	...(query.categoryId === null ? [] : [markOf(`c${query.categoryId}`)]),
	...(query.taskId === null ? [] : [markOf(`t${query.taskId}`)]),
	...(query.prefectureId === null ? [] : [markOf(`p${query.prefectureId}`)]),
]

/** A text query narrowed to the filters of the list. */
export const narrowed = (query: QuestionQuery, tsquery: string): string => allOf([tsquery, ...marksOf(query)])

/** The negative count of answers is what the indexes hold. */
const stateConditions: Readonly<Record<QuestionQuery['state'], RawBuilder<unknown>>> = {
	answered: sql`q.state <> 'open' and (-q.answer_count) < 0`,
	unanswered: sql`q.state = 'open'`,
	resolved: sql`q.state = 'resolved'`,
	all: sql`true`,
}

export const stateCondition = (state: QuestionQuery['state']): RawBuilder<unknown> => stateConditions[state]

type Searched = { parts: readonly QueryWord[]; condition: TextCondition; counts: TermCounts }

/** Whether to scan by groups: estimated from word frequencies, assuming independence. */
function isFrequent({ parts, counts }: Searched, column: 'titles' | 'texts', filters: number): boolean {
	const all = Math.max(1, counts.questions)
	const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
	const ofParts = parts.map(({ ways }) => ways.map((words) => Math.min(...words.map((word) => counts.of.get(word)?.[column] ?? 0))))
	const hits = all * ofParts.map((ways) => Math.min(1, sum(ways) / all)).reduce((product, one) => product * one, 1) * 0.05 ** filters
	if (hits < RANKED) return false
	const groups = Math.ceil(Math.min(1, RANKED / hits) * (all / GROUP))
	// The rarest word of every combination, which is the one that the index is probed for.
	const looks = ofParts.reduce(
		(rarest, ways) =>
			rarest.length * ways.length > MAX_ALTERNATIVES
				? [Math.min(sum(rarest), sum(ways))]
				: rarest.flatMap((one) => ways.map((way) => Math.min(one, way))),
		[GROUP],
	)
	return groups * sum(looks) < LOOKS_A_READ * hits
}

/** The newest hits of a query, and those among which the best are looked for. */
export async function findHits(ctx: Ctx, query: QuestionQuery, searched: Searched): Promise<Hits> {
	const wanted = searched.condition.alternatives.map((alternative) => narrowed(query, alternative))
	const filters = marksOf(query).length
	const newest = (column: 'titles' | 'texts', state: QuestionQuery['state']) =>
		newestHits(ctx, {
			column: column === 'titles' ? sql`s.title_tokens` : sql`s.tokens`,
			wanted,
			isMany: isFrequent(searched, column, filters),
			state,
		})
	const gather = async (state: QuestionQuery['state']) => {
		const titles = await newest('titles', state)
		// Hits in titles rank above every hit in a text: with enough of them no other is needed.
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

const fits = (query: QuestionQuery, state: QuestionState): boolean => {
	if (query.state === 'all') return true
	if (query.state === 'answered') return state !== 'open'
	return query.state === 'unanswered' ? state === 'open' : state === 'resolved'
}

type Wanted = { column: RawBuilder<unknown>; wanted: readonly string[]; isMany: boolean; state: QuestionQuery['state'] }

async function newestHits(ctx: Ctx, { column, wanted, isMany, state }: Wanted): Promise<{ id: number; state: QuestionState }[]> {
	// `offset 0` and `limit 1` are fences: the planner expects other numbers of hits than there are, and would go through all
	// questions in the order of their ids, or read all of them for a few hits.
	const ofGroup = sql`
		select x.question_id
		from generate_series((select max(id) from questions) >> ${sql.lit(GROUP_BITS)}, 0, -1) g
		cross join lateral (
			select question_id from question_searches s
			where ${column} @@ any (array(select w && ('''~b' || g || '''')::tsquery from unnest(${wanted}::tsquery[]) w))
			order by question_id desc offset 0
		) x
		offset 0
	`
	const gathered = sql`
		select x.question_id from (select s.question_id from question_searches s where ${column} @@ any (${wanted}::tsquery[]) offset 0) x
		order by x.question_id desc
	`
	const { rows } = await checkedSql({ id: int4, state: text.as<QuestionState>() })`
		select q.id, q.state from (${isMany ? ofGroup : gathered}) s
		cross join lateral (
			select q.id, q.state from questions q where q.id = s.question_id and ${isPublic} and ${stateCondition(state)} limit 1
		) q
		limit ${sql.lit(RANKED)}
	`.execute(ctx.db)
	return rows
}

/** The candidates with their relevance: by how many of the words are in the title, words as typed first. */
export function rankedHits(text: TextQuery, candidates: readonly number[]): RawBuilder<unknown> {
	const exact = allOf(text.parts.map((part) => part.exact))
	const ranked = allOf(text.parts.map((part) => part.ranked))
	const inTitle = sql.join(
		text.parts.map(({ split }) => sql`(s.title_tokens @@ ${split}::tsquery)::integer`),
		sql` + `,
	)
	// Steps first, so that no number of mentions lifts a text over a title. Flags of the rank: over the length, below 1.
	return sql`from (
		select s.question_id as id, (
			1000000 * (
				(s.title_tokens @@ ${exact}::tsquery)::integer + 2 * (${inTitle}) + ts_rank_cd(s.tokens, ${ranked}::tsquery, 1 | 32)
			)
		)::integer as relevance
		from question_searches s where s.question_id = any (${candidates}::integer[])
	) h`
}

/** Hits whose relevance is known. */
export const wideRanking = (hits: readonly { id: number; relevance: number }[]): RawBuilder<unknown> => sql`from unnest(
	${hits.map(({ id }) => id)}::integer[], ${hits.map(({ relevance }) => relevance)}::integer[]
) as h (id, relevance)`
