import { expect, test } from 'vitest'
import { TEST_NOW, withCtx } from '../../../test/database.ts'
import { cleanCallRates, countCall } from './call-rates.ts'

const rate = { burst: 3, perSecond: 0.5 }
const after = (seconds: number) => () => new Date(TEST_NOW.getTime() + seconds * 1_000)

test('refuses a call beyond the burst, and says when the next may come', () =>
	withCtx(async (ctx) => {
		expect(await countCall(ctx, 'a', rate)).toEqual({ wait: null, left: 2, fullIn: 2 })
		expect(await countCall(ctx, 'a', rate)).toEqual({ wait: null, left: 1, fullIn: 4 })
		expect(await countCall(ctx, 'a', rate)).toEqual({ wait: null, left: 0, fullIn: 6 })
		expect(await countCall(ctx, 'a', rate)).toEqual({ wait: 2, left: 0, fullIn: 6 })
		expect(await countCall({ ...ctx, now: after(1) }, 'a', rate)).toMatchObject({ wait: 1 })
		expect(await countCall({ ...ctx, now: after(2) }, 'a', rate)).toMatchObject({ wait: null, left: 0 })
	}))

test('counts each key by itself, and a full bucket holds no more than the burst', () =>
	withCtx(async (ctx) => {
		await countCall(ctx, 'a', rate)
		expect(await countCall(ctx, 'b', rate)).toMatchObject({ left: 2 })
		expect(await countCall({ ...ctx, now: after(3_600) }, 'a', rate)).toMatchObject({ left: 2 })
	}))

test('forgets those who may make all calls again', () =>
	withCtx(async (ctx) => {
		await countCall(ctx, 'early', rate)
		await countCall({ ...ctx, now: after(10) }, 'late', rate)
		await cleanCallRates({ ...ctx, now: after(11) })
		expect(await ctx.db.selectFrom('api_call_rates').select('full_at').execute()).toEqual([{ full_at: after(12)() }])
	}))
