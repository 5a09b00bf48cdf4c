import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { makeReviewer } from '../experts/decisions-for-test.ts'
import { japan } from '../geography/areas.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { listOffices } from '../listings/office-list.ts'
import { dropUnheld } from '../memberships/lawful-tasks.ts'
import { getOffice } from './offices.ts'
import { readSuspendedTasks } from '../memberships/suspended-tasks.ts'

/** 確定申告 is reserved to 税理士. */
const RETURN = 503

/** A task that no law reserves. */
async function openTask(ctx: TestCtx): Promise<number> {
	const query = ctx.db.selectFrom('tasks').select('id').where('published_at', 'is not', null).where('exclusive_law', 'is', null)
	return (await query.orderBy('id').executeTakeFirstOrThrow()).id
}

const shown = async (ctx: TestCtx, officeId: number) => {
	const { professions, tasks } = await getOffice(ctx, officeId)
	return { professions: professions.map(({ slug }) => slug), tasks: tasks.map(({ taskId, min }) => [taskId, min]) }
}

const isListed = async (ctx: TestCtx, officeId: number, scopeId: number) =>
	(await listOffices(ctx, { scopeId, area: japan, query: { ...emptyQuery('japan'), order: 'newest' } })).items.some(
		({ id }) => id === officeId,
	)

test('suspends the tasks that only a suspended member may lawfully do, and restores them unchanged', () =>
	withCtx(async (ctx) => {
		const decide = await makeReviewer(ctx)
		const open = await openTask(ctx)
		const taxAdviser = await makeExpert(ctx)
		const adviser = await makeExpert(ctx, { professions: ['sharoushi'], taskIds: [open] })
		const published = new Date('2026-12-31T00:00:00Z')
		const officeId = await makeOffice(ctx, {
			professions: ['zeirishi', 'sharoushi'],
			taskIds: [RETURN, open],
			feeMin: 44_000,
			expertIds: [adviser, taxAdviser],
			published_at: published,
		})
		const before = {
			professions: ['zeirishi', 'sharoushi'],
			tasks: expect.arrayContaining([
				[RETURN, 44_000],
				[open, 44_000],
			]),
		}
		expect(await shown(ctx, officeId)).toEqual(before)

		await decide(taxAdviser, 'suspended')
		expect(await shown(ctx, officeId)).toEqual({ professions: ['sharoushi'], tasks: [[open, 44_000]] })
		expect([await isListed(ctx, officeId, RETURN), await isListed(ctx, officeId, open)]).toEqual([false, true])
		expect(await readSuspendedTasks(ctx, officeId)).toHaveLength(1)

		await decide(taxAdviser, 'verified')
		expect(await shown(ctx, officeId)).toEqual(before)
		expect(await isListed(ctx, officeId, RETURN)).toBe(true)
		expect(await readSuspendedTasks(ctx, officeId)).toEqual([])
	}))

test('a colleague of the same profession keeps the task on the page, and what no member can hold again is deleted', () =>
	withCtx(async (ctx) => {
		const decide = await makeReviewer(ctx)
		const open = await openTask(ctx)
		const first = await makeExpert(ctx)
		const second = await makeExpert(ctx)
		const other = await makeExpert(ctx, { professions: ['sharoushi'], taskIds: [open] })
		const officeId = await makeOffice(ctx, {
			professions: ['zeirishi', 'sharoushi'],
			taskIds: [RETURN, open],
			expertIds: [other, first, second],
		})
		await decide(first, 'suspended')
		expect((await shown(ctx, officeId)).tasks).toContainEqual([RETURN, 33_000])
		// The colleague leaves while the other one is suspended: the tasks stay suspended for the other one.
		await ctx.db.deleteFrom('office_members').where('office_id', '=', officeId).where('expert_id', '=', second).execute()
		await dropUnheld(ctx, officeId)
		expect(await shown(ctx, officeId)).toEqual({ professions: ['sharoushi'], tasks: [[open, 33_000]] })
		expect(await readSuspendedTasks(ctx, officeId)).toHaveLength(1)
		await ctx.db.deleteFrom('office_members').where('office_id', '=', officeId).where('expert_id', '=', first).execute()
		await dropUnheld(ctx, officeId)
		expect(await readSuspendedTasks(ctx, officeId)).toEqual([])
	}))

test('an office that was suspended with all its members comes back with the first of them, without the others’ work', () =>
	withCtx(async (ctx) => {
		const decide = await makeReviewer(ctx)
		const open = await openTask(ctx)
		const owner = await makeExpert(ctx)
		const editor = await makeExpert(ctx, { professions: ['sharoushi'], taskIds: [open] })
		const officeId = await makeOffice(ctx, { professions: ['zeirishi', 'sharoushi'], taskIds: [RETURN, open], expertIds: [owner, editor] })
		await decide(owner, 'suspended')
		await decide(editor, 'suspended')
		await expect(getOffice(ctx, officeId)).rejects.toMatchObject({ kind: 'not-found' })
		await decide(editor, 'verified')
		expect(await shown(ctx, officeId)).toEqual({ professions: ['sharoushi'], tasks: [[open, 33_000]] })
		await decide(owner, 'verified')
		expect((await shown(ctx, officeId)).professions).toEqual(['zeirishi', 'sharoushi'])
		expect((await shown(ctx, officeId)).tasks).toContainEqual([RETURN, 33_000])
	}))
