import { readFile } from 'node:fs/promises'
import { sourcePath } from './source-path.ts'

/** How many bits a guesser needs for a word; undefined for one that is in no list. */
export type WordBits = (word: string) => number | undefined

/**
 * Returns a loader of the list of common passwords, words and names (scripts/common-words.ts). It is loaded with the first
 * new password, not at the start, and takes about 5 MB from then on.
 */
export function createCommonWords(): () => Promise<WordBits> {
	let loading: Promise<WordBits> | undefined
	return () => (loading ??= load())
}

async function load(): Promise<WordBits> {
	const text = await readFile(sourcePath('src/platform/common-words.txt'), 'latin1')
	const bits = new Map<string, number>()
	let cost = 0
	// Each line begins with the bits of its words.
	for (const [word] of text.matchAll(/^\d+|[^ \n]+/gm)) {
		if (/^\d{1,2}$/.test(word)) cost = Number(word)
		else bits.set(word, cost)
	}
	return (word) => bits.get(word)
}
