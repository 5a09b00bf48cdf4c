/**
 * Rebuilds src/platform/common-words.txt, the words that a guesser of passwords tries first. Needs the unpacked packages
 * @zxcvbn-ts/language-common, language-en and language-ja (`npm pack`, MIT) in the folder that is given as the argument,
 * each in a folder named after it. See docs/decisions/0022-fresh-login.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** File, how many of its words to keep, and the bits of each: by its place in the list, or one figure for an unordered list. */
const lists = [
	['language-common/src/passwords.json', 30_000, 'by place'],
	['language-ja/src/commonWords.json', 900, 9],
	['language-ja/src/firstnames.json', 2_900, 10],
	['language-ja/src/lastnames.json', 500, 8],
	['language-ja/src/wikipedia.json', 6_000, 'by place'],
	['language-en/src/commonWords.json', 20_000, 'by place'],
	['language-en/src/firstnames.json', 4_900, 11],
	['language-en/src/wikipedia.json', 12_000, 'by place'],
] as const

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node scripts/common-words.ts FOLDER')
const bits = new Map<string, number>()
for (const [file, most, figure] of lists) {
	const words = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as string[]
	for (const [place, word] of words.slice(0, most).entries()) {
		const plain = word.normalize('NFKC').toLowerCase()
		if (!/^[a-z0-9][!-~]{1,22}[a-z0-9!]$/.test(plain) || plain.includes("'")) continue
		const cost = figure === 'by place' ? Math.ceil(Math.log2(place + 2)) : figure
		bits.set(plain, Math.min(cost, bits.get(plain) ?? cost))
	}
}
const lines = Map.groupBy(bits.keys(), (word) => bits.get(word) ?? 0)
const text = [...lines]
	.toSorted(([a], [b]) => a - b)
	.map(([cost, words]) => `${cost} ${words.toSorted().join(' ')}\n`)
	.join('')
writeFileSync(path.join(import.meta.dirname, '../src/platform/common-words.txt'), text)
