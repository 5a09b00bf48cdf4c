import { createRoute, z } from '@hono/zod-openapi'
import { countUnreadNotifications } from '../../domain/social/notifications.ts'
import { requireMember } from '../../domain/shared/context.ts'
import { createAccountsPart, refusals } from '../shared/accounts-part.ts'
import { json } from '../shared/define.ts'

const tags = ['お知らせ']

/** The signed-in person's notifications and notification settings. */
export const notificationsApi = createAccountsPart(['/api/notifications', '/api/notifications/*'])

const unreadAnswer = json(z.object({ unread: z.int().describe('100 は100件以上です。') }), '未読の件数。')

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
