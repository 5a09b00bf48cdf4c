import { createRoute, z } from '@hono/zod-openapi'
import { getExpert } from '../../domain/experts/experts.ts'
import { TOP_PAGE } from '../../domain/pickups/pickup-input.ts'
import { listPickups } from '../../domain/pickups/pickups.ts'
import { createApiPart, idParam, json, problems } from '../shared/define.ts'
import { createV1Part, noQuery, publicRead, refusedRead } from '../shared/v1-part.ts'
import { expertSchema, pickupExpertSchema, presentExpert } from './expert-schemas.ts'

const tags = ['事務所・専門家']

/** Public facts of one expert. */
export const expertsV1 = createV1Part()

/** The experts picked by editors (spec section 7). */
export const expertsApi = createApiPart()

expertsV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/experts/{id}',
		...publicRead('getExpert'),
		tags,
		summary: '専門家の詳細',
		description: '確認済みの専門家の資格、経歴、所属する事務所、新しい回答を返します。確認が済んでいない人と、停止中の人は404です。',
		request: { params: idParam('専門家の番号'), query: noQuery },
		responses: { 200: json(expertSchema, '公開している事項。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => c.json(presentExpert(await getExpert(c.var.ctx, c.req.valid('param').id)), 200),
)

expertsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/user/pickup_experts',
		tags,
		summary: '注目の専門家',
		responses: { 200: json(z.array(pickupExpertSchema), '編集部が取り上げる専門家。') },
	}),
	async (c) => c.json(await listPickups(c.var.ctx, TOP_PAGE), 200),
)
