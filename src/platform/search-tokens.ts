import { foldText } from './search-text.ts'

/**
 * Words of a Japanese text for PostgreSQL's text search, as the same words whether they come from a text or a query:
 * whole runs of katakana and of Latin letters, runs of kanji cut by Intl.Segmenter. Runs of hiragana are grammar: they
 * only keep the distance between words.
 */

export type Token = {
	/** Spellings with the same position: e-tax and etax. */
	forms: readonly string[]
	position: number
	/** Tokens of one unbroken run of characters are one word to a reader: 確定申告, and 取り扱い as well as 取扱い. */
	run: number
}

const RUNS =
	/(?<katakana>[ァ-ヺー]+)|(?<latin>[a-z0-9]+(?:[-.&+'][a-z0-9]+)*)|(?<han>(?:[\p{Script=Han}々〆]|[ヶケ](?=\p{Script=Han}))+)|(?<hiragana>[ぁ-ゖー]+)/gu
const MAX_TOKEN = 60
/** One letter that a verb may show or not between two characters: 取り扱い, 取扱い. Particles (に, て, の) are none. */
const OKURIGANA = /^[いきぎしじちびみりえけげせべめれ]$/u

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Texts say the same things again and again: cutting a run of kanji costs a hundred times as much as looking it up. */
const CACHED_RUNS = 20_000
const cutRuns = new Map<string, readonly string[]>()

function kanjiWords(run: string): readonly string[] {
	const before = cutRuns.get(run)
	if (before) return before
	const words = Array.from(segmenter.segment(run), ({ segment }) => foldWord(segment))
	if (cutRuns.size >= CACHED_RUNS) cutRuns.clear()
	if (run.length <= MAX_TOKEN) cutRuns.set(run, words)
	return words
}

export function tokenise(text: string): Token[] {
	const tokens: Token[] = []
	let position = 0
	let run = 0
	let runEnd = -1
	// For okurigana: the kanji before a run of hiragana, and the token before one that is okurigana.
	let before: string | undefined
	let between: Token | undefined
	for (const match of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
		const groups = match.groups ?? {}
		if (match.index !== runEnd || groups['hiragana'] !== undefined) run++
		runEnd = match.index + match[0].length
		if (groups['hiragana'] !== undefined) {
			position++
			between = before?.length === 1 && OKURIGANA.test(match[0]) ? tokens.at(-1) : undefined
			before = undefined
			continue
		}
		if (groups['han'] !== undefined) {
			if (between && groups['han'].length === 1) run = between.run
			for (const word of kanjiWords(groups['han'])) tokens.push({ forms: [word], position: ++position, run })
			before = groups['han']
		} else {
			tokens.push({ forms: formsOf(match[0]), position: ++position, run })
			before = undefined
		}
		between = undefined
	}
	return tokens.filter((token) => token.forms[0] !== '')
}

const foldWord = (word: string): string => foldText(word).slice(0, MAX_TOKEN)

const spelled = new Map<string, readonly string[]>()

function formsOf(word: string): readonly string[] {
	const before = spelled.get(word)
	if (before) return before
	const forms = readForms(word)
	if (spelled.size >= CACHED_RUNS) spelled.clear()
	if (word.length <= MAX_TOKEN) spelled.set(word, forms)
	return forms
}

function readForms(word: string): string[] {
	const folded = foldWord(word)
	// foldText joins e-tax to etax; its parts are words too: tax.
	const parts = /[-.&+']/.test(word) ? word.split(/[-.&+']/).filter((part) => part.length >= 2) : []
	return [...new Set([folded, ...parts.map(foldWord)])]
}

/** The most that PostgreSQL stores. */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255

/** A tsvector as text, each part of the document with its weight; positions of the parts are far enough apart that no phrase spans two. */
export function tsvectorOf(parts: readonly { text: string; weight: 'A' | 'B' | 'C' | 'D' }[], marks: readonly string[] = []): string {
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
	return [...[...places].map(([form, list]) => `${quoted(form)}:${list.join(',')}`), ...marks.map(markOf)].join(' ')
}

/**
 * A fact of a document, indexed among its words so that one index finds both: a topic, a place, the
 * thousands that its number is of. No word begins with a tilde.
 */
export const markOf = (mark: string): string => quoted(`~${mark}`)

/**
 * A token and its neighbour in the same run as one more word. 確定申告 is found by that, and not by comparing the positions of 確定 and
 * 申告, for which PostgreSQL would have to read every row that has both.
 */
function pairAt(tokens: readonly Token[], place: number): string[] {
	const [first, second] = [tokens[place], tokens[place + 1]]
	return first && second && first.run === second.run ? [`${first.forms[0]}${second.forms[0]}`.slice(0, 2 * MAX_TOKEN)] : []
}

const quoted = (form: string): string => `'${form.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/**
 * A tsquery as text for one word as somebody typed it: its tokens next to each other where they were written so, all of
 * them where grammar is in between. Null where nothing is left to search for.
 */
export function tsqueryOfWord(word: string): string | null {
	const words = wordsOfQuery(word)
	return words.length === 0 ? null : words.map(quoted).join(' & ')
}

/** The words of an unbroken run each by itself: for when 確定申告期限 finds nothing, but 確定申告 and 期限 do. Null for one word. */
export function tsqueryOfParts(word: string): string | null {
	const tokens = tokenise(word)
	const runs = [...Map.groupBy(tokens, (token) => token.run).values()]
	if (runs.every(({ length }) => length === 1)) return null
	return tokens.map(({ forms }) => quoted(forms[0] ?? '')).join(' & ')
}

/** Words in exactly this order and distance: a text in quotation marks. */
export function tsqueryOfPhrase(text: string): string | null {
	const tokens = tokenise(text)
	return tokens.length === 0
		? null
		: tokens
				.map(({ forms, position }, place) => {
					const gap = position - (tokens[place - 1]?.position ?? position)
					return `${place === 0 ? '' : ` <${gap}> `}${quoted(forms[0] ?? '')}`
				})
				.join('')
}

/** The words of a query as texts have them: neighbours of a run together, others alone. */
export function wordsOfQuery(word: string): string[] {
	const runs = [...Map.groupBy(tokenise(word), (token) => token.run).values()]
	return runs.flatMap((tokens) => (tokens.length === 1 ? [tokens[0]?.forms[0] ?? ''] : tokens.flatMap((_, place) => pairAt(tokens, place))))
}

/** A word of hiragana alone, which may be one of katakana in the texts; null for any other. */
export function hiraganaWord(word: string): string | null {
	const plain = word.normalize('NFKC')
	// As katakana, so that さーばー loses its last vowel as サーバー does.
	return /^[ぁ-ゖー]{2,}$/u.test(plain)
		? foldWord(plain.replaceAll(/[ぁ-ゖ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)))
		: null
}

/** Every token of a text once, in its order. */
export function tokensOf(text: string): string[] {
	return [...new Set(tokenise(text).flatMap(({ forms }) => forms[0] ?? []))]
}

/** A tsquery for a single token. */
export const tsqueryOfToken = (token: string): string => quoted(token)
