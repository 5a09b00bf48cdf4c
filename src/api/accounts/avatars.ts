import { createRoute, z } from '@hono/zod-openapi'
import { AVATAR_BYTES, readAvatar, removeAvatar, setAvatar } from '../../domain/accounts/avatars.ts'
import { DomainError, notFound } from '../../domain/shared/errors.ts'
import { foundUserSchema } from './account-schemas.ts'
import { createAccountsPart, refusals } from '../shared/accounts-part.ts'
import { json, problems } from '../shared/define.ts'

const tags = ['アカウントの管理']

const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/gif'] as const

/** The person's own picture. */
export const avatarsApi = createAccountsPart([])
	.openapi(
		createRoute({
			method: 'put',
			path: '/api/user/avatar',
			tags,
			summary: '自分の画像を設定する',
			description: '本文は画像そのもの（8MBまで）。256×256に作り直し、撮影情報は残しません。',
			request: {
				body: { content: Object.fromEntries(pictures.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }])) },
			},
			responses: { 200: json(foundUserSchema, '設定しました。'), ...problems.throttled, ...refusals.unauthenticated, ...refusals.invalid },
		}),
		async (c) => {
			const { body } = c.env
			if (body?.kind !== 'file' || body.file.size > AVATAR_BYTES)
				throw new DomainError('invalid', 'unusable picture', { fields: { image: '8MBまでの画像を選んでください。' } })
			return c.json(await setAvatar(c.var.ctx, new Uint8Array(await body.file.arrayBuffer())), 200)
		},
	)
	.openapi(
		createRoute({
			method: 'delete',
			path: '/api/user/avatar',
			tags,
			summary: '自分の画像を消す',
			responses: { 200: json(foundUserSchema, '消しました。'), ...refusals.unauthenticated },
		}),
		async (c) => c.json(await removeAvatar(c.var.ctx), 200),
	)

avatarsApi.get('/avatars/:name', async (c) => {
	const picture = await readAvatar(c.var.ctx, c.req.param('name'))
	if (!picture) throw notFound('picture')
	return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' })
})
