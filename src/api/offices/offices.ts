import { createRoute } from '@hono/zod-openapi'
import { getOffice } from '../../domain/offices/offices.ts'
import { listReviews } from '../../domain/reviews/reviews.ts'
import { createApiPart, idParam, json, problems } from '../shared/define.ts'
import { officeSchema, presentOffice } from './office-schemas.ts'

const tags = ['事務所・専門家']

/** Public facts of one office. */
export const officesApi = createApiPart()

officesApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/office/{id}',
		tags,
		summary: '事務所の詳細',
		request: { params: idParam('事務所の番号') },
		responses: { 200: json(officeSchema, '公開している事項。'), ...problems.notFound },
	}),
	async (c) => {
		const office = await getOffice(c.var.ctx, c.req.valid('param').id)
		const reviews = await listReviews(c.var.ctx, office.id, null)
		return c.json(presentOffice(office, reviews.items), 200)
	},
)
