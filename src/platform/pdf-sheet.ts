import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { findSubset, parseUnicodeRanges } from './font-subsets.ts'

/** Points of a page, upright. */
export const A4 = { width: 595.28, height: 841.89 }
export const MARGIN = 50
const GETA = '〓'
const ink = rgb(0.12, 0.15, 0.16)

type LineOptions = {
	size: number
	/** The meaning of `x`: by default the left edge of the text. */
	align?: 'left' | 'right'
	/** Cut off, with an ellipsis, where it would be wider. */
	width?: number
	/** The next line is printed beside it. */
	stay?: boolean
}

/** A4 pages that are written from the top down. */
export type Sheet = {
	line: (text: string, x: number, options: LineOptions) => void
	wrap: (text: string, width: number, size: number) => string[]
	rule: (thickness: number) => void
	/** A thin line down from `from` to where the next text goes. */
	upright: (x: number, from: number) => void
	down: (points: number) => void
	/** Starts a page if less than this height is left. Returns whether it did. */
	room: (points: number) => boolean
	y: () => number
	to: (y: number) => void
	save: () => Promise<Uint8Array>
}

/**
 * `texts` holds every character that will be written: of Noto Sans JP's 120 files only theirs are read. With `madeAt` the same
 * pages give the same bytes whenever they are drawn.
 */
export async function openSheet(
	title: string,
	texts: string,
	madeAt: Date | null = null,
	{ landscape = false }: { landscape?: boolean } = {},
): Promise<Sheet> {
	const size = landscape ? { width: A4.height, height: A4.width } : A4
	const document = await PDFDocument.create()
	if (madeAt !== null) {
		document.setCreationDate(madeAt)
		document.setModificationDate(madeAt)
	}
	document.registerFontkit(fontkit)
	document.setTitle(title)
	document.setLanguage('ja-JP')
	const fontOf = await loadFonts(document, `${texts}${GETA}…`)
	let page: PDFPage = document.addPage([size.width, size.height])
	let y = size.height - MARGIN
	const sheet: Sheet = {
		line(text, x, { size, align = 'left', width, stay = false }) {
			sheet.room(size * 1.6)
			const runs = runsOf(width === undefined ? text : cut(fontOf, text, width, size), fontOf)
			let at = align === 'right' ? x - runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0) : x
			for (const { text: part, font } of runs) {
				page.drawText(part, { x: at, y: y - size, size, font, color: ink })
				at += font.widthOfTextAtSize(part, size)
			}
			if (!stay) y -= size * 1.6
		},
		wrap: (text, width, size) => wrap(fontOf, text, width, size),
		rule(thickness) {
			y -= 3
			page.drawLine({ start: { x: MARGIN, y }, end: { x: size.width - MARGIN, y }, thickness, color: ink })
			y -= 4
		},
		upright(x, from) {
			page.drawLine({ start: { x, y: from }, end: { x, y }, thickness: 0.3, color: ink })
		},
		down(points) {
			y -= points
		},
		room(points) {
			if (y - points > MARGIN) return false
			page = document.addPage([size.width, size.height])
			y = size.height - MARGIN
			return true
		},
		y: () => y,
		to(given) {
			y = given
		},
		save: () => document.save(),
	}
	return sheet
}

type FontOf = (character: string) => { font: PDFFont; character: string }

async function loadFonts(document: PDFDocument, texts: string): Promise<FontOf> {
	const resolve = createRequire(import.meta.url).resolve
	const ranges = parseUnicodeRanges(
		JSON.parse(await readFile(resolve('@fontsource/noto-sans-jp/unicode.json'), 'utf8')) as Record<string, string>,
	)
	const subsetOf = (character: string): string | null => (/[\x20-\x7e]/.test(character) ? 'latin' : findSubset(ranges, character))
	const fonts = new Map<string, PDFFont>()
	for (const name of new Set(Array.from(new Set(texts), subsetOf))) {
		if (name === null) continue
		const file = await readFile(resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${name}-500-normal.woff`))
		fonts.set(name, await document.embedFont(file, { subset: true }))
	}
	const known = (character: string): PDFFont | undefined => fonts.get(subsetOf(character) ?? '')
	return (character) => {
		const font = known(character)
		if (font) return { font, character }
		// The geta mark, for characters that no font has.
		return { font: known(GETA) ?? [...fonts.values()][0]!, character: GETA }
	}
}

/** Adjacent characters of one font are drawn together. */
function runsOf(text: string, fontOf: FontOf): { text: string; font: PDFFont }[] {
	const runs: { text: string; font: PDFFont }[] = []
	for (const typed of text) {
		const { font, character } = fontOf(typed)
		const last = runs.at(-1)
		if (last?.font === font) last.text += character
		else runs.push({ text: character, font })
	}
	return runs
}

const widthOf = (fontOf: FontOf, text: string, size: number): number =>
	runsOf(text, fontOf).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0)

function cut(fontOf: FontOf, text: string, width: number, size: number): string {
	if (widthOf(fontOf, text, size) <= width) return text
	const characters = Array.from(text)
	while (characters.length > 1 && widthOf(fontOf, `${characters.join('')}…`, size) > width) characters.pop()
	return `${characters.join('')}…`
}

/** Breaks between any two characters but not before closing marks: good enough for a line of a quote. */
function wrap(fontOf: FontOf, text: string, width: number, size: number): string[] {
	const lines = ['']
	for (const character of text) {
		const line = lines.at(-1) ?? ''
		const isClosing = /[、。，．）」』】)\]!?！？ー]/.test(character)
		if (line !== '' && !isClosing && widthOf(fontOf, line + character, size) > width) lines.push(character)
		else lines[lines.length - 1] = line + character
	}
	return lines
}
