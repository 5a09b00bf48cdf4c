import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import type { Viewer } from '../../domain/shared/context.ts'
import { makeMember, as } from '../../domain/questions/questions-for-test.ts'
import { deliverEvent } from '../../domain/social/notification-delivery.ts'
import { markNotificationsRead } from '../../domain/social/notifications.ts'
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
	return async (method: string, path: string) => {
		const response = await app.request(path, { method })
		return {
			status: response.status,
			kept: response.headers.get('cache-control'),
			json: (await response.json()) as Record<string, unknown>,
		}
	}
}

test('unread notifications are counted for a member alone', async () => {
	await withCtx(async (ctx) => {
		const viewer = await makeMember(ctx)
		const userId = viewer.kind === 'member' ? viewer.userId : ''
		for (const n of [1, 2]) {
			const notice = { kind: 'report-outcome', userId, subject: `report:${n}`, text: `報告${n}を確認しました。`, path: '/qa' } as const
			await deliverEvent(ctx, { event: 'notice', ...notice }, async () => undefined)
		}
		const call = callAs(ctx, viewer)
		expect(await call('GET', '/api/notifications/unread')).toMatchObject({ status: 200, kept: 'no-store', json: { unread: 2 } })
		await markNotificationsRead(as(ctx, viewer), { all: true })
		expect((await call('GET', '/api/notifications/unread')).json).toEqual({ unread: 0 })
		expect((await callAs(ctx, { kind: 'visitor' })('GET', '/api/notifications/unread')).status).toBe(401)
	})
})
