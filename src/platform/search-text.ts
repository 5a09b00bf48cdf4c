import { toHiragana, toRomaji } from 'wanakana'

/**
 * One spelling for each way to write a Japanese word. Index and query go through the same functions; when one of
 * them changes, the stored keys must be rebuilt.
 */

/** Variants of characters in names that people type in their everyday form. */
const variants = new Map(
	[
		'髙高',
		'﨑崎',
		'嵜崎',
		'邊辺',
		'邉辺',
		'澤沢',
		'齋斎',
		'齊斎',
		'斉斎',
		'濵浜',
		'濱浜',
		'廣広',
		'嶋島',
		'嶌島',
		'眞真',
		'國国',
		'會会',
		'德徳',
		'櫻桜',
		'龍竜',
		'瀧滝',
		'圓円',
		'惠恵',
		'榮栄',
		'條条',
		'實実',
		'壽寿',
		'藏蔵',
		'淺浅',
		'學学',
		'舘館',
		'莊荘',
		'來来',
		'鷗鴎',
		'檜桧',
		'籠篭',
		'曾曽',
		'彌弥',
	].map((pair) => [pair[0] ?? '', pair[1] ?? ''] as const),
)
const variantCharacters = new RegExp(`[${[...variants.keys()].join('')}]`, 'gu')

const DASHES = /[\u2010-\u2015\u2212\u207b\u208b\ufe58\ufe63\uff0d~〜~-]/gu
const IGNORED = /[\s\p{C}・·•'’"”“‘`´.,，。、．:：;；/／\\()（）「」『』【】[\]{}<>〈〉《》_|!！?？#＃]/gu
/** 霞ヶ関, 霞ケ関, 霞が関; at the end too, because the user may still be typing. */
const SMALL_KE = /(?<=\p{Script=Han})[ヶケヵがガゖゕ](?=\p{Script=Han}|$)/gu
/** サーバー and サーバ; short words (キー, バー) keep theirs. */
const TRAILING_LONG_VOWEL = /([ァ-ヺー]{3,})ー(?![ァ-ヺー])/gu

/**
 * The folded surface: NFKC, lower case, everyday forms of characters, no blanks, dashes or punctuation, katakana as
 * hiragana, ヶ as か, no long vowel at the end of long katakana words.
 */
export function foldText(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(variantCharacters, (character) => variants.get(character) ?? character)
		.replaceAll(IGNORED, '')
		.replaceAll(DASHES, '')
		.replaceAll(SMALL_KE, 'か')
		.replaceAll(TRAILING_LONG_VOWEL, '$1')
		.replaceAll(/[ァ-ヶ]/gu, (character) => String.fromCharCode(character.charCodeAt(0) - 0x60))
		.replaceAll(/[ゕゖ]/gu, (character) => (character === 'ゕ' ? 'か' : 'け'))
}

/** Hepburn with long vowels made short: 東京 is tokyo whether someone types tokyo, toukyou, tōkyō or tôkyô. */
function shortenVowels(romaji: string): string {
	return romaji
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/o[ou]+/gu, 'o')
		.replaceAll(/u{2,}/gu, 'u')
		.replaceAll(/a{2,}/gu, 'a')
		.replaceAll(/m(?=[bmp])/gu, 'n')
		.replaceAll(/[^a-z0-9]/gu, '')
}

/** The romaji key of a reading in kana; '' for a reading with other characters. */
export function romajiOfKana(kana: string): string {
	const folded = foldText(kana)
	return /^[ぁ-ゖー]+$/u.test(folded) ? shortenVowels(toRomaji(folded)) : ''
}

/**
 * Returns text typed in Latin letters as a romaji key, Hepburn or Kunrei (sinzyuku = shinjuku); null where it has other
 * characters. An unfinished syllable stays: mit finds mitaka.
 */
export function romajiOfLatin(text: string): string | null {
	const folded = text
		.normalize('NFKC')
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[\s'’-]/gu, '')
	if (!/^[a-z]+$/u.test(folded)) return null
	return shortenVowels(toRomaji(toHiragana(folded)))
}

/** Kana with an unfinished Latin tail, as input methods show it while composing (みたk): without the tail. */
export function withoutUnfinishedKana(folded: string): string {
	return folded.replace(/(?<=[ぁ-ゖー])[a-z]{1,2}$/u, '')
}

/** The range of keys that begin with a prefix, for an index of `text_pattern_ops` (`~>=~ from and ~<~ to`). */
export const prefixRange = (prefix: string): { from: string; to: string } => ({ from: prefix, to: `${prefix}\u{10FFFF}` })
