import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { foldText } from '../../platform/search-text.ts'
import { sourcePath } from '../../platform/source-path.ts'

/**
 * Everyday phrases for technical terms, and readings of the words in texts
 * (`content/search`). Both serve questions, offices and suggestions; they are read once, with the first search.
 */

export const intentSchema = z.strictObject({
	/** A regular expression over the folded text, in which single blanks are kept. */
	match: z.string().min(1),
	/** Example inputs; `match` matches each. */
	typed: z.array(z.string().min(2)).min(1),
	/** What texts say instead. */
	words: z.array(z.string().min(1)).min(1),
	/** Slugs of the tasks that help, the most likely first. */
	tasks: z.array(z.string().min(1)).min(1),
})

export type Intent = Omit<z.infer<typeof intentSchema>, 'match' | 'typed'> & { pattern: RegExp; typed: readonly string[] }

/** An intent that a text has, with the piece of the folded text that says so. */
export type FoundIntent = { intent: Intent; from: number; to: number }

/** A piece of a text in kana, and the words that it may mean. */
export type Reading = { typed: string; words: readonly string[] }

/** Maximum number of matches in one text. */
const MAX_INTENTS = 3
/** Between words a reading is less likely to be grammar the longer it is. */
const MIN_READING = { alone: 3, within: 4 }
const MAX_READING = 12

export type SearchDictionary = {
	/** The intents of a text, longest first; one that lies within the piece of another is left out. */
	intentsOf: (text: string) => FoundIntent[]
	/** Intents whose beginning somebody may have typed so far. */
	intentsBeginning: (text: string) => Intent[]
	/** Words written in kana, entirely (そうぞく in そうぞく放棄) or partly (相ぞく税), with their possible kanji. */
	readingsOf: (text: string) => Reading[]
}

type Row = { reading: string; word: string }

export function createSearchDictionary(intents: readonly Intent[], rows: readonly Row[]): SearchDictionary {
	const wordsByReading = new Map(
		[...Map.groupBy(rows, ({ reading }) => reading)].map(([reading, found]) => [reading, found.map(({ word }) => word)]),
	)
	const rowsByEdge = Map.groupBy(
		rows.flatMap((row) => [`^${row.word.at(0) ?? ''}`, `${row.word.at(-1) ?? ''}$`].map((edge) => ({ row, edge }))),
		({ edge }) => edge,
	)
	const rowsAt = (edge: string) => (rowsByEdge.get(edge) ?? []).map(({ row }) => row)
	return {
		intentsOf: (text) => findIntents(intents, foldWords(text)),
		intentsBeginning(text) {
			const folded = foldText(text)
			return folded.length < 2 ? [] : intents.filter(({ typed }) => typed.some((one) => one.startsWith(folded)))
		},
		readingsOf: (text) =>
			text
				.normalize('NFKC')
				.split(/[\s、。,・?？!！「」『』"“”()（）]+/u)
				.flatMap((word) => [...mixedIn(word, rowsAt), ...kanaIn(word, wordsByReading)]),
	}
}

/** Spaces stay: 相続 税理士 does not mean 相続税. */
const foldWords = (text: string): string => text.normalize('NFKC').trim().split(/\s+/u).map(foldText).join(' ')

function findIntents(intents: readonly Intent[], folded: string): FoundIntent[] {
	const found = intents.flatMap((intent): FoundIntent[] => {
		const matches = [...folded.matchAll(intent.pattern)].filter(([piece]) => piece.length >= 2)
		const longest = matches.toSorted((a, b) => b[0].length - a[0].length)[0]
		return longest ? [{ intent, from: longest.index, to: longest.index + longest[0].length }] : []
	})
	const length = ({ from, to }: FoundIntent) => to - from
	return found
		.filter((one) => !found.some((other) => length(other) > length(one) && other.from <= one.from && one.to <= other.to))
		.toSorted((a, b) => length(b) - length(a))
		.slice(0, MAX_INTENTS)
}

function kanaIn(word: string, wordsByReading: ReadonlyMap<string, readonly string[]>): Reading[] {
	const found: Reading[] = []
	for (const { 0: run, index } of word.matchAll(/[ぁ-ゖー]{3,}/gu)) {
		for (let at = 0; at < run.length;) {
			const least = at === 0 && index === 0 ? MIN_READING.alone : MIN_READING.within
			const typed = Array.from({ length: MAX_READING - least + 1 }, (_, less) => run.slice(at, at + MAX_READING - less)).find(
				(piece) => piece.length >= least && wordsByReading.has(piece),
			)
			if (typed !== undefined) found.push({ typed, words: wordsByReading.get(typed) ?? [] })
			at += typed?.length ?? 1
		}
	}
	return found
}

type RowsAt = (edge: string) => readonly Row[]

/** Words partly in kanji and partly in kana. */
function mixedIn(word: string, rowsAt: RowsAt): Reading[] {
	const found = [
		...[...word.matchAll(/(\p{Script=Han}+)([ぁ-ゖー]{2,})(\p{Script=Han}*)/gu)].flatMap((match) => beginningInKanji(match, rowsAt)),
		...[...word.matchAll(/([ぁ-ゖー]{2,})(\p{Script=Han}+)/gu)].flatMap((match) => endingInKanji(match, rowsAt)),
	]
	return [...Map.groupBy(found, ({ typed }) => typed)].map(([typed, rows]) => ({ typed, words: rows.map((row) => row.word) }))
}

function beginningInKanji([typed, before = '', kana = '', after = '']: RegExpExecArray, rowsAt: RowsAt): { typed: string; word: string }[] {
	return rowsAt(`^${before.at(0) ?? ''}`).flatMap(({ word, reading }) => {
		if (!word.startsWith(before) || word.length <= before.length + after.length) return []
		if (after !== '' && word.endsWith(after) && reading.slice(1, -1).includes(kana)) return [{ typed, word }]
		const rest = endingsOf(reading).find((ending) => kana.startsWith(ending))
		return rest === undefined ? [] : [{ typed: `${before}${rest}`, word }]
	})
}

function endingInKanji([, kana = '', after = '']: RegExpExecArray, rowsAt: RowsAt): { typed: string; word: string }[] {
	return rowsAt(`${after.at(-1) ?? ''}$`).flatMap(({ word, reading }) => {
		if (!word.endsWith(after) || word.length <= after.length) return []
		const rest = beginningsOf(reading).find((beginning) => kana.endsWith(beginning))
		return rest === undefined ? [] : [{ typed: `${rest}${after}`, word }]
	})
}

/** Pieces of at least two kana that a reading ends or begins with, longest first, never the full text. */
const endingsOf = (reading: string): string[] => Array.from({ length: Math.max(0, reading.length - 2) }, (_, cut) => reading.slice(cut + 1))
const beginningsOf = (reading: string): string[] =>
	Array.from({ length: Math.max(0, reading.length - 2) }, (_, cut) => reading.slice(0, reading.length - 1 - cut))

/** Folds what a pattern says and leaves its signs. The folded text has か for が between kanji, as in 霞が関. */
const foldPattern = (match: string): string =>
	match
		.replaceAll(/[ァ-ヺー]+/gu, foldText)
		.toLowerCase()
		.replaceAll('が', '[がか]')

export const toIntent = ({ match, typed, ...rest }: z.infer<typeof intentSchema>): Intent => ({
	...rest,
	typed: typed.map(foldText),
	pattern: new RegExp(foldPattern(match), 'gu'),
})

let loading: Promise<SearchDictionary> | undefined

/** The dictionary, read at the first call. */
export const loadSearchDictionary = (): Promise<SearchDictionary> => (loading ??= readDictionary())

async function readDictionary(): Promise<SearchDictionary> {
	const [intents, readings] = await Promise.all([readIntents(), readFile(sourcePath('content/search/readings.csv'), 'utf8')])
	return createSearchDictionary(intents.map(toIntent), readingRows(readings))
}

/** The entries as they are written. Throws where one does not fit the schema. */
export async function readIntents(): Promise<z.infer<typeof intentSchema>[]> {
	const [{ load }, text] = await Promise.all([import('js-yaml'), readFile(sourcePath('content/search/intents.yaml'), 'utf8')])
	return z.array(intentSchema).parse(load(text))
}

/** Rows of a table without quotes: a reading and its word. */
export const readingRows = (csv: string): { reading: string; word: string }[] =>
	csv
		.trim()
		.split('\n')
		.slice(1)
		.map((line) => {
			const [reading = '', word = ''] = line.split(',')
			return { reading, word }
		})
