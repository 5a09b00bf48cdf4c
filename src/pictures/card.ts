/**
 * What a share card (the Open Graph picture of a page, 1200 × 630) says. Pure: the HTML of /ogp/image and the PNG are
 * drawn from the same card by the same design (`card-design.ts`).
 */
export type Card = {
	siteName: string
	/** Small line above the title. */
	kicker: string
	/** One to three lines; each may wrap. */
	title: readonly string[]
	/** One or two quiet lines below the title. */
	lines: readonly string[]
	/** Short facts as chips. */
	facts: readonly string[]
	picture: CardPicture | null
}

/** `svg` is drawn into the PNG, `path` is what HTML shows. */
export type CardPicture = { kind: 'portrait' | 'office' | 'scene'; svg: string; path: string }

export const titleSizes = [76, 68, 60, 54, 48] as const
export type TitleSize = (typeof titleSizes)[number]

const MAX_TITLE_ROWS = 3
/** A last row shorter than this looks orphaned. */
const ORPHAN_EMS = 3

/** Width of a text in ems of Japanese type: Latin letters and digits take a little over half of one. */
export const textWidth = (text: string): number =>
	Array.from(text).reduce((width, character) => width + (/[\u0020-\u024f\uff61-\uff9f]/u.test(character) ? 0.58 : 1), 0)

/** Of a row, by its size. */
const TITLE_LINE_HEIGHT = 1.34

/**
 * Returns the largest size in pixels at which a title fits three rows of this width within this height, none with only one or
 * two characters.
 */
export function titleSize(title: readonly string[], widthPixels: number, heightPixels = Infinity): TitleSize {
	// A row holds whole characters: what is left of its width stays empty.
	const perRow = (pixels: number) => Math.floor(widthPixels / pixels)
	const rowsOf = (line: string, pixels: number) => Math.max(1, Math.ceil(textWidth(line) / perRow(pixels)))
	const fits = (pixels: number) => {
		const rows = title.reduce((sum, line) => sum + rowsOf(line, pixels), 0)
		return rows <= MAX_TITLE_ROWS && rows * pixels * TITLE_LINE_HEIGHT <= heightPixels
	}
	const even = (pixels: number) =>
		title.every((line) => {
			const inLast = textWidth(line) % perRow(pixels)
			return rowsOf(line, pixels) === 1 || inLast === 0 || inLast >= ORPHAN_EMS
		})
	return titleSizes.find((pixels) => fits(pixels) && even(pixels)) ?? titleSizes.find(fits) ?? 48
}

/** A sentence in at most two rows of a width in ems, broken after a comma or space where possible. */
export function brokenRows(text: string, ems: number): string[] {
	if (textWidth(text) <= ems) return [text]
	let first = ''
	let best = ''
	for (const character of text) {
		if (textWidth(first + character) > ems) break
		first += character
		if (/[、。・／\s]/u.test(character) && textWidth(first) > ems * 0.35) best = first
	}
	const head = best || first
	return [head.trimEnd(), cutText(text.slice(head.length).trimStart(), ems)]
}

/** Cuts a text to a width in ems, with an ellipsis where something was cut. */
export function cutText(text: string, ems: number): string {
	if (textWidth(text) <= ems) return text
	let kept = ''
	for (const character of text) {
		if (textWidth(kept + character) > ems - 1) break
		kept += character
	}
	return `${kept.trimEnd()}…`
}

/** Text from a URL: one line, no control characters, no longer than a title can be. */
export const cleanCardText = (text: string | null, ems: number): string =>
	cutText(
		(text ?? '')
			.slice(0, 400)
			.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
			.replaceAll(/\s+/gu, ' ')
			.trim()
			.toWellFormed(),
		ems,
	)
