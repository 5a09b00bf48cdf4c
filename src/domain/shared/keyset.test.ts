import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Ctx } from './context.ts'
import { keysetPage } from './keyset.ts'

type Row = { votes: number; id: number }

/** Twelve rows, three of each number of votes. */
async function read(ctx: Ctx, cursorText: string | null, direction: 'asc' | 'desc') {
	const page = keysetPage<Row>(cursorText, {
		by: [sql`votes`, sql`(-id)`],
		direction,
		size: 5,
		keyOf: (row) => [row.votes, row.id],
		place: ([votes, id]) => sql`(${votes}::integer, -${id}::integer)`,
	})
	const { rows } = await sql<Row>`
		select * from (select (i % 4)::integer as votes, i as id from generate_series(1, 12) i) r
		where ${page.beyond} order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	return page.cut(rows)
}

const all = Array.from({ length: 12 }, (_, index) => ({ votes: (index + 1) % 4, id: index + 1 }))
const descending = all.toSorted((a, b) => b.votes - a.votes || a.id - b.id)

test.each([
	['desc', descending],
	['asc', descending.toReversed()],
] as const)('pages in %s order meet every row once, forwards and backwards', async (direction, expected) => {
	await withCtx(async (ctx) => {
		const first = await read(ctx, null, direction)
		const second = await read(ctx, first.page.next?.cursor ?? '', direction)
		const third = await read(ctx, second.page.next?.cursor ?? '', direction)
		expect([...first.rows, ...second.rows, ...third.rows]).toEqual(expected)
		expect([first.page.previous, third.page.next]).toEqual([null, null])
		const back = await read(ctx, third.page.previous?.cursor ?? '', direction)
		expect(back.rows).toEqual(second.rows)
		expect(back.page).toMatchObject({ number: 2, from: 6, to: 10, previous: { cursor: null } })
	})
})

test('an invalid cursor means the first page', async () => {
	await withCtx(async (ctx) => {
		for (const text of ['', 'x', 'a2-1', 'a2-1-2-3']) expect((await read(ctx, text, 'desc')).rows).toEqual(descending.slice(0, 5))
	})
})
