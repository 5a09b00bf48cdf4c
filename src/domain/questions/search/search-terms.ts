import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { foldText, prefixRange, romajiOfKana, romajiOfLatin, withoutUnfinishedKana } from '../../../platform/search-text.ts'
import { hiraganaWord, wordsOfQuery } from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'

/**
 * The words of questions with their frequency: distinguishes frequent words from rare ones, completes words while they are
 * typed and corrects misspelt ones. Rebuilt now and then; a search without it is correct, only slower.
 */

/** Sample size: words of this many questions are counted and extrapolated. */
const SAMPLE = 20_000
/** A word in a single question may itself be a typing error. */
const LEAST = 2
const CHANGED = 0.1

type TermRow = { term: string; label: string; reading: string; titles: number; texts: number; offered: boolean }

/** Rebuilds the table where the number of questions has changed much since the last time. */
export async function refreshSearchTerms(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
	const { rows } = await checkedSql({ now: int4, before: int4.nullable })`
		select (select count(*)::integer from question_searches) as now, (select texts from search_terms where term = '') as before
	`.execute(ctx.db)
	const { now = 0, before = null } = rows[0] ?? {}
	if (before !== null && Math.abs(now - before) <= CHANGED * before) return false
	await rebuildSearchTerms(ctx, now)
	return true
}

async function rebuildSearchTerms(ctx: Pick<Ctx, 'db'>, questions: number): Promise<void> {
	const share = Math.min(1, SAMPLE / Math.max(1, questions))
	// The same pages for both counts.
	const sample = share === 1 ? '' : `tablesample system (${(100 * share).toFixed(4)}) repeatable (7)`
	const counted = async (column: 'title_tokens' | 'tokens') => {
		const { rows } = await checkedSql({ word: text, ndoc: int4 })`
			select word, ndoc from ts_stat(${`select ${column} from question_searches ${sample}`}) where left(word, 1) <> '~' and ndoc >= ${LEAST}
		`.execute(ctx.db)
		return new Map(rows.map(({ word, ndoc }) => [word, Math.round(ndoc / share)]))
	}
	const texts = await counted('tokens')
	const titles = await counted('title_tokens')
	const terms = new Map<string, TermRow>()
	for (const [term, count] of texts)
		terms.set(term, { term, label: labelOf(term), reading: readingOf(term), titles: titles.get(term) ?? 0, texts: count, offered: false })
	for (const { label, reading } of await readTopics(ctx)) {
		const term = foldText(label)
		// A name of several words is in as many questions as the rarest of them, at most.
		const count = terms.get(term)?.texts ?? Math.min(...wordsOfQuery(label).map((word) => texts.get(word) ?? 0))
		if (term === '' || (terms.get(term)?.offered && reading === '')) continue
		terms.set(term, { term, label, reading, titles: titles.get(term) ?? 0, texts: Number.isFinite(count) ? count : 0, offered: true })
	}
	const rows = [...terms.values()].filter(({ term }) => term !== '')
	const write = async (db: Ctx['db']) => {
		await sql`lock table search_terms in share row exclusive mode`.execute(db)
		await sql`delete from search_terms`.execute(db)
		await sql`
			insert into search_terms (term, label, reading, romaji, titles, texts, is_offered, bigrams)
			select term, label, reading, romaji, titles, texts, offered, string_to_array(bigrams, ' ')
			from unnest(
				${rows.map((row) => row.term)}::text[], ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.reading)}::text[],
				${rows.map((row) => romajiOfKana(row.reading))}::text[], ${rows.map((row) => row.titles)}::integer[],
				${rows.map((row) => row.texts)}::integer[], ${rows.map((row) => row.offered)}::boolean[],
				${rows.map((row) => bigramsOf(row.term, row.reading).join(' '))}::text[]
			) as r (term, label, reading, romaji, titles, texts, offered, bigrams)
			union all select '', '', '', '', ${questions}::integer, ${questions}::integer, false, '{}'
		`.execute(db)
	}
	await (ctx.db.isTransaction ? write(ctx.db) : ctx.db.transaction().execute(write))
	await sql`analyze search_terms`.execute(ctx.db)
}

/** Tasks, categories and their synonyms: what is offered while typing, in the spelling that people read. */
async function readTopics(ctx: Pick<Ctx, 'db'>): Promise<{ label: string; reading: string }[]> {
	const rows = await ctx.db
		.selectFrom('tasks')
		.select(['name', 'kana', 'synonyms'])
		.where('published_at', 'is not', null)
		.unionAll(ctx.db.selectFrom('task_categories').select(['name', 'kana', 'synonyms']))
		.execute()
	return [
		...rows.map(({ name, kana }) => ({ label: name, reading: foldText(kana) })),
		...rows.flatMap(({ synonyms }) => synonyms.map((label) => ({ label, reading: readingOf(foldText(label)) }))),
	]
}

const KANA = /^[ぁ-ゖー]+$/u
/** In the index katakana is folded to hiragana, and hiragana words are not in it. */
const labelOf = (term: string): string =>
	KANA.test(term) ? term.replaceAll(/[ぁ-ゖ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)) : term
const readingOf = (term: string): string => (KANA.test(term) ? term : '')

const pairsOf = (word: string): string[] => {
	const characters = ['^', ...Array.from(word), '$']
	return characters.slice(1).map((character, place) => `${characters[place]}${character}`)
}

/** Character bigrams of surface and reading, with boundaries, for similarity. */
const bigramsOf = (term: string, reading: string): string[] => [
	...new Set([...pairsOf(term), ...(reading === '' || reading === term ? [] : pairsOf(reading))]),
]

export type TermCounts = { questions: number; of: ReadonlyMap<string, { titles: number; texts: number }> }

/** How many questions have each of the words, as of the last count. */
export async function readTermCounts(ctx: Ctx, words: readonly string[]): Promise<TermCounts> {
	const rows = await ctx.db
		.selectFrom('search_terms')
		.select(['term', 'titles', 'texts'])
		.where('term', '=', sql<string>`any (${['', ...words]}::text[])`)
		.execute()
	return { questions: rows.find(({ term }) => term === '')?.texts ?? 0, of: new Map(rows.map(({ term, ...counts }) => [term, counts])) }
}

/** Dice coefficient of character pairs: 1 for the same word. */
const ALIKE = 0.5

/** The known word most similar in spelling or sound to a mistyped one, or null. */
export async function correctWord(ctx: Ctx, word: string): Promise<string | null> {
	const folded = foldText(word)
	const romaji = romajiOfLatin(word)
	if (Array.from(folded).length < 3) return null
	const pairs = [...new Set(pairsOf(folded))]
	const { rows } = await checkedSql({ term: text, label: text, reading: text })`
		select term, label, reading from search_terms
		where bigrams && ${pairs}::text[] and texts > 0
		order by (select count(*) from unnest(bigrams) b where b = any (${pairs}::text[]))::real
			/ (char_length(term) + char_length(${folded})) desc, texts desc
		limit 30
	`.execute(ctx.db)
	const scored = rows
		.map((row) => ({ ...row, likeness: Math.max(dice(row.term, folded), row.reading === '' ? 0 : dice(row.reading, folded)) }))
		.filter(({ term, likeness }) => likeness >= ALIKE && term !== folded)
		.sort((a, b) => b.likeness - a.likeness)
	if (scored[0]) return scored[0].label
	return romaji === null ? null : closestRomaji(ctx, romaji)
}

function dice(one: string, other: string): number {
	const [a, b] = [pairsOf(one), pairsOf(other)]
	const rest = [...b]
	let shared = 0
	for (const pair of a) {
		const place = rest.indexOf(pair)
		if (place < 0) continue
		shared++
		rest.splice(place, 1)
	}
	return (2 * shared) / (a.length + b.length)
}

/** The romaji of offered words are few enough for a scan. */
async function closestRomaji(ctx: Ctx, romaji: string): Promise<string | null> {
	const { rows } = await checkedSql({ label: text, romaji: text })`
		select label, romaji from search_terms where is_offered and romaji <> '' and left(romaji, 1) = ${romaji.slice(0, 1)}
	`.execute(ctx.db)
	const best = rows.map((row) => ({ ...row, likeness: dice(row.romaji, romaji) })).sort((a, b) => b.likeness - a.likeness)[0]
	return best && best.likeness >= ALIKE ? best.label : null
}

const OFFERED = 8
const selectLabels = checkedSql({ label: text })

/** Words with this prefix in spelling, kana or romaji, most frequent first: for the search box of the questions. */
export async function suggestSearchWords(ctx: Ctx, text: string): Promise<string[]> {
	const folded = withoutUnfinishedKana(foldText(text.slice(0, 40)))
	const romaji = romajiOfLatin(text.slice(0, 40))
	const kana = hiraganaWord(text)
	if (folded === '') return []
	const from = (column: 'term' | 'reading' | 'romaji', prefix: string) => {
		const range = prefixRange(prefix)
		return sql`(
			select label, texts from search_terms
			where is_offered and ${sql.ref(column)} <> '' and ${sql.ref(column)} ~>=~ ${range.from} and ${sql.ref(column)} ~<~ ${range.to}
			order by texts desc limit ${sql.lit(OFFERED)}
		)`
	}
	const parts = [from('term', folded), from('reading', kana ?? folded), ...(romaji ? [from('romaji', romaji)] : [])]
	const { rows } = await selectLabels`
		select label from (${sql.join(parts, sql` union `)}) hits group by label order by max(texts) desc, label limit ${sql.lit(OFFERED)}
	`.execute(ctx.db)
	return rows.map(({ label }) => label)
}
