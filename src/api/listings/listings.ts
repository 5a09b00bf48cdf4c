import { createRoute, z } from '@hono/zod-openapi'
import { findScope } from '../../domain/taxonomy/categories.ts'
import { flags, professions } from '../../domain/taxonomy/attributes.ts'
import { listOrders, parseListQuery, parseSearchText } from '../../domain/listings/list-query.ts'
import { listOffices } from '../../domain/listings/office-list.ts'
import { search } from '../../domain/listings/search.ts'
import { suggest } from '../../domain/listings/suggestions.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { DomainError, notFound } from '../../domain/shared/errors.ts'
import { type Area, japan, parseAreaId } from '../../domain/geography/areas.ts'
import { getMunicipality } from '../../domain/geography/municipalities.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { getStation } from '../../domain/geography/stations.ts'
import { createApiPart, json, problems } from '../shared/define.ts'
import { officeCardSchema } from './office-card-schemas.ts'

const tags = ['事務所・専門家']

/** Lists of offices, suggestions and search. */
export const listingsApi = createApiPart()

const suggestionSchema = z
	.object({
		kind: z.enum(['category', 'task', 'prefecture', 'municipality', 'station', 'office', 'expert']),
		id: z.int(),
		label: z.string(),
		detail: z.string(),
		path: z.string().describe('ページのパス。'),
	})
	.openapi('Suggestion')

const flagQuery = Object.fromEntries(
	flags.map(({ param, label }) => [
		param,
		z
			.string()
			.optional()
			.openapi({ description: `1 で「${label}」に絞ります。` }),
	]),
)

listingsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/office',
		tags,
		summary: '業務と地域で事務所を探す',
		description: '20件ずつ返します。続きは nextCursor を page に指定してください。',
		request: {
			query: z.object({
				scope: z.string().openapi({ type: 'integer', description: '業務カテゴリー（1〜99）または業務（101〜）の番号。', example: '501' }),
				area: z.string().optional().openapi({
					type: 'integer',
					description: '0 全国、1〜47 都道府県、1100〜47999 市区町村コード、1000000＋駅の id。',
					example: '13',
				}),
				order: z.enum(listOrders).optional().openapi({ description: '並び順。指定がなければ、ページで最初に開くものと同じです。' }),
				profession: z
					.string()
					.optional()
					.openapi({ description: `資格。コンマで区切ります（${professions.map(({ slug }) => slug).join(', ')}）。` }),
				page: z.string().optional().openapi({ description: '前の応答の nextCursor。' }),
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
			...problems.badRequest,
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

listingsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/suggest',
		tags,
		summary: '入力の候補',
		description: '漢字、かな、ローマ字で業務・地域・駅・事務所・専門家の候補を返します。',
		request: { query: z.object({ q: z.string().optional().openapi({ example: 'みたか', description: '入力のはじまり。' }) }) },
		responses: { 200: json(z.object({ suggestions: z.array(suggestionSchema) }), '候補。'), ...problems.throttled },
	}),
	async (c) => c.json({ suggestions: await suggest(c.var.ctx, parseSearchText(c.req.query('q') ?? null)) }, 200),
)

listingsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/search',
		tags,
		summary: '言葉で探す',
		request: { query: z.object({ q: z.string().optional().openapi({ example: '三鷹駅 確定申告', description: '探す言葉。' }) }) },
		responses: {
			200: json(
				z.object({
					text: z.string(),
					facets: z
						.array(z.object({ label: z.string(), note: z.string().nullable(), path: z.string() }))
						.describe('言葉から読み取った条件。path はその条件を外した検索、note は絞り込めないときの説明。'),
					directLinks: z.array(z.object({ label: z.string(), path: z.string(), officeCount: z.int() })),
					tasks: z.array(suggestionSchema),
					areas: z.array(suggestionSchema),
					offices: z.array(suggestionSchema),
					experts: z.array(suggestionSchema),
				}),
				'種類ごとの結果。',
			),
			...problems.throttled,
		},
	}),
	async (c) => c.json(await search(c.var.ctx, parseSearchText(c.req.query('q') ?? null)), 200),
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
