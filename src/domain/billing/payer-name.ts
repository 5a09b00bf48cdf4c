/**
 * Names of payers as banks write them. Pure. A transfer says 「ｶ)ﾔﾏﾀﾞｼﾖｳﾃﾝ」 where the customer said 「カブシキガイシャ ヤマダショウテン」.
 */

const small: Readonly<Record<string, string>> = {
	ァ: 'ア',
	ィ: 'イ',
	ゥ: 'ウ',
	ェ: 'エ',
	ォ: 'オ',
	ッ: 'ツ',
	ャ: 'ヤ',
	ュ: 'ユ',
	ョ: 'ヨ',
	ヮ: 'ワ',
}

/** Forms of companies, in full and as banks shorten them. */
const forms =
	/カブシキガイシヤ|カブシキカイシヤ|ユウゲンガイシヤ|ユウゲンカイシヤ|ゴウドウガイシヤ|ゴウドウカイシヤ|ゼイリシホウジン|ベンゴシホウジン|(?:^|\()(?:カ|ユ|ド|ゼイ|ベン|シホウ|ギヨ|シヤ)(?:\)|$)|[(](?:カ|ユ|ド|ゼイ|ベン)[)]?|(?:カ|ユ|ド|ゼイ|ベン)[)]/g

/** Normalises a name to the characters that banks use, without company form, digits, spaces and punctuation. */
export function plainPayer(name: string): string {
	const katakana = name
		.normalize('NFKC')
		.toUpperCase()
		.replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60))
		.replaceAll(/[ァィゥェォッャュョヮ]/g, (letter) => small[letter] ?? letter)
	return katakana
		.replaceAll(forms, '')
		.replaceAll(/[-‐−–—ｰ・.．\s()0-9]/g, '')
		.replaceAll('ー', '')
}

/** Digits of a payer's text that may be the number of an invoice: 「202600012」, 「2026-000012」, 「12」. */
export const numbersIn = (name: string): string[] =>
	name
		.normalize('NFKC')
		.replaceAll(/(\d)[-ー](?=\d)/g, '$1')
		.match(/\d+/g) ?? []

/** Similarity of two names from 0 to 1: Dice coefficient of character pairs. */
export function likeness(one: string, other: string): number {
	if (one === '' || other === '') return 0
	if (one === other) return 1
	const pairs = (text: string) => Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2))
	const [left, right] = [pairs(one), pairs(other)]
	const rest = [...right]
	const shared = left.filter((pair) => {
		const at = rest.indexOf(pair)
		if (at >= 0) rest.splice(at, 1)
		return at >= 0
	}).length
	return (2 * shared) / (left.length + right.length)
}
