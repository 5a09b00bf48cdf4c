/**
 * Keyset cursors: where a page begins, not how many rows to skip. Text of the form `a2-9k3-1f`: direction, number of
 * the page (for display only) and the sort key of the row it follows or precedes, in base 36.
 */
export type Cursor = {
	direction: 'after' | 'before'
	/** Page number shown to the reader; independent of the rows. */
	page: number
	/** Sort key of the neighbouring row, last part unique. */
	key: readonly number[]
}

/** Parts of the key of a list sorted by a timestamp (`byMoment`): its second, its millisecond, and the id. */
export const MOMENT_KEY_LENGTH = 3

const CURSOR = /^([ab])([1-9a-z][0-9a-z]{0,4})((?:-n?[0-9a-z]{1,10}){1,4})$/

const encodeNumber = (value: number) => (value < 0 ? `n${(-value).toString(36)}` : value.toString(36))
// A leading n marks a negative number, so positive ones that would begin with the digit n get a zero before it.
const encodePart = (value: number) => (value >= 0 && value.toString(36).startsWith('n') ? `0${encodeNumber(value)}` : encodeNumber(value))

export function encodeCursor(cursor: Cursor): string {
	return [`${cursor.direction === 'after' ? 'a' : 'b'}${cursor.page.toString(36)}`, ...cursor.key.map(encodePart)].join('-')
}

/** The cursor of a URL, or null for any other text: the caller then shows the first page. */
export function decodeCursor(text: string, keyLength: number): Cursor | null {
	const match = CURSOR.exec(text)
	if (!match) return null
	const [, letter, page = '', parts = ''] = match
	const key = parts
		.slice(1)
		.split('-')
		.map((part) => (part.startsWith('n') ? -Number.parseInt(part.slice(1), 36) : Number.parseInt(part, 36)))
	if (key.length !== keyLength || key.some((value) => !Number.isSafeInteger(value) || Math.abs(value) > 0x7fffffff)) return null
	const cursor: Cursor = { direction: letter === 'a' ? 'after' : 'before', page: Number.parseInt(page, 36), key }
	// Only the canonical spelling of a cursor is accepted, so that a page has one URL.
	return encodeCursor(cursor) === text ? cursor : null
}

/** A link to another page of a list; a null cursor is the first page, which has no cursor in its URL. */
export type PageLink = { cursor: string | null }

export type Page = {
	/** 1 for the first. */
	number: number
	/** Places of the first and last item shown, 1-based; both 0 for an empty page. */
	from: number
	to: number
	previous: PageLink | null
	next: PageLink | null
}

/**
 * Cuts a fetched page (one row more than `size` tells that there are others beyond) and says where its neighbours
 * begin. Rows fetched backwards come in reversed.
 */
export function cutPage<Row>(
	fetched: readonly Row[],
	options: { size: number; cursor: Cursor | null; keyOf: (row: Row) => readonly number[] },
): { rows: Row[]; page: Page } {
	const { size, cursor, keyOf } = options
	const backwards = cursor?.direction === 'before'
	const more = fetched.length > size
	const rows = fetched.slice(0, size)
	if (backwards) rows.reverse()
	const number = cursor ? (cursor.page < 2 ? 1 : cursor.page) : 1
	const first = rows[0]
	const last = rows.at(-1)
	const hasPrevious = backwards ? more : cursor !== null
	const hasNext = backwards ? true : more
	const from = rows.length === 0 ? 0 : (number - 1) * size + 1
	return {
		rows,
		page: {
			number,
			from,
			to: rows.length === 0 ? 0 : from + rows.length - 1,
			previous:
				hasPrevious && number > 1
					? { cursor: number === 2 || !first ? null : encodeCursor({ direction: 'before', page: number - 1, key: keyOf(first) }) }
					: null,
			next: hasNext && last ? { cursor: encodeCursor({ direction: 'after', page: number + 1, key: keyOf(last) }) } : null,
		},
	}
}
