import { bool, checkedSql, int4 } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import type { QuestionQuery } from '../input.ts'
import { findHits, type Hits } from './search-hits.ts'
import { conditionOf, type QueryWord, readTextQuery, type TextCondition, type TextQuery, withoutOne } from './search-query.ts'
import { correctWord, readTermCounts, type TermCounts } from './search-terms.ts'
import { findWideHits, understand, type WideHit, type WideTerm } from './search-wide.ts'

/** With fewer hits for all words the text may be mistyped. */
const TOO_FEW = 5
/** With fewer hits the first page is filled up by questions that have some of the words. */
const THIN = 10
/** Bonus of a question with all words over one with synonyms. */
const ALL_WORDS = 3

export type Found = {
	text: TextQuery
	/** The text query that found the hits, without the filters of the list. */
	tsquery: string
	hits: Hits
	/** The hits of the wide search with their relevance; null where all words were enough. */
	wide: readonly WideHit[] | null
	/** Some of the words may be missing. */
	relaxed: boolean
	/** The dictionary knows the meaning, so hits without the words are not guesses. */
	meant: boolean
	/** What was searched for instead of what was typed. */
	corrected: string | null
	/** Spellings to be marked, longest first. */
	spellings: readonly string[]
}

/** The result of one search for all words, with how many questions have each of them. */
type Searched = Found & { counts: TermCounts }

/**
 * The hits of a search: all words or what means the same; where that is too few, mistyped words corrected and runs taken
 * apart; where it is an everyday sentence or the first page is thin, questions with any of the words or of what they mean.
 * Null when nothing searchable was typed.
 */
export async function searchQuestions(ctx: Ctx, query: QuestionQuery): Promise<Found | null> {
	const [{ isTold, readTerms }, typed] = await Promise.all([understand(ctx, query.text), readTextQuery(ctx, query.text)])
	const all = typed && (await searchFor(ctx, query, typed))
	if (all && isEnough(all, isTold)) return { ...all, meant: isTold }
	// 夜間瀬 is a station: neither a slip of the pen for 夜間 nor about the night.
	if (!isTold && (await isPlaceName(ctx, query.text))) return all
	const found = isTold ? all : await searchAgain(ctx, query, all)
	if (found && !isTold && found.hits.newest.length >= THIN) return found
	const terms = await (found?.corrected == null ? readTerms() : (await understand(ctx, found.corrected)).readTerms())
	// For an everyday sentence, questions with all the words are a coincidence.
	const least = isTold ? 1 : (found?.hits.newest.length ?? 0) + 1
	const wide = await searchWide(ctx, query, { known: found, terms, least })
	return wide ? { ...wide, meant: isTold } : found
}

/** Whether the whole text is the name of a station or a municipality. */
async function isPlaceName(ctx: Ctx, typed: string): Promise<boolean> {
	const name = typed.normalize('NFKC').trim()
	const { rows } = await checkedSql({ found: bool })`
		select exists (select from stations where name = any (${[name, name.replace(/駅$/u, '')]}::text[]))
			or exists (select from municipalities where name = ${name}) as found
	`.execute(ctx.db)
	return rows[0]?.found === true
}

/** Whether all words are enough: text in quotation marks is meant literally, and the taxonomy has its own synonyms. */
function isEnough({ hits, text }: Found, isTold: boolean): boolean {
	if (text.parts.every(({ isPhrase }) => isPhrase)) return true
	if (hits.newest.length < THIN) return false
	const isWhole = text.parts.length === text.words.length
	return isWhole && (!isTold || hits.isCut || text.parts.every(({ isTopic }) => isTopic))
}

/** The same with mistyped words corrected, then with unbroken runs taken apart. */
async function searchAgain(ctx: Ctx, query: QuestionQuery, first: Searched | null): Promise<Found | null> {
	let found: Found | null = first
	if (found && found.hits.newest.length >= TOO_FEW) return found
	const corrected = await correct(ctx, query.text, first)
	if (corrected !== null) {
		const other = await readTextQuery(ctx, corrected)
		const better = other && (await searchFor(ctx, query, other))
		if (better && better.hits.newest.length > (found?.hits.newest.length ?? 0)) found = { ...better, corrected }
	}
	if (!found || found.hits.newest.length >= TOO_FEW) return found
	const condition = conditionOf(found.text.parts.map(({ splitOnes }) => splitOnes))
	if (condition.tsquery === found.tsquery) return found
	const wider = await searchFor(ctx, query, found.text, condition)
	return wider.hits.newest.length > found.hits.newest.length ? { ...wider, relaxed: true, corrected: found.corrected } : found
}

type Wanted = { known: Found | null; terms: readonly WideTerm[]; /** Fewer are of no use. */ least: number }

async function searchWide(ctx: Ctx, query: QuestionQuery, { known, terms, least }: Wanted): Promise<Found | null> {
	const isKnown = known !== null && known.hits.newest.length > 0
	const everything = isKnown ? [{ tsquery: known.tsquery, weight: ALL_WORDS, count: known.hits.newest.length, spelling: null }] : []
	const wide = await findWideHits(ctx, query, [...everything, ...terms])
	if (wide.length < least) return known && known.text.parts.length > 1 ? withoutWord(ctx, query, known) : null
	const text = known?.text ?? { words: [query.text], parts: [] }
	const spellings = [...terms.flatMap(({ spelling }) => spelling ?? []), ...(known?.spellings ?? [])]
	return {
		text,
		tsquery: known?.tsquery ?? '',
		hits: { newest: wide, isCut: false, candidates: wide.map(({ id }) => id) },
		wide,
		relaxed: true,
		meant: false,
		corrected: known?.corrected ?? null,
		spellings: longestFirst(spellings),
	}
}

/** One word left out: for words that are all too frequent for the wide search. */
async function withoutWord(ctx: Ctx, query: QuestionQuery, known: Found): Promise<Found | null> {
	const condition = known.hits.newest.length >= TOO_FEW ? null : withoutOne(known.text.parts)
	if (condition === null) return null
	const wider = await searchFor(ctx, query, known.text, condition)
	return wider.hits.newest.length > known.hits.newest.length ? { ...wider, relaxed: true, corrected: known.corrected } : null
}

async function searchFor(ctx: Ctx, query: QuestionQuery, text: TextQuery, widened?: TextCondition): Promise<Searched> {
	const condition = widened ?? conditionOf(text.parts.map(({ wideOnes }) => wideOnes))
	const counts = await readTermCounts(ctx, [...new Set(text.parts.flatMap(({ ways }) => ways.flat()))])
	const hits = await findHits(ctx, query, { parts: text.parts, condition, counts })
	return {
		text,
		tsquery: condition.tsquery,
		hits,
		wide: null,
		relaxed: false,
		meant: false,
		corrected: null,
		spellings: spellingsOf(text),
		counts,
	}
}

/**
 * The words that no question has. Only those without a count are looked up: the index gathers all questions with a word before it
 * names the first, which takes longer than the search where the word is frequent.
 */
async function wordsOfNone(ctx: Ctx, { text: { parts }, counts }: Searched): Promise<string[]> {
	const isCounted = ({ ways }: QueryWord) => ways.some(([word = '', ...more]) => more.length === 0 && (counts.of.get(word)?.texts ?? 0) > 0)
	const doubtful = parts.filter((part) => !isCounted(part))
	if (doubtful.length === 0) return []
	const { rows } = await checkedSql({ place: int4 })`
		select w.place::integer as place from unnest(${doubtful.map(({ wide }) => wide)}::text[]) with ordinality as w (query, place)
		where not exists (select from question_searches s where s.tokens @@ w.query::tsquery)
	`.execute(ctx.db)
	return rows.map(({ place }) => doubtful[place - 1]?.text ?? '')
}

/** Replaces words that no question has by known ones; null where there is nothing to correct. */
async function correct(ctx: Ctx, typed: string, first: Searched | null): Promise<string | null> {
	const { text = null } = first ?? {}
	const parts = text?.parts ?? []
	const wrong = [
		...(first ? await wordsOfNone(ctx, first) : []),
		// Hiragana that no dictionary has was left out of the query.
		...(text?.words ?? typed.normalize('NFKC').split(/\s+/u)).filter((word) => !parts.some((part) => part.text === word)),
	]
	let corrected = typed.normalize('NFKC')
	for (const word of new Set(wrong.filter((one) => one !== ''))) {
		const better = await correctWord(ctx, word)
		if (better !== null) corrected = corrected.replace(word, better)
	}
	return corrected === typed.normalize('NFKC') ? null : corrected
}

const longestFirst = (spellings: readonly string[]): string[] => [...new Set(spellings)].sort((a, b) => b.length - a.length)

/** Spellings to be marked, longest first. */
export const spellingsOf = (text: TextQuery): string[] => longestFirst(text.parts.flatMap(({ spellings }) => spellings))
