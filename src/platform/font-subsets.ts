/** Characters from one code point to another, both included, and the font file that has them. */
export type Range = { from: number; to: number; subset: string }

/** `{ "[0]": "U+25ee8,U+26ff6-26ff8", "latin": … }` as ranges in order. Exported for its test. */
export function parseUnicodeRanges(json: Readonly<Record<string, string>>): Range[] {
	return Object.entries(json)
		.flatMap(([name, list]) =>
			list.split(',').map((range): Range => {
				const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
				return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), subset: name.replaceAll(/[[\]]/g, '') }
			}),
		)
		.sort((a, b) => a.from - b.from || a.to - b.to)
}

/** The subset that has a character, or null. Ranges hardly overlap, so a few steps back from the last start suffice. */
export function findSubset(ranges: readonly Range[], character: string): string | null {
	const point = character.codePointAt(0) ?? 0
	let low = 0
	let high = ranges.length
	while (low < high) {
		const middle = (low + high) >> 1
		if ((ranges[middle]?.from ?? Infinity) <= point) low = middle + 1
		else high = middle
	}
	for (let at = low - 1; at >= Math.max(0, low - 8); at -= 1) {
		const range = ranges[at]
		if (range && range.to >= point) return range.subset
	}
	return null
}
