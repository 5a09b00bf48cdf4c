import { foldText } from './search-text.ts'

/**
 * The passage of a text that contains the searched words, split into marked and unmarked parts. Contains no HTML:
 * the caller renders the parts as elements.
 */

const LENGTH = 120
/** Length of the text that is kept before the first word. */
const BEFORE = 24

export type MarkedPassage = { parts: { text: string; marked: boolean }[]; /** How many of the words occur in it. */ words: number }

/** A letter with its sound marks is one: ﾊﾞ. */
const LETTERS = /.[ﾞﾟ\u3099\u309a]?/gsu

/** There are but some thousand letters in use, and folding one costs as much as folding a sentence. */
const CACHED_LETTERS = 20_000
const foldedLetters = new Map<string, string>()

function foldLetter(letter: string): string {
	const before = foldedLetters.get(letter)
	if (before !== undefined) return before
	if (foldedLetters.size >= CACHED_LETTERS) foldedLetters.clear()
	const plain = foldText(letter)
	foldedLetters.set(letter, plain)
	return plain
}

/** The text folded letter by letter, and for each folded letter the letter of the text that it came from. */
function folded(text: string): { text: string; letters: string[]; from: number[] } {
	const letters = text.match(LETTERS) ?? []
	let result = ''
	const from: number[] = []
	for (const [place, letter] of letters.entries()) {
		const plain = foldLetter(letter)
		result += plain
		for (let unit = 0; unit < plain.length; unit++) from.push(place)
	}
	return { text: result, letters, from }
}

type Span = { start: number; end: number; word: number }

/** Positions of the spellings in characters of the text, without overlaps. */
function spansOf({ text, from }: { text: string; from: readonly number[] }, spellings: readonly string[]): Span[] {
	const spans: Span[] = []
	for (const [word, spelling] of spellings.entries()) {
		const wanted = foldText(spelling)
		if (wanted === '') continue
		for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
			const start = from[at] ?? 0
			const end = (from[at + wanted.length - 1] ?? start) + 1
			if (!spans.some((span) => span.start < end && start < span.end)) spans.push({ start, end, word })
		}
	}
	return spans.sort((a, b) => a.start - b.start)
}

/** The piece of the text with most different words, its beginning where there is none. `spellings` longest first. */
export function bestPassage(text: string, spellings: readonly string[]): MarkedPassage {
	const plain = text.replaceAll(/\s+/gu, ' ').trim()
	const whole = folded(plain)
	const spans = spansOf(whole, spellings)
	let best = { start: 0, words: 0 }
	for (const { start } of spans) {
		const words = new Set(spans.filter((span) => span.start >= start && span.end <= start + LENGTH - BEFORE).map(({ word }) => word)).size
		if (words > best.words) best = { start: Math.max(0, start - BEFORE), words }
	}
	const end = Math.min(whole.letters.length, best.start + LENGTH)
	const start = Math.max(0, Math.min(best.start, end - LENGTH))
	const parts: MarkedPassage['parts'] = []
	const add = (from: number, to: number, marked: boolean) => {
		const piece = whole.letters.slice(from, to).join('')
		if (piece !== '') parts.push({ text: piece, marked })
	}
	if (start > 0) parts.push({ text: '…', marked: false })
	let at = start
	for (const span of spans) {
		if (span.start < at || span.end > end) continue
		add(at, span.start, false)
		add(span.start, span.end, true)
		at = span.end
	}
	add(at, end, false)
	if (end < whole.letters.length) parts.push({ text: '…', marked: false })
	return { parts, words: best.words }
}
