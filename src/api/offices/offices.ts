import { createRoute, z } from '@hono/zod-openapi'
import { findScope } from '../../domain/taxonomy/categories.ts'
import { flags, professions } from '../../domain/taxonomy/attributes.ts'
import { listOrders, parseListQuery } from '../../domain/listings/list-query.ts'
import { listOffices } from '../../domain/listings/office-list.ts'
import { getOffice } from '../../domain/offices/offices.ts'
import { listReviews } from '../../domain/reviews/reviews.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { DomainError, notFound } from '../../domain/shared/errors.ts'
import { type Area, japan, parseAreaId } from '../../domain/geography/areas.ts'
import { getMunicipality } from '../../domain/geography/municipalities.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { getStation } from '../../domain/geography/stations.ts'
import { officeCardSchema } from '../listings/office-card-schemas.ts'
import { idParam, json, problems } from '../shared/define.ts'
import { createV1Part, cursorQuery, noQuery, publicRead, refusedRead } from '../shared/v1-part.ts'
import { officeSchema, presentOffice } from './office-schemas.ts'

const tags = ['事務所・専門家']

/** Lists of offices and the public facts of one. */
export const officesV1 = createV1Part()

const flagQuery = Object.fromEntries(
	flags.map(({ param, label }) => [
		param,
		z
			.string()
			.optional()
			.openapi({ description: `1 で「${label}」に絞ります。` }),
	]),
)

officesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/offices',
		...publicRead('listOffices'),
		tags,
		summary: '業務と地域で事務所を探す',
		description: '20件ずつ返します。続きは nextCursor を page に指定してください。',
		request: {
			query: z.strictObject({
				scope: z.string().openapi({ type: 'integer', description: '業務カテゴリー（1〜99）または業務（101〜）の番号。', example: 501 }),
				area: z.string().optional().openapi({
					type: 'integer',
					description: '0 全国、1〜47 都道府県、1100〜47999 市区町村コード、1000000＋駅の id。',
					example: 13,
				}),
				order: z.enum(listOrders).optional().openapi({ description: '並び順。指定がなければ、ページで最初に開くものと同じです。' }),
				profession: z
					.string()
					.optional()
					.openapi({ description: `資格。コンマで区切ります（${professions.map(({ slug }) => slug).join(', ')}）。` }),
				...cursorQuery,
				...flagQuery,
			}),
		},
		responses: {
			200: json(
				z.object({
					total: z.int().describe('条件に合う事務所の数。'),
					items: z.array(officeCardSchema),
					nextCursor: z.string().nullable(),
				}),
				'事務所の一覧。',
			),
			...refusedRead,
			...problems.notFound,
			...problems.invalid,
		},
	}),
	async (c) => {
		const { ctx } = c.var
		const asked = new URL(c.req.url).searchParams
		const scope = await findScope(ctx, wholeNumber('scope', asked.get('scope') ?? ''))
		if (!scope) throw notFound('task or category')
		const area = await findArea(ctx, wholeNumber('area', asked.get('area') ?? '0'))
		const list = await listOffices(ctx, { scopeId: scope.id, area, query: parseListQuery(asked, area.kind, scope.isNeutral) })
		return c.json({ total: list.total, items: list.items, nextCursor: list.page.next?.cursor ?? null }, 200)
	},
)

officesV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/offices/{id}',
		...publicRead('getOffice'),
		tags,
		summary: '事務所の詳細',
		description: '公開している事務所の所在地、営業時間、業務と料金、所属する専門家、新しい口コミを返します。公開を終えた事務所は404です。',
		request: { params: idParam('事務所の番号'), query: noQuery },
		responses: { 200: json(officeSchema, '公開している事項。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => {
		const office = await getOffice(c.var.ctx, c.req.valid('param').id)
		const reviews = await listReviews(c.var.ctx, office.id, null)
		return c.json(presentOffice(office, reviews.items), 200)
	},
)

function wholeNumber(name: string, text: string): number {
	if (!/^\d{1,7}$/.test(text))
		throw new DomainError('invalid', `${name} must be a whole number`, { fields: { [name]: '番号を指定してください。' } })
	return Number(text)
}

/** The area of an id of the API. Throws not-found. */
async function findArea(ctx: Ctx, id: number): Promise<Area> {
	const area = parseAreaId(id)
	if (!area) throw notFound('area')
	if (area.kind === 'japan') return japan
	if (area.kind === 'prefecture') return getPrefecture(area.id)
	return area.kind === 'municipality' ? getMunicipality(ctx, area.id) : getStation(ctx, area.id)
}
