import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import type { QuestionQuery } from '../input.ts'
import { findHits, type Hits } from './search-hits.ts'
import { conditionOf, type QueryWord, readTextQuery, type TextCondition, type TextQuery, withoutOne } from './search-query.ts'
import { correctWord, readTermCounts } from './search-terms.ts'

/** Fewer hits than these for all words, and the search is made wider. */
const TOO_FEW = 5

export type Found = {
	text: TextQuery
	/** The text query that found the hits, without the filters of the list. */
	tsquery: string
	hits: Hits
	/** Some of the words may be missing. */
	relaxed: boolean
	/** What was searched for instead of what was typed. */
	corrected: string | null
}

/**
 * The hits of a search: all words or what means the same; where that is too few, mistyped words corrected, then runs taken
 * apart, then one word left out. Null where nothing was typed that could be searched for.
 */
export async function searchQuestions(ctx: Ctx, query: QuestionQuery): Promise<Found | null> {
	const typed = await readTextQuery(ctx, query.text)
	let found = typed && (await searchFor(ctx, query, typed))
	if (found && found.hits.newest.length >= TOO_FEW) return found
	const corrected = await correct(ctx, query.text, typed)
	if (corrected !== null) {
		const other = await readTextQuery(ctx, corrected)
		const better = other && (await searchFor(ctx, query, other))
		if (better && better.hits.newest.length > (found?.hits.newest.length ?? 0)) found = { ...better, corrected }
	}
	for (const widen of [(parts: readonly QueryWord[]) => conditionOf(parts.map(({ splitOnes }) => splitOnes)), withoutOne]) {
		if (!found || found.hits.newest.length >= TOO_FEW) return found
		const condition = widen(found.text.parts)
		if (condition === null || condition.tsquery === found.tsquery) continue
		const wider = await searchFor(ctx, query, found.text, condition)
		if (wider.hits.newest.length > found.hits.newest.length) found = { ...wider, relaxed: true, corrected: found.corrected }
	}
	return found
}

async function searchFor(ctx: Ctx, query: QuestionQuery, text: TextQuery, widened?: TextCondition): Promise<Found> {
	const condition = widened ?? conditionOf(text.parts.map(({ wideOnes }) => wideOnes))
	const counts = await readTermCounts(ctx, [...new Set(text.parts.flatMap(({ ways }) => ways.flat()))])
	const hits = await findHits(ctx, query, { parts: text.parts, condition, counts })
	return { text, tsquery: condition.tsquery, hits, relaxed: false, corrected: null }
}

/** The text with known words for those that stand nowhere; null where there is nothing to correct. */
async function correct(ctx: Ctx, typed: string, text: TextQuery | null): Promise<string | null> {
	const parts = text?.parts ?? []
	const { rows } = await checkedSql({ place: int4 })`
		select w.place::integer as place from unnest(${parts.map(({ wide }) => wide)}::text[]) with ordinality as w (query, place)
		where not exists (select from question_searches s where s.tokens @@ w.query::tsquery)
	`.execute(ctx.db)
	const wrong = [
		...rows.map(({ place }) => parts[place - 1]?.text ?? ''),
		// Hiragana that no dictionary knows was left out of the query.
		...(text?.words ?? typed.normalize('NFKC').split(/\s+/u)).filter((word) => !parts.some((part) => part.text === word)),
	]
	let corrected = typed.normalize('NFKC')
	for (const word of new Set(wrong.filter((one) => one !== ''))) {
		const better = await correctWord(ctx, word)
		if (better !== null) corrected = corrected.replace(word, better)
	}
	return corrected === typed.normalize('NFKC') ? null : corrected
}

/** Spellings to be marked, longest first. */
export const spellingsOf = (text: TextQuery): string[] =>
	[...new Set(text.parts.flatMap(({ spellings }) => spellings))].sort((a, b) => b.length - a.length)
