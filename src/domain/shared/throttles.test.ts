import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { countAttempt, limits } from './throttles.ts'

test('a forgiven attempt does not count, even if the clock advances meanwhile', () => {
	let ticks = TEST_NOW.getTime()
	return withCtx(
		async (ctx) => {
			for (let attempt = 0; attempt < limits.signInStranger.limit + 5; attempt++) {
				const counted = await countAttempt(ctx, 'signInStranger', 'owner@example.com')
				await counted.forgive()
			}
			const { hits } = await ctx.db
				.selectFrom('throttles')
				.select('hits')
				.where('key', 'like', 'signInStranger:%')
				.executeTakeFirstOrThrow()
			expect(hits).toEqual([])
		},
		{ now: () => new Date(ticks++) },
	)
})
