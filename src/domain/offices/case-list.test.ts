import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { reindexOffice } from '../listings/listings.ts'
import { countCases, listCases } from './case-list.ts'

const TASK = 503
let made = 0

async function makeCase(ctx: TestCtx, officeId: number, title: string, taskId: number | null = TASK): Promise<void> {
	await ctx.db
		.insertInto('office_cases')
		.values({
			office_id: officeId,
			task_id: taskId,
			title,
			client: '飲食店（従業員5人）',
			body: '決算の前に相談を受けました。',
			consented_on: '2026-04-01',
			position: ++made,
		})
		.execute()
}

const offer = (ctx: TestCtx, officeId: number) =>
	ctx.db
		.insertInto('office_tasks')
		.values({ office_id: officeId, task_id: TASK, fee_basis: 'per_case', fee_min: 10_000, fee_max: null })
		.onConflict((conflict) => conflict.doNothing())
		.execute()

/** As every change of an office ends. */
const reindex = (ctx: TestCtx, officeId: number) => reindexOffice(ctx.db, officeId)

const titlesOf = async (ctx: TestCtx, cursor: string | null = null) => (await listCases(ctx, TASK, cursor)).cases.map(({ title }) => title)

test('shows the cases of published offices that offer the task, the newest first', () =>
	withCtx(async (ctx) => {
		const before = await titlesOf(ctx)
		const open = await makeOffice(ctx, { taskIds: [] })
		await makeCase(ctx, open, '届け出ていない業務の事例')
		expect(await titlesOf(ctx)).toEqual(before)
		await offer(ctx, open)
		await makeCase(ctx, open, '新しい事例')
		await makeCase(ctx, open, '業務のない事例', null)
		await reindex(ctx, open)
		expect((await titlesOf(ctx)).slice(0, 2)).toEqual(['新しい事例', '届け出ていない業務の事例'])
		await ctx.db.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', open).execute()
		await reindex(ctx, open)
		expect(await titlesOf(ctx)).toEqual(before)
	}))

test('pages hold twenty, and counts are those of all pages', () =>
	withCtx(async (ctx) => {
		const before = (await countCases(ctx)).find(({ taskId }) => taskId === TASK)?.count ?? 0
		const office = await makeOffice(ctx)
		await offer(ctx, office)
		for (let number = 1; number <= 21; number++) await makeCase(ctx, office, `事例${number}`)
		await reindex(ctx, office)
		const first = await listCases(ctx, TASK, null)
		expect(first.cases).toHaveLength(20)
		expect(first.cases[0]?.title).toBe('事例21')
		const second = await listCases(ctx, TASK, first.page.next?.cursor ?? null)
		expect(second.cases[0]?.title).toBe('事例1')
		expect((await countCases(ctx)).find(({ taskId }) => taskId === TASK)?.count).toBe(before + 21)
	}))
