import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOffice } from '../../../test/factories.ts'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import { applyPlanCapacity } from '../memberships/office-capacity.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { as, makeExpertViewer } from '../questions/questions-for-test.ts'
import { days } from '../shared/japan-time.ts'
import { isNeutralSql } from '../taxonomy/categories.ts'
import { addPlacement, listOwnPlacements, listPlacedOffices, MOST_SHOWN, removePlacement } from './placements.ts'

const tokyo = getPrefecture(13)
const list = { scopeId: 503, area: tokyo, query: emptyQuery('prefecture'), isNeutral: false }

/** An expert with the Pro plan and so many offices in the list. */
async function makeAdvertiser(ctx: TestCtx, plan: 'standard' | 'pro' | null = 'pro') {
	const { viewer, expertId } = await makeExpertViewer(ctx)
	const officeId = await makeOffice(ctx, { expertIds: [expertId], taskIds: [501, 503, 504, 505] })
	const owner = as(ctx, viewer)
	const userId = 'userId' in viewer ? viewer.userId : ''
	if (plan !== null) await setAccountPlan(ctx, userId, { plan, until: null })
	return { owner, officeId, userId }
}

const shown = async (ctx: TestCtx, options: Partial<typeof list> = {}) =>
	(await listPlacedOffices(ctx, { ...list, ...options })).map(({ id }) => id)

test('an office with the plan stands below the list, apart from its order, and goes at once', () =>
	withCtx(async (ctx) => {
		const { owner, officeId } = await makeAdvertiser(ctx)
		const order = async () => (await listOffices(ctx, list)).items.map(({ id }) => id)
		const before = await order()
		await addPlacement(owner, officeId, { taskId: 503 })
		await addPlacement(owner, officeId, { taskId: 503 })
		expect(await shown(ctx)).toEqual([officeId])
		expect(await order()).toEqual(before)
		expect(await shown(ctx, { scopeId: 501 })).toEqual([])
		expect(await shown(ctx, { scopeId: 5 })).toEqual([])
		expect(await shown(ctx, { isNeutral: true })).toEqual([])
		expect(await shown(ctx, { query: { ...list.query, flags: ['online'] } })).toEqual([])
		const [own] = await listOwnPlacements(owner)
		expect(own).toMatchObject({ most: 3, placements: [{ together: 1, isAsleep: false, isUnlisted: false }] })
		expect(own?.choices.map(({ taskId }) => taskId)).not.toContain(503)
		await removePlacement(owner, own?.placements[0]?.id ?? 0)
		expect(await shown(ctx)).toEqual([])
	}))

test('those of a list take turns daily', () =>
	withCtx(async (ctx) => {
		const all = new Set<number>()
		for (let count = 0; count < 4; count++) {
			const { owner, officeId } = await makeAdvertiser(ctx)
			await addPlacement(owner, officeId, { taskId: 503 })
			all.add(officeId)
		}
		const seen = new Set<number>()
		for (let day = 0; day < 60; day++) {
			const now = new Date(ctx.now().getTime() + days(day))
			const today = await shown({ ...ctx, now: () => now })
			expect(today).toHaveLength(MOST_SHOWN)
			for (const id of today) seen.add(id)
		}
		expect(seen).toEqual(all)
	}))

test('only an office that is in the list itself and takes clients is shown', () =>
	withCtx(async (ctx) => {
		const { owner, officeId } = await makeAdvertiser(ctx)
		await addPlacement(owner, officeId, { taskId: 503 })
		await ctx.db.updateTable('offices').set({ accepting: 'paused' }).where('id', '=', officeId).execute()
		expect(await shown(ctx)).toEqual([])
		await ctx.db.updateTable('offices').set({ accepting: 'open' }).where('id', '=', officeId).execute()
		expect(await shown(ctx)).toEqual([officeId])
		await ctx.db.deleteFrom('office_listings').where('office_id', '=', officeId).where('scope_id', '=', 503).execute()
		expect(await shown(ctx)).toEqual([])
		expect((await listOwnPlacements(owner))[0]?.placements).toMatchObject([{ isUnlisted: true }])
	}))

test('beyond the plan it sleeps and returns; nothing is deleted', () =>
	withCtx(async (ctx) => {
		const { owner, officeId, userId } = await makeAdvertiser(ctx)
		for (const taskId of [501, 503, 504]) await addPlacement(owner, officeId, { taskId })
		await expect(addPlacement(owner, officeId, { taskId: 505 })).rejects.toMatchObject({
			kind: 'conflict',
			fields: { form: expect.stringContaining('3つまで') },
		})
		await setAccountPlan(ctx, userId, { plan: 'standard', until: null })
		await applyPlanCapacity(ctx, userId)
		expect(await shown(ctx)).toEqual([])
		expect((await listOwnPlacements(owner))[0]?.placements.map(({ isAsleep }) => isAsleep)).toEqual([true, true, true])
		await setAccountPlan(ctx, userId, { plan: 'pro', until: null })
		await applyPlanCapacity(ctx, userId)
		expect(await shown(ctx)).toEqual([officeId])
	}))

test('is refused without the plan, for a list without the office, for a neutral list, and to others', () =>
	withCtx(async (ctx) => {
		const { owner, officeId } = await makeAdvertiser(ctx, 'standard')
		await expect(addPlacement(owner, officeId, { taskId: 503 })).rejects.toMatchObject({
			fields: { form: expect.stringContaining('プロ') },
		})
		await expect(addPlacement(owner, officeId, { taskId: 601 })).rejects.toMatchObject({ fields: { taskId: expect.any(String) } })
		const neutral = await ctx.db
			.selectFrom('tasks')
			.select('id')
			.where(isNeutralSql(sql<number>`tasks.id`))
			.executeTakeFirstOrThrow()
		await expect(addPlacement(owner, officeId, { taskId: neutral.id })).rejects.toMatchObject({
			fields: { taskId: expect.stringContaining('弁護士法72条') },
		})
		const other = await makeAdvertiser(ctx)
		await addPlacement(other.owner, other.officeId, { taskId: 503 })
		await expect(addPlacement(owner, other.officeId, { taskId: 503 })).rejects.toMatchObject({ kind: 'not-found' })
		const id = (await listOwnPlacements(other.owner))[0]?.placements[0]?.id ?? 0
		await expect(removePlacement(owner, id)).rejects.toMatchObject({ kind: 'not-found' })
		expect(await shown(ctx)).toEqual([other.officeId])
	}))
