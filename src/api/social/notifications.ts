import { createRoute, z } from '@hono/zod-openapi'
import { kindSchema, readSchema, settingsChangeSchema, settingsSchema } from '../../domain/social/notification-schemas.ts'
import { getNotificationSettings, saveNotificationSettings } from '../../domain/social/notification-settings.ts'
import { countUnreadNotifications, listNotifications, markNotificationsRead } from '../../domain/social/notifications.ts'
import { requireMember } from '../../domain/shared/context.ts'
import { createAccountsPart, csrfTokenField, jsonBody, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['お知らせ']

/** What the signed-in person was told, and how they want to be told. */
export const notificationsApi = createAccountsPart(['/api/notifications', '/api/notifications/*'])

const unreadAnswer = json(z.object({ unread: z.int().describe('100 は100件以上です。') }), '未読の件数。')

notificationsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/notifications',
		tags,
		summary: '自分へのお知らせ',
		request: { query: z.object({ page: z.string().max(40).optional().openapi({ description: '前の応答の nextCursor。' }) }) },
		responses: {
			200: json(
				z.object({
					unread: z.int(),
					items: z.array(
						z.object({
							id: z.int(),
							kind: kindSchema,
							text: z.string(),
							path: z.string().describe('このサイトの中のパス。'),
							createdAt: z.iso.datetime(),
							isRead: z.boolean(),
						}),
					),
					nextCursor: z.string().nullable(),
				}),
				'新しいものから20件ずつ。公開されなくなった投稿についてのお知らせは含みません。',
			),
			...problems.badRequest,
			...refusals.unauthenticated,
		},
	}),
	async (c) => {
		const { items, unread, page } = await listNotifications(c.var.ctx, c.req.valid('query').page ?? null)
		const shown = items.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }))
		return c.json({ unread, items: shown, nextCursor: page.next?.cursor ?? null }, 200)
	},
)

notificationsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/notifications/unread',
		tags,
		summary: '未読の件数',
		responses: { 200: unreadAnswer, ...refusals.unauthenticated },
	}),
	async (c) => {
		requireMember(c.var.ctx)
		return c.json({ unread: await countUnreadNotifications(c.var.ctx) }, 200)
	},
)

notificationsApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/notifications/read',
		tags,
		summary: 'お知らせを既読にする',
		description: '自分のものでない番号は、何もせずに読み飛ばします。',
		request: { body: jsonBody(readSchema.extend(csrfTokenField)) },
		responses: { 200: unreadAnswer, ...problems.badRequest, ...refusals.unauthenticated },
	}),
	async (c) => {
		const { ids = [], all } = c.req.valid('json')
		return c.json(await markNotificationsRead(c.var.ctx, all ? { all } : { ids }), 200)
	},
)

notificationsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/notifications/settings',
		tags,
		summary: '通知の設定',
		responses: { 200: json(settingsSchema, '種類ごとの受け取り方。'), ...refusals.unauthenticated },
	}),
	async (c) => c.json(await getNotificationSettings(c.var.ctx), 200),
)

notificationsApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/notifications/settings',
		tags,
		summary: '通知の設定を変える',
		request: { body: jsonBody(settingsChangeSchema.extend(csrfTokenField)) },
		responses: { 200: json(settingsSchema, '変えたあとの設定。'), ...problems.badRequest, ...refusals.unauthenticated },
	}),
	async (c) => {
		const { receiveEmail, kinds } = c.req.valid('json')
		await saveNotificationSettings(c.var.ctx, {
			...(receiveEmail === undefined ? {} : { receiveEmail }),
			...(kinds === undefined ? {} : { kinds }),
		})
		return c.json(await getNotificationSettings(c.var.ctx), 200)
	},
)
