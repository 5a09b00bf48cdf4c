import { foldText, romajiOfKana, romajiOfLatin } from '../../platform/search-text.ts'
import { type ProfessionName, type ProfessionSlug, professions } from '../taxonomy/attributes.ts'

/** The words of a search, each as a place, topic or profession: 「三鷹駅 確定申告」, 「会社設立 横浜」. */

const readings: Record<ProfessionSlug, string[]> = {
	zeirishi: ['ぜいりし'],
	sharoushi: ['しゃかいほけんろうむし', 'しゃろうし'],
	gyoseishoshi: ['ぎょうせいしょし'],
	shihoshoshi: ['しほうしょし'],
	bengoshi: ['べんごし'],
	benrishi: ['べんりし'],
	shindanshi: ['ちゅうしょうきぎょうしんだんし', 'しんだんし'],
	kaikeishi: ['こうにんかいけいし', 'かいけいし'],
	'it-coordinator': ['いてぃこーでぃねた'],
}

/** Folded names of a profession: its names, their readings and romaji. */
export const professionKeys = ({ slug, name, shortName }: ProfessionName): string[] => [
	foldText(name),
	foldText(shortName),
	...readings[slug].flatMap((kana) => [kana, romajiOfKana(kana)]),
]

const professionByKey = new Map<string, ProfessionSlug>(
	professions.flatMap((profession) => professionKeys(profession).map((key) => [key, profession.slug] as const)),
)

/** Filler words that people add: 「三鷹 税理士 おすすめ」. */
const NOISE = new Set(
	[
		'事務所',
		'相談',
		'無料相談',
		'費用',
		'料金',
		'報酬',
		'相場',
		'依頼',
		'専門家',
		'士業',
		'おすすめ',
		'オススメ',
		'近く',
		'付近',
		'周辺',
		'探す',
		'について',
		'に強い',
		'が得意',
		'の',
		'で',
		'を',
	].map(foldText),
)

export type Word = {
	/** Keys under which the word may be in the term table. */
	keys: string[]
	profession: ProfessionSlug | null
	/** Written with 駅: a station is meant, no city. */
	station: boolean
}

const MAX_WORDS = 6
const MAX_WORD_LENGTH = 30

/** A piece of a text that may be a known term. */
export function wordOf(text: string): Word {
	const folded = foldText(text)
	const bare = folded.replace(/(?<=.)(?:駅|えき)$/u, '')
	const romaji = romajiOfLatin(text)
	return {
		keys: [...new Set([folded, bare, ...(romaji ? [romaji] : [])])].filter((key) => key !== ''),
		profession: professionByKey.get(romaji ?? folded) ?? professionByKey.get(folded.replace(/(?:事務所|さん|の?先生)$/u, '')) ?? null,
		station: bare !== folded,
	}
}

/** Whether a word is a filler word. */
export const isNoise = (word: string): boolean => NOISE.has(foldText(word))

/** The words separated by spaces, without filler words. */
export function wordsOf(text: string): string[] {
	const words = text
		.normalize('NFKC')
		.split(/[\s、,・×]+/u)
		.filter((word) => foldText(word) !== '')
	const telling = words.filter((word) => !NOISE.has(foldText(word)))
	return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH))
}
