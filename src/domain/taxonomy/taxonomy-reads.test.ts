import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { findScope, findTaskCategory, listTaskCategories } from './categories.ts'
import { findTask, listTasks, listUseCases } from './tasks.ts'
import { findTool, listToolsOfTask } from './tools.ts'

describe('categories', () => {
	test('are the twelve, with the number of their offices', () =>
		withCtx(async (ctx) => {
			await makeOffice(ctx, { taskIds: [501, 503] })
			const categories = await listTaskCategories(ctx)
			expect(categories).toHaveLength(12)
			expect(categories.find(({ id }) => id === 5)).toMatchObject({ slug: 'tax-accounting', officeCount: 1 })
			expect(categories.find(({ id }) => id === 6)?.officeCount).toBe(0)
			for (const [prefectureId, count] of [
				[13, 1],
				[14, 0],
			] as const) {
				const there = await listTaskCategories(ctx, getPrefecture(prefectureId))
				expect(there.find(({ id }) => id === 5)?.officeCount).toBe(count)
			}
		}))

	test('one contains its published tasks', () =>
		withCtx(async (ctx) => {
			await ctx.db.updateTable('tasks').set({ published_at: null }).where('id', '=', 502).execute()
			const category = await findTaskCategory(ctx, 5)
			expect(category?.tasks.map(({ id }) => id)).toContain(503)
			expect(category?.tasks.map(({ id }) => id)).not.toContain(502)
			for (const id of [0, 13, 99, -1, 1e9, Number.NaN]) expect(await findTaskCategory(ctx, id)).toBeNull()
		}))

	test('and tasks are the subjects of lists', () =>
		withCtx(async (ctx) => {
			expect(await findScope(ctx, 5)).toMatchObject({ kind: 'category', id: 5, categoryId: 5 })
			expect(await findScope(ctx, 503)).toMatchObject({ kind: 'task', id: 503, categoryId: 5 })
			for (const id of [0, 13, 599, 99_999, -5, Number.NaN]) expect(await findScope(ctx, id)).toBeNull()
		}))
})

describe('tasks', () => {
	test('name who may do them and by which law', () =>
		withCtx(async (ctx) => {
			const tasks = await listTasks(ctx)
			expect(tasks.length).toBeGreaterThanOrEqual(70)
			expect(tasks.find(({ id }) => id === 503)).toMatchObject({
				taskCategoryId: 5,
				professions: [{ slug: 'zeirishi' }],
				exclusiveLaw: expect.stringContaining('税理士法'),
			})
			expect(new Set((await listTasks(ctx, { taskCategoryId: 7 })).map((task) => task.taskCategoryId))).toEqual(new Set([7]))
		}))

	test('one has texts, use cases and tools', () =>
		withCtx(async (ctx) => {
			const task = await findTask(ctx, 503)
			expect(task?.body.length).toBeGreaterThanOrEqual(3)
			expect(task?.faq[0]).toEqual({ question: expect.any(String), answer: expect.any(String) })
			expect(task?.useCases.length).toBeGreaterThan(0)
			expect(task?.tools).toEqual(await listToolsOfTask(ctx, 503))
			expect(task?.tools.length).toBeGreaterThan(0)
			for (const id of [1, 599, -503, 503.5, 1e12, Number.NaN]) expect(await findTask(ctx, id)).toBeNull()
		}))

	test('that are not published appear nowhere', () =>
		withCtx(async (ctx) => {
			const [tool] = await listToolsOfTask(ctx, 503)
			await ctx.db.updateTable('tasks').set({ published_at: null }).where('id', '=', 503).execute()
			expect(await findTask(ctx, 503)).toBeNull()
			expect((await listUseCases(ctx)).map(({ taskId }) => taskId)).not.toContain(503)
			expect((await findTool(ctx, tool?.id ?? 0))?.tasks.map(({ id }) => id)).not.toContain(503)
		}))
})

test('a tool names the tasks it serves', () =>
	withCtx(async (ctx) => {
		const [tool] = await listToolsOfTask(ctx, 503)
		const found = await findTool(ctx, tool?.id ?? 0)
		expect(found).toMatchObject({ name: tool?.name, advertised: false, checkedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
		expect(found?.tasks.map(({ id }) => id)).toContain(503)
		for (const id of [0, -1, 2 ** 31, Number.NaN]) expect(await findTool(ctx, id)).toBeNull()
	}))

test('use cases can be limited and belong to tasks', () =>
	withCtx(async (ctx) => {
		expect(await listUseCases(ctx, { limit: 3 })).toHaveLength(3)
		const cases = await listUseCases(ctx, { taskCategoryId: 5 })
		expect(cases.every(({ taskId }) => Math.floor(taskId / 100) === 5)).toBe(true)
	}))
