import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cursor, type PageLink, cutPage, decodeCursor, encodeCursor } from './paging.ts'

const int32 = fc.integer({ min: -0x7fffffff, max: 0x7fffffff })
const cursors = fc.record({
	direction: fc.constantFrom('after' as const, 'before' as const),
	page: fc.integer({ min: 1, max: 1_000_000 }),
	key: fc.tuple(int32, int32),
})

test('a cursor round-trips and needs no escaping in a URL', () => {
	fc.assert(
		fc.property(cursors, (cursor) => {
			const text = encodeCursor(cursor)
			expect(decodeCursor(text, 2)).toEqual(cursor)
			expect(encodeURIComponent(text)).toBe(text)
		}),
	)
})

test('decodes only its own cursors, and only to values that a column can hold', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[ab][0-9a-z]{1,4}(-n?[0-9a-z]{1,10}){1,4}$/)), (text) => {
			const cursor = decodeCursor(text, 2)
			if (cursor === null) return
			expect(encodeCursor(cursor)).toBe(text)
			for (const part of cursor.key) expect(Math.abs(part)).toBeLessThanOrEqual(0x7fffffff)
		}),
	)
	expect(decodeCursor('a2-1-2-3', 2)).toBeNull()
})

/** Reads numbers 1 … n as a list would: in order behind a cursor, or backwards before it. */
function read(n: number, size: number, text: string | null) {
	const cursor: Cursor | null = text === null ? null : decodeCursor(text, 1)
	const numbers = Array.from({ length: n }, (_, index) => index + 1)
	const [key = 0] = cursor?.key ?? []
	const fetched = cursor?.direction === 'before' ? numbers.filter((one) => one < key).toReversed() : numbers.filter((one) => one > key)
	return cutPage(fetched.slice(0, size + 1), { size, cursor, keyOf: (one) => [one] })
}

test('forward through all pages and back again meets every row once, in order', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9 }), (n, size) => {
			const forward: number[][] = []
			let link: PageLink | null = { cursor: null }
			let last: ReturnType<typeof read> | null = null
			while (link) {
				last = read(n, size, link.cursor)
				forward.push(last.rows)
				link = last.page.next
			}
			expect(forward.flat()).toEqual(Array.from({ length: n }, (_, index) => index + 1))
			const backward = [last?.rows ?? []]
			link = last?.page.previous ?? null
			while (link) {
				last = read(n, size, link.cursor)
				backward.unshift(last.rows)
				link = last.page.previous
			}
			expect(backward).toEqual(forward)
			expect(last?.page.number).toBe(1)
		}),
	)
})

test('a page says which places it shows', () => {
	const second = read(45, 20, read(45, 20, null).page.next?.cursor ?? null)
	expect(second.page).toMatchObject({ number: 2, from: 21, to: 40, previous: { cursor: null } })
	expect(read(0, 20, null).page).toEqual({ number: 1, from: 0, to: 0, previous: null, next: null })
})
