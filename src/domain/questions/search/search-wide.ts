import { sql } from 'kysely'
import { checkedSql, int4, text as textColumn } from '../../../platform/checked-sql.ts'
import { markOf, tokenise, tsqueryOfWord, wordsOfQuery } from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'
import { type FoundIntent, loadSearchDictionary, type Reading, type SearchDictionary } from '../../taxonomy/search-dictionary.ts'
import type { QuestionQuery } from '../input.ts'
import { isPublic } from '../question-items.ts'
import { narrowed, stateCondition } from './search-hits.ts'
import { readTermCounts, type TermCounts } from './search-terms.ts'
import type { QuestionState } from '../types.ts'

/**
 * The wide search: questions with any of the words, their technical terms, or a task that helps,
 * weighted by significance. For everyday sentences, of which no question has all the words.
 */

export type WideTerm = {
	tsquery: string
	weight: number
	/** About how many questions have it. */
	count: number
	spelling: string | null
}

/** The meaning of a text beyond its words. */
export type Understood = {
	/** There is an intent in it, or a word in kana that is one in kanji. */
	isTold: boolean
	/** None where it has nothing that could be searched for. */
	readTerms: () => Promise<WideTerm[]>
}

const WEIGHTS = { intent: 2.5, intentWord: 1.2, typed: 3, part: 0.4, stem: 0.5, tasks: [1.2, 0.7, 0.4, 0.3] } as const
/** Maximum number of index entries read, rarest terms first; the other terms only rank what these found. */
const MAX_LOOKED_UP = 1_500
/** How many of the best by index are compared by word positions. */
const COMPARED = 50
/** Results this much worse than the best are off-topic. */
const LEAST_SHARE = 0.18
/** Verbs and nouns that half of all texts contain. */
const EMPTY_WORDS = new Set(
	'言 思 来 行 見 何 方 時 事 今 私 自分 場合 人 出 入 持 使 知 教 聞 無 大丈夫 必要 可能 質問 相談 専門家 本当 一番 仕事 会社 分 受 取'.split(
		' ',
	),
)

/** Reads what a text means; the terms are looked up only when they are asked for. */
export async function understand(ctx: Ctx, text: string): Promise<Understood> {
	const dictionary = await loadSearchDictionary()
	const readings = dictionary.readingsOf(text)
	// The kanji of a reading may be more significant than what was typed: かいこされた.
	const inKanji = readings.reduce((rest, { typed, words }) => rest.replace(typed, ` ${words[0] ?? typed} `), text.normalize('NFKC'))
	const intents = intentsOfBoth(dictionary, text, inKanji)
	const tokens = typedWords(inKanji)
	return { isTold: intents.length > 0 || readings.length > 0, readTerms: () => readTerms(ctx, { intents, readings, tokens }) }
}

type Meaning = { intents: readonly FoundIntent[]; readings: readonly Reading[]; tokens: readonly string[][] }

async function readTerms(ctx: Ctx, { intents, readings, tokens }: Meaning): Promise<WideTerm[]> {
	const words = [
		...new Set([...intents.flatMap(({ intent }) => intent.words), ...readings.flatMap((reading) => reading.words), ...tokens.flat()]),
	]
	const [counts, tasks] = await Promise.all([
		readTermCounts(ctx, [...new Set(words.flatMap(wordsOfQuery))]),
		readTaskIds(ctx, [...new Set(intents.flatMap(({ intent }) => intent.tasks))]),
	])
	const terms = [
		...intents.flatMap(({ intent }) => termsOfIntent(intent, counts, tasks)),
		...readings.map(({ words: ones }) => anyTerm(ones, WEIGHTS.typed, counts)),
		...tokens.flatMap((run) => termsOfRun(run, counts)),
	].flatMap((term) => term ?? [])
	return withoutRepeats(terms)
}

function intentsOfBoth(dictionary: SearchDictionary, text: string, inKanji: string) {
	const typed = dictionary.intentsOf(text)
	return [...typed, ...dictionary.intentsOf(inKanji).filter(({ intent }) => !typed.some((one) => one.intent === intent))].slice(0, 3)
}

/** Words of each unbroken run as the index has them: first neighbours together, then each by itself. */
function typedWords(text: string): string[][] {
	const runs = [...Map.groupBy(tokenise(text), ({ run }) => run).values()]
	return runs.map((tokens) => {
		const single = tokens.map(({ forms }) => forms[0] ?? '')
		return single.length === 1 ? single : [...single.slice(1).map((word, place) => `${single[place]}${word}`), ...single]
	})
}

/** Weight of a word: 0 if every question has it, 1 if a single one does. */
function rarity(count: number, { questions }: TermCounts): number {
	const all = Math.max(2, questions)
	return Math.log(all / Math.min(all, Math.max(1, count))) / Math.log(all)
}

const countOf = (word: string, counts: TermCounts): number => Math.min(...wordsOfQuery(word).map((one) => counts.of.get(one)?.texts ?? 1))

function anyTerm(words: readonly string[], weight: number, counts: TermCounts): WideTerm | null {
	const queries = words.flatMap((word) => tsqueryOfWord(word) ?? [])
	if (queries.length === 0) return null
	const count = words.reduce((sum, word) => sum + countOf(word, counts), 0)
	const tsquery = queries.map((query) => `(${query})`).join(' | ')
	return { tsquery, weight: weight * (0.3 + 0.7 * rarity(count, counts)), count, spelling: words[0] ?? null }
}

function termsOfIntent(
	{ words, tasks }: { words: readonly string[]; tasks: readonly string[] },
	counts: TermCounts,
	taskIds: ReadonlyMap<string, number>,
): (WideTerm | null)[] {
	return [
		anyTerm(words, WEIGHTS.intent, counts),
		...words.map((word, place) => anyTerm([word], WEIGHTS.intentWord * (place === 0 ? 1.5 : 1), counts)),
		...tasks.map((slug, place): WideTerm | null => {
			const id = taskIds.get(slug)
			const weight = WEIGHTS.tasks[Math.min(place, WEIGHTS.tasks.length - 1)] ?? 0
			return id === undefined ? null : { tsquery: markOf(`t${id}`), weight, count: Math.ceil(counts.questions / 70), spelling: null }
		}),
	]
}

function termsOfRun(words: readonly string[], counts: TermCounts): WideTerm[] {
	const pairs = words.length === 1 ? 0 : (words.length - 1) / 2
	return words.flatMap((word, place) => {
		const isPart = words.length > 1 && place >= pairs
		if (EMPTY_WORDS.has(word) || (isPart && word.length === 1)) return []
		const count = counts.of.get(word)?.texts ?? 1
		const weight = WEIGHTS.typed * rarity(count, counts) * (isPart ? WEIGHTS.part : 1) * (word.length === 1 ? WEIGHTS.stem : 1)
		return weight < 0.05 ? [] : [{ tsquery: `'${word.replaceAll("'", "''")}'`, weight, count, spelling: word.length === 1 ? null : word }]
	})
}

function withoutRepeats(terms: readonly WideTerm[]): WideTerm[] {
	const best = new Map<string, WideTerm>()
	for (const term of terms) if ((best.get(term.tsquery)?.weight ?? 0) < term.weight) best.set(term.tsquery, term)
	return [...best.values()]
}

async function readTaskIds(ctx: Ctx, slugs: readonly string[]): Promise<Map<string, number>> {
	if (slugs.length === 0) return new Map()
	const rows = await ctx.db
		.selectFrom('tasks')
		.select(['id', 'slug'])
		.where('slug', '=', sql<string>`any (${[...slugs]}::text[])`)
		.execute()
	return new Map(rows.map(({ id, slug }) => [slug, id]))
}

export type WideHit = { id: number; state: QuestionState; relevance: number }

/** Matches of a term in the question itself, not in an answer. */
const askedOnly = (tsquery: string): string =>
	tsquery.replaceAll(/'(?:[^']|'')*'/gu, (word) => (word.startsWith("'~") ? word : `${word}:AC`))

/** The rarest terms, as many as may be read. */
function rarest(terms: readonly WideTerm[]): WideTerm[] {
	let read = 0
	return terms.toSorted((a, b) => a.count - b.count).filter(({ count }) => (read += count) <= MAX_LOOKED_UP)
}

/** The best matching questions, a few dozen at most; empty when every term is too frequent to look up. */
export async function findWideHits(ctx: Ctx, query: QuestionQuery, terms: readonly WideTerm[]): Promise<WideHit[]> {
	const looked = rarest(terms)
	if (looked.length === 0) return []
	// In a lateral join a vector is unpacked once, not again for every term.
	const { rows } = await checkedSql({ id: int4, state: textColumn.as<QuestionState>(), relevance: int4 })`
		with looked as (
			select * from unnest(${looked.map(({ tsquery }) => narrowed(query, tsquery))}::tsquery[], ${looked.map(({ weight }) => weight)}::real[]) as t (query, weight)
		), hits as materialized (
			select id, sum(weight) as weight from (
				select s.question_id as id, 2 * t.weight as weight from looked t
				cross join lateral (select question_id from question_searches where title_tokens @@ t.query offset 0) s
				union all
				select s.question_id, t.weight from looked t
				cross join lateral (select question_id from question_searches where tokens @@ t.query offset 0) s
			) found
			group by id order by weight desc, id desc limit ${sql.lit(COMPARED)}
		), texts as materialized (
			select s.question_id as id, s.title_tokens || '' as title_tokens, s.tokens || '' as tokens
			from hits h join question_searches s on s.question_id = h.id
		)
		select q.id, q.state, (1000 * x.score)::integer as relevance
		from texts s
		join questions q on q.id = s.id and ${isPublic} and ${stateCondition(query.state)}
		cross join lateral (
			select sum(t.weight * (
				2 * (s.title_tokens @@ t.query)::integer + (s.tokens @@ t.asked)::integer + 0.3 * (s.tokens @@ t.query)::integer
			)) as score
			from unnest(
				${terms.map(({ tsquery }) => tsquery)}::tsquery[], ${terms.map(({ tsquery }) => askedOnly(tsquery))}::tsquery[],
				${terms.map(({ weight }) => weight)}::real[]
			) as t (query, asked, weight)
		) x
		order by relevance desc, q.answer_count desc, q.id desc
	`.execute(ctx.db)
	const best = rows[0]?.relevance ?? 0
	return rows.filter(({ relevance }) => relevance >= LEAST_SHARE * best)
}
