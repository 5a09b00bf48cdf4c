import { cleanLine } from './text-input.ts'
import { parseId } from './ids.ts'

/** A search of staff for a person or an office, in all interpretations. */
/** Rows that have a number of their own. */
export type NumberedKind = 'question' | 'lead' | 'contact'

export type PersonQuery = {
	/** As typed, without width variants; '' for nothing. */
	text: string
	/** The number of a page or a row; 0 where it cannot be one. */
	id: number
	/** A row that was named with its kind: `質問 123`, `/qa/123`. Then nothing else is searched. */
	item: { kind: NumberedKind; id: number } | null
	/** At least three digits of a phone, registration or corporate number, without its signs; '' where it is none. */
	digits: string
	/** The beginning of an address; '' where it is none. */
	email: string
	/** Of a name in its own letters and in either kana, without blanks; empty where it is none. */
	letters: readonly string[]
}

const MOST = 80

const toKatakana = (text: string) => text.replaceAll(/[ぁ-ゖ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
const toHiragana = (text: string) => text.replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60))

/** So many names with common letters are looked at, of which a search shows some: all of them could be every name there is. */
export const LETTER_CANDIDATES = 200

/** The pairs of letters that a name with these letters contains, or the one letter; as `name_grams` of the database has them. */
export function gramsOf(letters: string): string[] {
	const all = Array.from(letters)
	return all.length === 1 ? all : [...new Set(all.slice(1).map((letter, place) => `${all[place] ?? ''}${letter}`))]
}

const NUMBERED: readonly (readonly [NumberedKind, RegExp])[] = [
	['question', /^(?:質問|q)\s*(?:番号|no\.?)?\s*[#:：]?\s*(\d+)$/iu],
	['lead', /^(?:一括)?見積もり?(?:依頼)?\s*(?:番号)?\s*[#:：]?\s*(\d+)$/u],
	['lead', /^依頼\s*(?:番号)?\s*[#:：]?\s*(\d+)$/u],
	['contact', /^(?:お?問い?合わ?せ|受付)\s*(?:受付)?(?:番号)?\s*[#:：]?\s*(\d+)$/u],
	['question', /^(?:https?:\/\/[^\s/]+)?\/(?:qa|question|questions|admin\/questions)\/(\d+)(?:[/?#].*)?$/u],
	['question', /^(?:https?:\/\/[^\s/]+)?\/admin\/questions\?id=(\d+)$/u],
	['lead', /^(?:https?:\/\/[^\s/]+)?\/admin\/leads\/(\d+)(?:[/?#].*)?$/u],
	['contact', /^(?:https?:\/\/[^\s/]+)?\/admin\/contacts\/(\d+)(?:[/?#].*)?$/u],
]

function readItem(text: string): PersonQuery['item'] {
	for (const [kind, pattern] of NUMBERED) {
		const id = parseId(pattern.exec(text)?.[1] ?? '')
		if (id > 0) return { kind, id }
	}
	return null
}

/**
 * Parses the text of a search for people. A number with its punctuation (`第600001号`, `0422-00-0000`, `T1234567890123`)
 * is searched by its digits, `#123` like `123`.
 */
export function parsePersonQuery(typed: string): PersonQuery {
	const text = Array.from(cleanLine(typed.normalize('NFKC')))
		.slice(0, MOST)
		.join('')
	const isNumber = /^[第tT(+]?[\d\s()‐-―ー−-]+号?$/u.test(text) && /\d/.test(text)
	const digits = isNumber ? text.replaceAll(/\D/g, '') : ''
	const isEmail = /^[^\s@]+@/.test(text)
	const letters = text.replaceAll(/\s/gu, '')
	const item = readItem(text)
	const id = parseId(text.replace(/^#\s*/u, ''))
	return {
		text,
		id: Math.max(id, 0),
		item,
		digits: digits.length >= 3 ? digits : '',
		email: isEmail ? text.toLowerCase() : '',
		letters:
			isNumber || isEmail || item !== null || id > 0 || letters === ''
				? []
				: [...new Set([letters, toKatakana(letters), toHiragana(letters)])],
	}
}
