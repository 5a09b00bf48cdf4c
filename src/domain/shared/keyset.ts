import { type RawBuilder, sql } from 'kysely'
import { type Cursor, cutPage, decodeCursor, MOMENT_KEY_LENGTH, type Page } from './paging.ts'

export type Keyset<Row> = {
	/** Columns that the list is sorted by, all in one direction, the last of them unique. */
	by: readonly RawBuilder<unknown>[]
	direction: 'asc' | 'desc'
	size: number
	/** The sort key of a row, as a cursor holds it. */
	keyOf: (row: Row) => readonly number[]
	/** Parts of a key; one for each column unless `place` is given. */
	keyLength?: number
	/** The key of a cursor as a row that compares with `by`; integers unless it is given. */
	place?: (key: readonly number[]) => RawBuilder<unknown>
}

export type KeysetPage<Row> = {
	cursor: Cursor | null
	/** For `where`: the rows that lie on the cursor's side. */
	beyond: RawBuilder<boolean>
	/** For `order by`: from the cursor outwards, so reversed for an earlier page. */
	order: RawBuilder<unknown>
	/** One more than the page size, to detect further pages. */
	limit: number
	cut: <Fetched extends Row>(fetched: readonly Fetched[]) => { rows: Fetched[]; page: Page }
}

/**
 * The keyset of a list sorted by a timestamp and a unique integer id. Its cursors keep the milliseconds, in a part of their
 * own because one part is too small for milliseconds since 1970: a cursor cut to seconds repeats or skips rows of one second.
 */
export const byMoment = <Row>(
	columns: { moment: RawBuilder<unknown>; id: RawBuilder<unknown> },
	read: (row: Row) => { moment: Date | null; id: number },
): Pick<Keyset<Row>, 'by' | 'keyOf' | 'keyLength' | 'place'> => ({
	by: [columns.moment, columns.id],
	keyOf(row) {
		const { moment, id } = read(row)
		const ms = moment?.getTime() ?? 0
		return [Math.floor(ms / 1_000), ms % 1_000, id]
	},
	keyLength: MOMENT_KEY_LENGTH,
	place: ([second, ms, id]) => sql`(to_timestamp(${second}::integer) + ${ms}::integer * interval '1 ms', ${id}::integer)`,
})

const integers = (key: readonly number[]) => sql`(${sql.join(key.map((part) => sql`${part}::integer`))})`

/**
 * The parts of a statement that reads one page of a list, forwards or backwards from a cursor of its URL. An
 * invalid cursor means the first page.
 */
export function keysetPage<Row>(cursorText: string | null, keyset: Keyset<Row>): KeysetPage<Row> {
	const { by, size, keyOf, keyLength = by.length, place = integers } = keyset
	const cursor = cursorText === null ? null : decodeCursor(cursorText, keyLength)
	const isAscending = (keyset.direction === 'asc') !== (cursor?.direction === 'before')
	const direction = isAscending ? sql`asc` : sql`desc`
	return {
		cursor,
		beyond: cursor ? sql<boolean>`(${sql.join(by)}) ${isAscending ? sql`>` : sql`<`} ${place(cursor.key)}` : sql<boolean>`true`,
		order: sql.join(by.map((column) => sql`${column} ${direction}`)),
		limit: size + 1,
		cut: (fetched) => cutPage(fetched, { size, cursor, keyOf }),
	}
}
