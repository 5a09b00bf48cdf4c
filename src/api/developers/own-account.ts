import { createRoute, z } from '@hono/zod-openapi'
import { scopes } from '../../domain/developers/scopes.ts'
import { listOwnOffices } from '../../domain/memberships/office-membership.ts'
import { officeRoles } from '../../domain/memberships/office-policy.ts'
import { json, moment } from '../shared/define.ts'
import { refusals } from '../shared/accounts-part.ts'
import { createV1Part, noQuery, refusedRead, withScope, withToken } from '../shared/v1-part.ts'

const tags = ['ご自身の事務所']

/** What a token may do, and the offices of its account. */
export const ownAccountV1 = createV1Part()

ownAccountV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me',
		...withToken('getMe'),
		tags,
		summary: 'このトークンについて',
		description: 'トークンに許された権限と有効期限、発行したアカウントを返します。権限は何であっても呼び出せます。',
		request: { query: noQuery },
		responses: {
			200: json(
				z.object({
					token: z.object({ name: z.string(), scopes: z.array(z.enum(scopes)), expiresAt: moment }),
					account: z.object({ uid: z.string(), isExpert: z.boolean() }),
				}),
				'トークンの名前、権限、有効期限。',
			),
			...refusals.unauthenticated,
			...refusals.forbidden,
			...refusedRead,
		},
	}),
	(c) => {
		const { holder } = c.var
		if (holder === null) throw new Error('called without a token')
		const { name, scopes: granted, expiresAt } = holder.token
		const { uid, isExpert } = holder.viewer
		return c.json({ token: { name, scopes: granted, expiresAt: expiresAt.toISOString() }, account: { uid, isExpert } }, 200)
	},
)

ownAccountV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/me/offices',
		...withScope('listOwnOffices', 'read:offices'),
		tags,
		summary: 'ご自身の事務所の一覧',
		description: '公開していない事務所も返します。公開の事項は /api/v1/offices/{id} で読めます。',
		request: { query: noQuery },
		responses: {
			200: json(
				z.array(
					z
						.object({
							id: z.int(),
							name: z.string(),
							state: z.enum(['draft', 'published', 'unlisted', 'suspended', 'deleted']),
							role: z.enum(officeRoles).describe('owner 代表者、editor 編集できるメンバー、responder 依頼と問い合わせに答える窓口。'),
							members: z.int(),
						})
						.openapi('OwnOffice'),
				),
				'番号の順。',
			),
			...refusals.unauthenticated,
			...refusals.forbidden,
			...refusedRead,
		},
	}),
	async (c) => {
		const offices = await listOwnOffices(c.var.ctx)
		return c.json(
			offices.map(({ id, name, state, role, members }) => ({ id, name, state, role, members })),
			200,
		)
	},
)
