/**
 * The only cleaner of typed text, in linear time. Pure and without zod: scripts of pages use it too.
 *
 * Removed are characters that are invisible but change what a reader or a program sees: bidirectional controls,
 * zero-width characters, the tag block, other format characters and fillers, private-use and non-characters, controls and
 * lone surrogates. Kept are emoji sequences (a joiner between pictographs, one variation selector) and the ideographic
 * variation selectors that names are written with (葛󠄀).
 */
const invisible = new RegExp(
	[
		// A zero-width joiner that is not between two pictographs.
		String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d`,
		String.raw`\u200d(?!\p{Extended_Pictographic})`,
		// A variation selector without the base character that it varies.
		String.raw`(?<!\p{Emoji})[\ufe0e\ufe0f]`,
		String.raw`(?<!\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
		String.raw`[\ufe03-\ufe0d]`,
		// Everything else that is invisible by definition, also where it is not assigned yet.
		String.raw`(?![\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\p{Cf}]`,
		String.raw`[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]`,
		String.raw`(?![\n\t])\p{Cc}`,
	].join('|'),
	'gu',
)

/** More marks on one letter than any script needs are drawn over the lines around it. */
const MAX_MARKS = 4
const excessMarks = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu')
/** Marks without a letter would be drawn on what precedes the text. */
const danglingMarks = /(^|\s)\p{M}+/gu

/** Removes invisible characters and makes every line break `\n`. Keeps spaces, for drafts saved while typing. */
export const removeInvisible = (typed: string): string =>
	typed
		.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
		// A blank Braille cell is a blank.
		.replaceAll('\u2800', ' ')
		.replaceAll(invisible, '')
		.replaceAll(excessMarks, '$1')
		.replaceAll(danglingMarks, '$1')

/** A text of several lines, without blanks around it and with at most one empty line between paragraphs. */
export const cleanText = (typed: string): string =>
	removeInvisible(typed)
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim()

/** A text of one line. */
export const cleanLine = (typed: string): string => removeInvisible(typed).replaceAll(/\s+/gu, ' ').trim()

/** A line cut to so many characters (code points). */
export const shortLine = (typed: string, most: number): string => Array.from(cleanLine(typed)).slice(0, most).join('').trimEnd()

/** Removes invisible characters from every string in a JSON value, for drafts saved as typed. */
export function removeInvisibleDeep<T>(value: T): T
export function removeInvisibleDeep(value: unknown): unknown {
	if (typeof value === 'string') return removeInvisible(value)
	if (Array.isArray(value)) return value.map((one) => removeInvisibleDeep(one))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [removeInvisible(name), removeInvisibleDeep(one)]))
}

/** The text, or its beginning with an ellipsis: at most `most` characters in all, none of them cut in half. */
export function shorten(text: string, most: number): string {
	const characters = Array.from(text)
	return characters.length > most
		? `${characters
				.slice(0, most - 1)
				.join('')
				.trimEnd()}…`
		: text
}
