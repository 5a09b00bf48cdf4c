import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeOffice, makeReview } from '../../../test/factories.ts'
import { listReviews } from './reviews.ts'

describe('reviews', () => {
	test('come newest first, ten a page, forward and back', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx)
			const made: number[] = []
			// Pairs of the same moment: the id decides.
			for (let index = 0; index < 24; index++)
				made.unshift(await makeReview(ctx, id, { createdAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2))) }))
			const first = await listReviews(ctx, id, null)
			const second = await listReviews(ctx, id, first.page.next?.cursor ?? '')
			const third = await listReviews(ctx, id, second.page.next?.cursor ?? '')
			expect([first, second, third].flatMap(({ items }) => items.map((review) => review.id))).toEqual(made)
			expect(third.page).toMatchObject({ number: 3, from: 21, to: 24, next: null })
			const back = await listReviews(ctx, id, third.page.previous?.cursor ?? '')
			expect(back).toEqual(second)
		}))

	test('have their stars and whether the office replied', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx)
			await makeReview(ctx, id, { stars: 4 })
			expect((await listReviews(ctx, id, null)).items).toMatchObject([{ stars: 4, reply: null }])
		}))

	test('that staff hid are not shown', () =>
		withCtx(async (ctx) => {
			const id = await makeOffice(ctx)
			await makeReview(ctx, id, { hiddenAt: new Date() })
			expect((await listReviews(ctx, id, null)).items).toEqual([])
		}))
})
