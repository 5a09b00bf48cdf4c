import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, inSavepoint, visitorCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import type { Ctx } from '../shared/context.ts'
import { decideOnExpert } from './expert-verification.ts'
import { countVerifiedExperts } from './experts.ts'
import { withdrawFromDirectory } from './leaving.ts'
import { apply, registrationSite } from './registration-for-test.ts'

/** The kept number, once it is compared with the rows themselves. */
async function keptCount(ctx: Ctx): Promise<number> {
	const { rows } = await sql<{ count: number }>`select count(*)::integer as count from experts where state = 'verified'`.execute(ctx.db)
	expect(await countVerifiedExperts(ctx)).toBe(rows[0]?.count)
	return rows[0]?.count ?? 0
}

test('the number of verified experts follows registration, verification, suspension, restoration and leaving', () =>
	withCtx(async (ctx) => {
		const before = await keptCount(ctx)
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId, version } = await apply(await applicant.ctx())
		expect(await keptCount(ctx)).toBe(before)
		const decide = async (state: 'suspended' | 'verified') => {
			const { version: seen } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
			await decideOnExpert(await reviewer(), expertId, { state, reason: '名簿と照合したため', version: seen })
			return keptCount(ctx)
		}
		expect(version).toBeGreaterThan(0)
		expect(await decide('verified')).toBe(before + 1)
		expect(await decide('suspended')).toBe(before)
		expect(await decide('verified')).toBe(before + 1)
		await withdrawFromDirectory(await applicant.ctx(), { id: applicant.docId })
		expect(await keptCount(ctx)).toBe(before)
	}))

test('the number follows rows that are written or deleted together, with their accounts, or not at all', () =>
	withCtx(async (ctx) => {
		const before = await keptCount(ctx)
		const ids: number[] = []
		for (const state of ['verified', 'verified', 'submitted', 'verified'] as const) ids.push(await makeExpert(ctx, { state }))
		expect(await keptCount(ctx)).toBe(before + 3)
		await ctx.db.updateTable('experts').set({ state: 'suspended' }).where('id', 'in', ids.slice(0, 3)).execute()
		expect(await keptCount(ctx)).toBe(before + 1)
		await expect(
			inSavepoint(ctx, async (inner) => {
				await makeExpert(inner)
				expect(await keptCount(inner)).toBe(before + 2)
				throw new Error('rolled back')
			}),
		).rejects.toThrow('rolled back')
		expect(await keptCount(ctx)).toBe(before + 1)
		await ctx.db.deleteFrom('experts').where('id', 'in', ids).execute()
		expect(await keptCount(ctx)).toBe(before)
		const owner = await makeUser(ctx, { isExpert: true })
		await makeExpert(ctx, { user_id: owner.id })
		await ctx.db.deleteFrom('users').where('id', '=', owner.id).execute()
		expect(await keptCount(ctx)).toBe(before)
		// As the seed of a benchmark writes.
		await sql`set local session_replication_role = replica`.execute(ctx.db)
		await makeExpert(ctx)
		expect(await keptCount(ctx)).toBe(before + 1)
	}))

test('the number stays exact, and the rows that it is the sum of few, while several verify and suspend at once', async () => {
	const site = await freshDatabase()
	onTestFinished(site.close, 30_000)
	await Promise.all(
		Array.from({ length: 4 }, async () => {
			for (let turn = 0; turn < 20; turn += 1)
				await site.db.transaction().execute(async (db) => {
					const ctx = { ...visitorCtx(db) }
					const id = await makeExpert(ctx)
					const state = (wanted: 'suspended' | 'verified') =>
						db.updateTable('experts').set({ state: wanted }).where('id', '=', id).execute()
					await state('suspended')
					await state('verified')
					if (turn % 2 === 0) await db.deleteFrom('experts').where('id', '=', id).execute()
				})
		}),
	)
	expect(await keptCount(visitorCtx(site.db))).toBe(40)
	const { rows } = await sql<{ count: number }>`select count(*)::integer as count from verified_expert_changes`.execute(site.db)
	expect(rows[0]?.count).toBeLessThan(140)
})
