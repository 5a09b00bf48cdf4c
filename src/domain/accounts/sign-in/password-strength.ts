/**
 * Pure: how many bits of guesses a password costs somebody who knows the habits of people: common words and their leet
 * forms, repeats, sequences, keyboard walks, dates and telephone numbers. The cheapest way to put the password together
 * counts, as in zxcvbn; the work grows with the length only.
 */

/** Bits of a word, or undefined for none. */
type WordBits = (word: string) => number | undefined

const LONGEST_WORD = 24
const COPY_BITS = 1.5
const LONGEST_COPY = 40

const leetForms = [
	{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '9': 'g', '@': 'a', $: 's', '!': 'i', '+': 't' },
	{ '0': 'o', '1': 'i', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '@': 'a', $: 's', '!': 'l', '|': 'l' },
] as const satisfies Record<string, string>[]

/** Rows of keys, so that keys whose row and place differ by one at most are neighbours. */
const keyboards = [
	['1234567890-^', 'qwertyuiop@[', 'asdfghjkl;:]', 'zxcvbnm,./'],
	['789', '456', '123', '0'],
].map((rows) => new Map(rows.flatMap((keys, row) => Array.from(keys, (key, column) => [key, { row, column }] as const))))

const habits: readonly { pattern: RegExp; bits: number }[] = [
	{ pattern: /(?:19|20)\d\d/y, bits: 5 },
	{ pattern: /(?:19|20)\d\d[-/._年]?(?:0?[1-9]|1[0-2])[-/._月]?(?:0[1-9]|[12]\d|3[01]|[1-9])日?/y, bits: 13 },
	{ pattern: /(?:0[1-9]|[12]\d|3[01])[-/._]?(?:0[1-9]|1[0-2])[-/._]?(?:19|20)\d\d/y, bits: 14 },
	{ pattern: /\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/y, bits: 13 },
	{ pattern: /(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/y, bits: 8 },
	{ pattern: /0[5789]0-?\d{4}-?\d{4}/y, bits: 20 },
	{ pattern: /0\d{1,4}-?\d{1,4}-?\d{4}/y, bits: 20 },
]

/** The bits of the cheapest guess. `text` is in lower case and NFKC, and its length is bounded by the caller. */
export function guessBits(text: string, words: WordBits): number {
	const best = Array.from<number>({ length: text.length + 1 }).fill(Number.POSITIVE_INFINITY)
	best[0] = 0
	const forms = [text, reversed(text), ...leetForms.map((form) => replaceAll(text, form))]
	for (let from = 0; from < text.length; from++) {
		const before = best[from] ?? 0
		const reach = (to: number, bits: number) => {
			if (before + bits < (best[to] ?? 0)) best[to] = before + bits
		}
		reach(from + 1, characterBits(text, from))
		reachWords(forms, from, words, reach)
		reachCopies(text, from, reach)
		reachSequence(text, from, reach)
		for (const keys of keyboards) reachWalk(text, from, keys, reach)
		for (const { pattern, bits } of habits) {
			pattern.lastIndex = from
			if (pattern.test(text)) reach(pattern.lastIndex, bits)
		}
	}
	return best[text.length] ?? 0
}

type Reach = (to: number, bits: number) => void

function reachWords(forms: readonly string[], from: number, words: WordBits, reach: Reach): void {
	const [text = '', backwards = '', ...leet] = forms
	const most = Math.min(LONGEST_WORD, text.length - from)
	for (let length = 2; length <= most; length++) {
		const to = from + length
		const here = text.slice(from, to)
		const plain = words(here)
		if (plain !== undefined) reach(to, plain)
		const back = words(backwards.slice(text.length - to, text.length - from))
		if (back !== undefined) reach(to, back + 1)
		for (const form of leet) {
			const read = form.slice(from, to)
			const bits = read === here ? undefined : words(read)
			if (bits !== undefined) reach(to, bits + COPY_BITS)
		}
	}
}

/** Matches an immediate repetition. */
function reachCopies(text: string, from: number, reach: Reach): void {
	const most = Math.min(LONGEST_COPY, from, text.length - from)
	for (let length = 1; length <= most; length++) if (text.startsWith(text.slice(from - length, from), from)) reach(from + length, COPY_BITS)
}

/** Steps such as 1234, 9876, defg, 2468 or あいうえお. */
function reachSequence(text: string, from: number, reach: Reach): void {
	const step = text.charCodeAt(from + 1) - text.charCodeAt(from)
	if (Math.abs(step) !== 1 && Math.abs(step) !== 2) return
	for (let to = from + 2; to < text.length && text.charCodeAt(to) - text.charCodeAt(to - 1) === step; to++)
		reach(to + 1, 3 + Math.log2(to - from))
}

/** From key to neighbouring key; each change of direction costs bits. */
function reachWalk(text: string, from: number, keys: (typeof keyboards)[number], reach: Reach): void {
	let here = keys.get(text.charAt(from))
	let direction = ''
	let bits = 4
	for (let to = from + 1; here && to < text.length; to++) {
		const next = keys.get(text.charAt(to))
		if (!next || Math.abs(next.row - here.row) > 1 || Math.abs(next.column - here.column) > 1) return
		const turned = `${next.row - here.row} ${next.column - here.column}`
		bits += turned === direction ? 0.5 : 1.5
		direction = turned
		here = next
		if (to - from >= 3) reach(to + 1, bits)
	}
}

const isVowel = (character: string) => 'aeiou'.includes(character)

/** Of letters, those that can be spoken with the one before are guessed more easily. */
function characterBits(text: string, at: number): number {
	const character = text.charAt(at)
	const last = text.charAt(at - 1)
	if (/[a-z]/.test(character)) return /[a-z]/.test(last) && isVowel(character) !== isVowel(last) ? 2.5 : 4
	if (/\d/.test(character)) return 2.9
	if (/[\s\p{P}\p{S}]/u.test(character) && character.charCodeAt(0) < 0x3100) return text.slice(0, at).includes(character) ? 1 : 3
	if (/[ぁ-ゖー]/.test(character)) return 3.3
	// Half of a surrogate pair.
	if (/[\ud800-\udfff]/.test(character)) return 3
	return 6
}

const reversed = (text: string): string => Array.from({ length: text.length }, (_, place) => text.charAt(text.length - 1 - place)).join('')

const replaceAll = (text: string, form: Readonly<Record<string, string>>): string =>
	Array.from({ length: text.length }, (_, place) => form[text.charAt(place)] ?? text.charAt(place)).join('')
