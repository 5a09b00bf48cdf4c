import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import type { Viewer } from '../../domain/shared/context.ts'
import { aMember, as } from '../../domain/questions/questions-for-test.ts'
import { deliverEvent } from '../../domain/social/notification-delivery.ts'
import type { ApiEnv } from '../shared/define.ts'
import { createApi } from '../index.ts'

/** Calls the API as somebody, within the test's own transaction. */
function callAs(ctx: TestCtx, viewer: Viewer) {
	const app = new Hono<ApiEnv>()
	app.use(async (c, next) => {
		c.set('ctx', as(ctx, viewer))
		await next()
	})
	app.route('/', createApi({ config: { siteName: 'しるべ', publicUrl: 'https://shirube.example' }, log: pino({ level: 'silent' }) }))
	return async (method: string, path: string, body?: unknown) => {
		const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
		const response = await app.request(path, { method, ...sent })
		return {
			status: response.status,
			kept: response.headers.get('cache-control'),
			json: (await response.json()) as Record<string, unknown>,
		}
	}
}

test('notifications are listed, counted and read, and their settings changed, by calls', async () => {
	await withCtx(async (ctx) => {
		const viewer = await aMember(ctx)
		const userId = viewer.kind === 'member' ? viewer.userId : ''
		for (const n of [1, 2]) {
			const notice = { kind: 'report-outcome', userId, subject: `report:${n}`, text: `報告${n}を確認しました。`, path: '/qa' } as const
			await deliverEvent(ctx, { event: 'notice', ...notice }, async () => undefined)
		}
		const call = callAs(ctx, viewer)
		const list = await call('GET', '/api/notifications')
		expect(list).toMatchObject({
			status: 200,
			kept: 'no-store',
			json: {
				unread: 2,
				items: [{ kind: 'report-outcome', text: '報告2を確認しました。', path: '/qa', isRead: false }, {}],
				nextCursor: null,
			},
		})
		const { items } = list.json as { items: { id: number }[] }
		expect((await call('POST', '/api/notifications/read', { ids: [items[0]?.id] })).json).toEqual({ unread: 1 })
		expect((await call('GET', '/api/notifications/unread')).json).toEqual({ unread: 1 })
		expect((await call('POST', '/api/notifications/read', { all: true })).json).toEqual({ unread: 0 })
		expect((await call('POST', '/api/notifications/read', { ids: ['x'] })).status).toBe(400)

		const before = (await call('GET', '/api/notifications/settings')).json
		expect(before).toMatchObject({ receiveEmail: true, kinds: { answer: { site: true, mail: true, digest: false } } })
		const change = { receiveEmail: false, kinds: { answer: { site: true, mail: false, digest: true } } }
		expect((await call('PUT', '/api/notifications/settings', change)).json).toEqual({
			...before,
			receiveEmail: false,
			kinds: { ...(before['kinds'] as object), ...change.kinds },
		})
		const unknown = { kinds: { 'no-such-kind': { site: true, mail: true, digest: true } } }
		expect((await call('PUT', '/api/notifications/settings', unknown)).status).toBe(400)
		expect((await callAs(ctx, { kind: 'visitor' })('GET', '/api/notifications/unread')).status).toBe(401)
	})
})
