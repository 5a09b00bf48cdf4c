import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshDatabase, inSavepoint, sharedDatabase, withCtx } from './database.ts'

const user = { uid: 'test-user-1', email: 'someone@example.com' }

describe('the test database', () => {
	test('shows a test only its own writes', async () => {
		await withCtx(async (ctx) => {
			await ctx.db.insertInto('users').values(user).execute()
			const { db } = await sharedDatabase()
			expect(await ctx.db.selectFrom('users').select('uid').where('uid', '=', user.uid).execute()).toHaveLength(1)
			expect(await db.selectFrom('users').select('uid').where('uid', '=', user.uid).execute()).toHaveLength(0)
		})
	})

	test('rolls back what a test wrote', async () => {
		await withCtx((ctx) => ctx.db.insertInto('users').values(user).execute())
		const left = await withCtx((ctx) => ctx.db.selectFrom('users').select('uid').where('uid', '=', user.uid).execute())
		expect(left).toEqual([])
	})

	test('continues after a rejected write in a savepoint', async () => {
		await withCtx(async (ctx) => {
			await ctx.db.insertInto('users').values(user).execute()
			await expect(inSavepoint(ctx, ({ db }) => db.insertInto('users').values(user).execute())).rejects.toThrow(/unique/)
			expect(await ctx.db.selectFrom('users').select('uid').where('uid', '=', user.uid).execute()).toHaveLength(1)
		})
	})

	test('creates a separate database for a test that commits', async () => {
		const own = await freshDatabase()
		try {
			await own.db.insertInto('users').values(user).execute()
			const { rows } = await sql<{ count: string }>`select count(*) from users`.execute(own.db)
			expect(rows).toEqual([{ count: '1' }])
		} finally {
			await own.close()
		}
	})
})
