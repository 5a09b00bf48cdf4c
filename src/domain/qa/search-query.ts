import { sql } from 'kysely'
import { foldText } from '../../platform/search-text.ts'
import { hiraganaWord, tsqueryOfToken, tsqueryOfWord } from '../../platform/search-tokens.ts'
import type { Ctx } from '../context.ts'

/** What was typed, ready for PostgreSQL. */
export type TextQuery = {
	/** As typed, for marking. */
	words: string[]
	/** Every word as it is written. */
	exact: string
	/** Every word or one that means the same. */
	wide: string
	/** Any of the words, for when all are too many. */
	loose: string
}

const MAX_WORDS = 6
const MAX_VARIANTS = 8

/** Reads a search text; null where it has no word that could be searched for. */
export async function readTextQuery(ctx: Ctx, text: string): Promise<TextQuery | null> {
	const words = text
		.normalize('NFKC')
		.split(/[\s、。,・?？!！「」『』()（）]+/u)
		.filter((word) => foldText(word) !== '')
		.slice(0, MAX_WORDS)
	const [dictionary, katakana] = await Promise.all([readSynonyms(ctx), readKnown(ctx, words)])
	const known = words
		.map((word) => {
			const kana = hiraganaWord(word)
			const exact = kana !== null && katakana.has(kana) ? tsqueryOfToken(kana) : tsqueryOfWord(word)
			const variants = (dictionary.get(foldText(word)) ?? []).slice(0, MAX_VARIANTS).flatMap((variant) => tsqueryOfWord(variant) ?? [])
			const all = [...new Set([...(exact === null ? [] : [exact]), ...variants])]
			return { exact: exact ?? all[0] ?? null, wide: all.map((one) => `(${one})`).join(' | ') }
		})
		// A word of hiragana alone that no dictionary knows is grammar.
		.filter((word): word is { exact: string; wide: string } => word.exact !== null)
	if (known.length === 0) return null
	return {
		words,
		exact: known.map(({ exact }) => `(${exact})`).join(' & '),
		wide: known.map(({ wide }) => `(${wide})`).join(' & '),
		loose: known.map(({ wide }) => `(${wide})`).join(' | '),
	}
}

/** Which of the hiragana words are words of katakana in some question: いんぼいす is, について is not. */
async function readKnown(ctx: Ctx, words: readonly string[]): Promise<Set<string>> {
	const candidates = words.flatMap((word) => hiraganaWord(word) ?? [])
	if (candidates.length === 0) return new Set()
	const { rows } = await sql<{ word: string }>`
		select w.word from unnest(${candidates}::text[], ${candidates.map(tsqueryOfToken)}::text[]) as w (word, query)
		where exists (select from question_searches s where s.tokens @@ w.query::tsquery)
	`.execute(ctx.db)
	return new Set(rows.map(({ word }) => word))
}

/**
 * The taxonomy as a dictionary: a task's or category's name, reading and synonyms lead to its name; its name and reading
 * also to its synonyms. Not each synonym to each other: 白色申告 is no other word for 副業の申告.
 */
async function readSynonyms(ctx: Ctx): Promise<Map<string, string[]>> {
	const { rows } = await sql<{ name: string; kana: string; synonyms: string[] }>`
		select name, kana, synonyms from tasks where published_at is not null
		union all select name, kana, synonyms from task_categories
	`.execute(ctx.db)
	const dictionary = new Map<string, string[]>()
	const add = (word: string, variants: readonly string[]) => {
		const key = foldText(word)
		dictionary.set(key, [...new Set([...(dictionary.get(key) ?? []), ...variants])])
	}
	for (const { name, kana, synonyms } of rows) {
		add(name, synonyms)
		add(kana, [name, ...synonyms])
		for (const synonym of synonyms) add(synonym, [name])
	}
	return dictionary
}
