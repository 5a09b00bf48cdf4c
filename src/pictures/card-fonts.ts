import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'
import { type Range, findSubset, parseUnicodeRanges } from '../platform/font-subsets.ts'

/** Replacement for a character that no font has (the geta mark of printers). */
const GETA = '〓'

export type CardFontWeight = 500 | 700
export type CardFonts = {
	/** The subsets that hold the characters of the texts of each weight, and their families for CSS. */
	fontsFor: (texts: Readonly<Record<CardFontWeight, string>>) => Promise<{ fonts: Font[]; family: string }>
	/** The text with a geta mark for every character that cannot be set. */
	settable: (text: string) => Promise<string>
}

/**
 * Noto Sans JP in about 120 small files by Unicode range, of which a card needs about ten: the complete font would cost
 * 20 MB of memory. The `japanese` file of the package is not used: it has no 髙, 﨑, 德 or 濵. Of the files read, the
 * `kept` last used stay in memory, because satori parses a font once for each buffer.
 */
export function createCardFonts({ kept = 48 }: { kept?: number } = {}): CardFonts {
	const resolve = createRequire(import.meta.url).resolve
	const buffers = new Map<string, Promise<Buffer>>()
	let ranges: Promise<Range[]> | undefined

	const loadRanges = async () => {
		const text = await readFile(resolve('@fontsource/noto-sans-jp/unicode.json'), 'utf8')
		return parseUnicodeRanges(JSON.parse(text) as Record<string, string>)
	}
	const allRanges = () => (ranges ??= loadRanges())

	const load = (subset: string, weight: CardFontWeight): Promise<Buffer> => {
		const file = `noto-sans-jp-${subset}-${weight}-normal.woff`
		const known = buffers.get(file)
		const buffer = known ?? readFile(resolve(`@fontsource/noto-sans-jp/files/${file}`))
		buffers.delete(file)
		buffers.set(file, buffer)
		for (const oldest of buffers.keys()) {
			if (buffers.size <= kept) break
			buffers.delete(oldest)
		}
		return buffer
	}

	return {
		async fontsFor(texts) {
			const known = await allRanges()
			const families = new Set(['noto-latin'])
			const wanted = ([700, 500] as const).flatMap((weight) => {
				const subsets = new Set(['latin'])
				for (const character of new Set(`${texts[weight]}${GETA}`)) subsets.add(findSubset(known, character) ?? 'latin')
				return [...subsets].map((subset) => ({ subset, weight }))
			})
			const fonts = await Promise.all(
				wanted.map(async ({ subset, weight }): Promise<Font> => {
					families.add(`noto-${subset}`)
					return { name: `noto-${subset}`, weight, style: 'normal', data: await load(subset, weight) }
				}),
			)
			return { fonts, family: [...families].join(', ') }
		},
		async settable(text) {
			const known = await allRanges()
			return Array.from(text, (character) => (findSubset(known, character) ? character : GETA)).join('')
		},
	}
}
