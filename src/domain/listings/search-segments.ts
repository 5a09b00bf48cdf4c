import { foldText } from '../../platform/search-text.ts'
import type { SearchDictionary } from '../taxonomy/search-dictionary.ts'
import { isNoise, type Word, wordOf } from './search-words.ts'

/** Splits a search into known terms: 「三鷹の相続に強い税理士さん」 is 三鷹, 相続 and 税理士. */

/** Particles and punctuation between words; not searched for. */
const FILLERS = new Set(
	(
		'の で を に が は も と へ や か から まで って という とか について に関する に強い に詳しい が得意な が得意 得意な 強い 詳しい ' +
		'の近くの の近く 近くの 近く 付近の 付近 周辺の 周辺 辺りの あたりの あたり で人気の 人気の 人気 評判の 評判 おすすめの おすすめ ' +
		'安い 安く いい 良い さん 先生 やってくれる してくれる 見てくれる 教えてくれる くれる とこ ところ 人 できる たい したい する して ほしい ' +
		'頼める 頼みたい 頼む お願いしたい お願い 探してる 探している 探す 教えて 相談できる 相談したい 相談する 相談 ' +
		'事務所 専門家 専門の 専門 士業 費用 料金 報酬 相場 依頼 全国の 全国 市内 県内 都内 手続き 手続 許可 申請'
	)
		.split(' ')
		.map(foldText),
)

const MAX_PIECE = 14
const MIN_PIECE = 2
/** Kana alone is as likely grammar as a name, unless it is long. */
const MIN_KANA = 3

export type Segment = {
	text: string
	kind: 'word' | 'intent' | 'filler' | 'unknown'
	word: Word | null
}

/** All pieces of a chunk that may be words, to be looked up together. */
export function piecesOf(chunk: string): Word[] {
	const characters = Array.from(chunk)
	const pieces = characters.flatMap((_, from) =>
		Array.from({ length: Math.max(0, Math.min(MAX_PIECE, characters.length - from) - MIN_PIECE + 1) }, (_one, more) =>
			characters.slice(from, from + MIN_PIECE + more).join(''),
		),
	)
	return [...new Set([chunk, ...pieces])].map(wordOf)
}

const isKana = (text: string): boolean => /^[ぁ-ゖァ-ヺー]+$/u.test(text)
const isHan = (character: string | undefined): boolean => character !== undefined && /\p{Script=Han}/u.test(character)

type Scored = { score: number; segments: readonly Segment[] }

/** The best way to cut a chunk, by how much of it is known and how long the known pieces are. */
export function segmentsOf(chunk: string, isKnown: (word: Word) => boolean, dictionary: SearchDictionary): Segment[] {
	const whole = wordOf(chunk)
	if (isKnown(whole)) return [{ text: chunk, kind: 'word', word: whole }]
	const characters = Array.from(chunk)
	const intents = intentPieces(chunk, dictionary)
	const best: Scored[] = [{ score: 0, segments: [] }]
	for (let end = 1; end <= characters.length; end++)
		for (let start = Math.max(0, end - MAX_PIECE); start < end; start++) {
			const text = characters.slice(start, end).join('')
			const before = best[start]
			const found = before && segmentOf(text, { isKnown, isIntent: intents.some(([from, to]) => from === start && to === end) })
			if (!found) continue
			const score = before.score + found.score
			if (score > (best[end]?.score ?? -Infinity)) best[end] = { score, segments: [...before.segments, found.segment] }
		}
	return joinUnknown(best[characters.length]?.segments ?? [])
}

/** From and to of everyday phrases, which may be longer than any word. */
function intentPieces(chunk: string, dictionary: SearchDictionary): [number, number][] {
	const folded = foldText(chunk)
	return folded.length === Array.from(chunk).length ? dictionary.intentsOf(folded).map(({ from, to }) => [from, to]) : []
}

function segmentOf(
	text: string,
	{ isKnown, isIntent }: { isKnown: (word: Word) => boolean; isIntent: boolean },
): { score: number; segment: Segment } | null {
	const length = Array.from(text).length
	if (isIntent) return { score: 0.6 * length ** 2, segment: { text, kind: 'intent', word: null } }
	if (FILLERS.has(foldText(text))) return { score: 0.5 * length, segment: { text, kind: 'filler', word: null } }
	if (length >= MIN_PIECE && (!isKana(text) || length >= MIN_KANA)) {
		const word = wordOf(text)
		if (isKnown(word)) return { score: isKana(text) ? length : length ** 2, segment: { text, kind: 'word', word } }
	}
	return length === 1 ? { score: -1, segment: { text, kind: 'unknown', word: null } } : null
}

/** Adjacent unknown characters form one piece; a name inside a longer word (間瀬 in 夜間瀬) does not count. */
function joinUnknown(segments: readonly Segment[]): Segment[] {
	const hasUnknown = segments.some(({ kind }) => kind === 'unknown')
	const joined: Segment[] = []
	for (const [place, segment] of segments.entries()) {
		const neighbours = [segments[place - 1], segments[place + 1]]
		const isCut =
			segment.kind === 'word' &&
			hasUnknown &&
			segment.word?.profession === null &&
			(isKana(segment.text) ||
				(neighbours[0]?.kind === 'unknown' && isHan(neighbours[0].text.at(-1)) && isHan(segment.text.at(0))) ||
				(neighbours[1]?.kind === 'unknown' && isHan(neighbours[1].text.at(0)) && isHan(segment.text.at(-1))))
		const one: Segment = isCut ? { text: segment.text, kind: 'unknown', word: null } : segment
		const last = joined.at(-1)
		if (one.kind === 'unknown' && last?.kind === 'unknown') last.text += one.text
		else joined.push({ ...one })
	}
	return joined
}

/** Whether nothing searchable of a chunk is left. */
export const isOnlyNoise = (chunk: string): boolean => isNoise(chunk) || FILLERS.has(foldText(chunk))
