import { foldText } from './search-text.ts'

/**
 * Words of a Japanese text for PostgreSQL's text search, as the same words whether they come from a text or a query:
 * whole runs of katakana and of Latin letters, runs of kanji cut by Intl.Segmenter. Runs of hiragana are grammar: they
 * only keep the distance between words.
 */

export type Token = {
	/** Spellings that stand at the same place: e-tax and etax. */
	forms: string[]
	position: number
	/** Tokens of one unbroken run of characters are one word to a reader: 確定申告. */
	run: number
}

const RUNS =
	/(?<katakana>[ァ-ヺー]+)|(?<latin>[a-z0-9]+(?:[-.&+'][a-z0-9]+)*)|(?<han>(?:[\p{Script=Han}々〆]|[ヶケ](?=\p{Script=Han}))+)|(?<hiragana>[ぁ-ゖー]+)/gu
const MAX_TOKEN = 60

export function tokenise(text: string): Token[] {
	const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
	const tokens: Token[] = []
	let position = 0
	let run = 0
	let runEnd = -1
	for (const match of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
		const groups = match.groups ?? {}
		if (match.index !== runEnd || groups['hiragana'] !== undefined) run++
		runEnd = match.index + match[0].length
		if (groups['hiragana'] !== undefined) position++
		else if (groups['han'] !== undefined)
			for (const { segment } of segmenter.segment(groups['han'])) tokens.push({ forms: [foldWord(segment)], position: ++position, run })
		else tokens.push({ forms: formsOf(match[0]), position: ++position, run })
	}
	return tokens.filter((token) => token.forms[0] !== '')
}

const foldWord = (word: string): string => foldText(word).slice(0, MAX_TOKEN)

function formsOf(word: string): string[] {
	const folded = foldWord(word)
	// foldText joins e-tax to etax; its parts are words too: tax.
	const parts = /[-.&+']/.test(word) ? word.split(/[-.&+']/).filter((part) => part.length >= 2) : []
	return [...new Set([folded, ...parts.map(foldWord)])]
}

/** PostgreSQL keeps no more than these. */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255

/** A tsvector as text, each part of the document with its weight; parts stand far enough apart for no phrase to span them. */
export function tsvectorOf(parts: readonly { text: string; weight: 'A' | 'B' | 'C' | 'D' }[]): string {
	const places = new Map<string, string[]>()
	let offset = 0
	for (const { text, weight } of parts) {
		let last = 0
		const tokens = tokenise(text)
		for (const [place, { forms, position }] of tokens.entries()) {
			last = position
			for (const form of [...forms, ...pairAt(tokens, place)]) {
				const list = places.get(form) ?? []
				places.set(form, list)
				if (list.length < MAX_POSITIONS) list.push(`${Math.min(offset + position, MAX_POSITION)}${weight === 'D' ? '' : weight}`)
			}
		}
		offset += last + 10
	}
	return [...places].map(([form, list]) => `${quoted(form)}:${list.join(',')}`).join(' ')
}

/**
 * A token and its neighbour in the same run as one more word. 確定申告 is found by that, and not by looking at where 確定 and
 * 申告 stand, for which PostgreSQL would have to read every row that has both.
 */
function pairAt(tokens: readonly Token[], place: number): string[] {
	const [first, second] = [tokens[place], tokens[place + 1]]
	return first && second && first.run === second.run ? [`${first.forms[0]}${second.forms[0]}`.slice(0, 2 * MAX_TOKEN)] : []
}

const quoted = (form: string): string => `'${form.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/**
 * A tsquery as text for one word as somebody typed it: its tokens next to each other where they were written so, all of
 * them where grammar stood between. Null where nothing is left to search for.
 */
export function tsqueryOfWord(word: string): string | null {
	const runs = [...Map.groupBy(tokenise(word), (token) => token.run).values()]
	const words = runs.flatMap((tokens) =>
		tokens.length === 1 ? [tokens[0]?.forms[0] ?? ''] : tokens.flatMap((_, place) => pairAt(tokens, place)),
	)
	return words.length === 0 ? null : words.map(quoted).join(' & ')
}

/** A word of hiragana alone, which may be one of katakana in the texts; null for any other. */
export function hiraganaWord(word: string): string | null {
	const folded = foldWord(word.normalize('NFKC'))
	return /^[ぁ-ゖー]{2,}$/u.test(folded) ? folded : null
}

/** Every token of a text once, in its order. */
export function tokensOf(text: string): string[] {
	return [...new Set(tokenise(text).flatMap(({ forms }) => forms[0] ?? []))]
}

/** A tsquery for one token that stands by itself. */
export const tsqueryOfToken = (token: string): string => quoted(token)
