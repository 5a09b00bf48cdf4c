import { checkedSql, text, textArray } from '../../../platform/checked-sql.ts'
import { foldText, romajiOfLatin } from '../../../platform/search-text.ts'
import {
	hiraganaWord,
	tsqueryOfParts,
	tsqueryOfPhrase,
	tsqueryOfToken,
	tsqueryOfWord,
	wordsOfQuery,
} from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'

/** One word of a search with its spellings and synonyms. */
export type QueryWord = {
	text: string
	/** Whether it was in quotation marks. */
	isPhrase: boolean
	/** Whether it is a term of the taxonomy. */
	isTopic: boolean
	exact: string
	/** The word, or one that means the same. */
	wide: string
	/** As typed or in its first other form: ranking by all forms takes several times as long and ranks no better. */
	ranked: string
	/** As `wide`, with unbroken runs taken apart. */
	split: string
	/** The alternatives of which `wide` and `split` consist. */
	wideOnes: readonly string[]
	splitOnes: readonly string[]
	/** Index words of each spelling; all words of a spelling must match. */
	ways: readonly (readonly string[])[]
	/** Spellings to be marked in texts. */
	spellings: readonly string[]
}

/** The parsed search text for PostgreSQL. */
export type TextQuery = {
	/** As typed. */
	words: readonly string[]
	parts: readonly QueryWord[]
}

const MAX_WORDS = 6
const MAX_VARIANTS = 8
const PHRASES = /「([^」]+)」|『([^』]+)』|"([^"]+)"|“([^”]+)”/gu

type Typed = { text: string; isPhrase: boolean }

/** Text in quotation marks is one phrase; the rest is words separated by spaces. */
function wordsTyped(text: string): Typed[] {
	const typed: Typed[] = []
	const plain = text.normalize('NFKC').replaceAll(PHRASES, (_, ...found: (string | undefined)[]) => {
		const phrase = found.slice(0, 4).find((one) => one !== undefined) ?? ''
		typed.push({ text: phrase, isPhrase: true })
		return ' '
	})
	for (const word of plain.split(/[\s、。,・?？!！「」『』"“”()（）]+/u)) typed.push({ text: word, isPhrase: false })
	return typed.filter((word) => foldText(word.text) !== '').slice(0, MAX_WORDS)
}

/** Reads a search text; null where it has no word that could be searched for. */
export async function readTextQuery(ctx: Ctx, text: string): Promise<TextQuery | null> {
	const typed = wordsTyped(text)
	const plain = typed.filter(({ isPhrase }) => !isPhrase).map((word) => word.text)
	const [dictionary, katakana] = await Promise.all([readVariants(ctx, plain), readKnown(ctx, plain)])
	// A word of hiragana only that no dictionary has is treated as grammar.
	const parts = typed.flatMap(
		(word) => (word.isPhrase ? phraseOf(word.text) : wordOf(word.text, dictionary.get(word.text) ?? [], katakana)) ?? [],
	)
	return parts.length === 0 ? null : { words: typed.map((word) => word.text), parts }
}

function phraseOf(text: string): QueryWord | null {
	const phrase = tsqueryOfPhrase(text)
	const narrow = tsqueryOfWord(text)
	if (phrase === null || narrow === null) return null
	// Of one unbroken run every two neighbours are one word of the index: no row has to be read to see their order.
	const both = !/<(?!1>)/u.test(phrase) ? narrow : `(${phrase}) & ${narrow}`
	return {
		text,
		isPhrase: true,
		isTopic: false,
		exact: both,
		wide: both,
		ranked: both,
		split: phrase,
		wideOnes: [both],
		splitOnes: [phrase],
		ways: [wordsOfQuery(text)],
		spellings: [text],
	}
}

function wordOf(text: string, variants: readonly string[], katakana: ReadonlySet<string>): QueryWord | null {
	const kana = hiraganaWord(text)
	const isKatakana = kana !== null && katakana.has(kana)
	const own = isKatakana ? tsqueryOfToken(kana) : tsqueryOfWord(text)
	const others = variants.slice(0, MAX_VARIANTS)
	const written = [...(own === null ? [] : [own]), ...others.flatMap((variant) => tsqueryOfWord(variant) ?? [])]
	const [first] = written
	if (first === undefined) return null
	const wide = [...new Set(written)]
	const apart = [...(isKatakana ? [] : [text]), ...others].flatMap((variant) => tsqueryOfParts(variant) ?? [])
	const split = [...new Set([...wide, ...apart])]
	const ways = [...(isKatakana ? [[kana]] : own === null ? [] : [wordsOfQuery(text)]), ...others.map(wordsOfQuery)]
	return {
		text,
		isPhrase: false,
		isTopic: others.length > 0,
		exact: own ?? first,
		wide: anyOf(wide),
		ranked: anyOf(wide.slice(0, 2)),
		split: anyOf(split),
		wideOnes: wide,
		splitOnes: split,
		ways: ways.filter(({ length }) => length > 0),
		spellings: [...(own === null ? [] : [text]), ...others],
	}
}

const anyOf = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' | ')
export const allOf = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ')

/** A condition on texts, and the same as conditions of which one must hold. */
export type TextCondition = { tsquery: string; alternatives: readonly string[] }

export const MAX_ALTERNATIVES = 16

/**
 * All words, each in one of its forms. The index is asked for every combination by itself while there are few: for one of
 * ANDs it starts at the rarest word, for an AND of ORs it goes through all words of an OR.
 */
export function conditionOf(forms: readonly (readonly string[])[]): TextCondition {
	const tsquery = allOf(forms.map(anyOf))
	if (forms.reduce((product, { length }) => product * length, 1) > MAX_ALTERNATIVES) return { tsquery, alternatives: [tsquery] }
	const combined = forms.reduce<string[][]>((rows, ones) => rows.flatMap((row) => ones.map((one) => [...row, one])), [[]])
	return { tsquery, alternatives: combined.map(allOf) }
}

/** Every word but one, whichever that is; any of them where there are but two. */
export function withoutOne(parts: readonly QueryWord[]): TextCondition | null {
	if (parts.length < 2) return null
	const alternatives = parts.map((_, left) => allOf(parts.filter((_one, place) => place !== left).map(({ split }) => split)))
	return { tsquery: anyOf(alternatives), alternatives }
}

/** The hiragana words that occur in katakana in some question: いんぼいす does, について does not. */
async function readKnown(ctx: Ctx, words: readonly string[]): Promise<Set<string>> {
	const candidates = words.flatMap((word) => hiraganaWord(word) ?? [])
	if (candidates.length === 0) return new Set()
	const { rows } = await checkedSql({ word: text })`
		select w.word from unnest(${candidates}::text[], ${candidates.map(tsqueryOfToken)}::text[]) as w (word, query)
		where exists (select from question_searches s where s.tokens @@ w.query::tsquery)
	`.execute(ctx.db)
	return new Set(rows.map(({ word }) => word))
}

/**
 * The taxonomy as a dictionary: a task's or category's name, reading, romaji and synonyms lead to its name; its name and
 * reading also to its synonyms. Synonyms do not lead to each other: 白色申告 does not mean 副業の申告.
 */
async function readVariants(ctx: Ctx, words: readonly string[]): Promise<Map<string, string[]>> {
	const keysOf = (word: string) => [foldText(word), ...(romajiOfLatin(word) ? [romajiOfLatin(word) ?? ''] : [])]
	const { rows } = await checkedSql({ key: text, name: text, synonyms: textArray })`
		select s.key, coalesce(t.name, c.name) as name, coalesce(t.synonyms, c.synonyms) as synonyms
		from suggestion_terms s
		left join tasks t on s.kind = 'task' and t.id = s.target_id
		left join task_categories c on s.kind = 'category' and c.id = s.target_id
		where s.kind in ('category', 'task') and s.kind not in ('office', 'expert') and s.key = any (${words.flatMap(keysOf)}::text[])
		order by s.id
	`.execute(ctx.db)
	return new Map(
		words.map((word) => {
			const keys = keysOf(word)
			const variants = rows
				.filter(({ key }) => keys.includes(key))
				.flatMap(({ name, synonyms }) => {
					const isSynonym = synonyms.some((synonym) => foldText(synonym) === foldText(word))
					return isSynonym ? [name] : [name, ...synonyms]
				})
			return [word, [...new Set(variants)].filter((variant) => foldText(variant) !== foldText(word))]
		}),
	)
}
