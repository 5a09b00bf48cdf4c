import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { as, makeThread } from '../../domain/questions/questions-for-test.ts'
import { testV1 } from '../v1-for-test.ts'

/** Calls the API as a visitor, within the test's own transaction. */
function callsOf(ctx: TestCtx) {
	const app = testV1(as(ctx, { kind: 'visitor' }))
	return async (path: string, method = 'GET') => {
		const response = await app.request(path, { method })
		const text = await response.text()
		return { status: response.status, json: JSON.parse(text) as Record<string, unknown>, text }
	}
}

test('calls return a question with its answers and nothing that identifies the asker', async () => {
	await withCtx(async (ctx) => {
		const { questionId: id } = await makeThread(ctx)
		const call = callsOf(ctx)
		const shown = await call(`/api/v1/questions/${id}`)
		expect(shown.json).toMatchObject({ id, state: 'answered', asker: { isAnonymous: true }, answers: [{ isBest: false }] })
		expect(shown.text).not.toMatch(/askerId|asker_id|userId|"uid"|isViewersOwn/)
		expect((await call('/api/v1/questions?category=5&state=all')).json).toMatchObject({ items: [{ id }] })
	})
})

test('an unknown question is not found', async () => {
	await withCtx(async (ctx) => {
		const call = callsOf(ctx)
		for (const path of ['/api/v1/questions/0', '/api/v1/questions/999999', '/api/v1/questions/abc'])
			expect((await call(path)).status).toBe(404)
	})
})

test('questions can be written only by the forms of the pages', async () => {
	await withCtx(async (ctx) => {
		const { questionId: id } = await makeThread(ctx)
		for (const method of ['POST', 'PUT', 'DELETE']) expect((await callsOf(ctx)(`/api/v1/questions/${id}`, method)).status).toBe(405)
	})
})
