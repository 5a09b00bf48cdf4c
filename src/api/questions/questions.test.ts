import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { as, makeThread } from '../../domain/questions/questions-for-test.ts'
import type { ApiEnv } from '../shared/define.ts'
import { createApi } from '../index.ts'

/** Calls the API as a visitor, within the test's own transaction. */
function callsOf(ctx: TestCtx) {
	const app = new Hono<ApiEnv>()
	app.use(async (c, next) => {
		c.set('ctx', as(ctx, { kind: 'visitor' }))
		await next()
	})
	app.route('/', createApi({ config: { siteName: 'しるべ', publicUrl: 'https://shirube.example' }, log: pino({ level: 'silent' }) }))
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
		const shown = await call(`/api/qa/${id}`)
		expect(shown.json).toMatchObject({ id, state: 'answered', asker: { isAnonymous: true }, answers: [{ isBest: false }] })
		expect(shown.text).not.toMatch(/askerId|asker_id|userId|"uid"|isViewersOwn/)
		expect((await call('/api/qa?category=5&state=all')).json).toMatchObject({ items: [{ id }] })
	})
})

test('an unknown question is not found', async () => {
	await withCtx(async (ctx) => {
		const call = callsOf(ctx)
		for (const path of ['/api/qa/0', '/api/qa/999999', '/api/qa/abc']) expect((await call(path)).status).toBe(404)
	})
})

test('questions can be written only by the forms of the pages', async () => {
	await withCtx(async (ctx) => {
		const { questionId: id } = await makeThread(ctx)
		for (const method of ['POST', 'PUT', 'DELETE']) expect((await callsOf(ctx)(`/api/qa/${id}`, method)).status).toBe(405)
	})
})
