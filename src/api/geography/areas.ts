import { createRoute, z } from '@hono/zod-openapi'
import { notFound } from '../../domain/shared/errors.ts'
import { listMunicipalities } from '../../domain/geography/municipalities.ts'
import { findMunicipalitiesByPostalCode } from '../../domain/geography/postal-codes.ts'
import { findPrefecture, prefectures } from '../../domain/geography/prefectures.ts'
import { listStationsOfPrefecture } from '../../domain/geography/stations.ts'
import { municipalitySchema, prefectureSchema, stationSchema } from './area-schemas.ts'
import { json, problems } from '../shared/define.ts'
import { createV1Part, noQuery, publicRead, refusedRead } from '../shared/v1-part.ts'

const tags = ['地域']

/** Public reads of prefectures, municipalities, stations and postal codes. */
export const areasV1 = createV1Part()

const prefectureParam = z.object({
	prefecture: z
		.string()
		.max(40)
		.openapi({ param: { name: 'prefecture', in: 'path' }, example: 'tokyo', description: '都道府県のローマ字。' }),
})

function prefectureOf(slug: string) {
	const prefecture = findPrefecture(slug)
	if (!prefecture) throw notFound('prefecture')
	return prefecture
}

areasV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/areas/prefectures',
		...publicRead('listPrefectures'),
		tags,
		summary: '都道府県の一覧',
		description: 'JISの都道府県コードの順に47件を返します。slug は、ほかの呼び出しの prefecture に使えます。',
		request: { query: noQuery },
		responses: { 200: json(z.array(prefectureSchema), '47都道府県。'), ...refusedRead },
	}),
	(c) => c.json([...prefectures], 200),
)

areasV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/areas/prefectures/{prefecture}/municipalities',
		...publicRead('listMunicipalities'),
		tags,
		summary: '市区町村の一覧',
		description: '都道府県のすべての市区町村を、全国地方公共団体コードの順に返します。事務所のない市区町村も含みます。',
		request: { params: prefectureParam, query: noQuery },
		responses: { 200: json(z.array(municipalitySchema), '市区町村。政令指定都市は市と区の両方。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => c.json(await listMunicipalities(c.var.ctx, prefectureOf(c.req.valid('param').prefecture).id), 200),
)

areasV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/areas/prefectures/{prefecture}/stations',
		...publicRead('listStations'),
		tags,
		summary: '路線ごとの駅の一覧',
		description: '路線ごとに、都道府県の中にある駅を返します。同じ駅が複数の路線に載ることがあります。',
		request: { params: prefectureParam, query: noQuery },
		responses: {
			200: json(
				z.array(z.object({ line: z.object({ id: z.int(), name: z.string(), operator: z.string() }), stations: z.array(stationSchema) })),
				'路線と、この都道府県の駅。',
			),
			...refusedRead,
			...problems.notFound,
		},
	}),
	async (c) => c.json(await listStationsOfPrefecture(c.var.ctx, prefectureOf(c.req.valid('param').prefecture).id), 200),
)

areasV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/areas/postal-codes/{postalCode}',
		...publicRead('findPostalCode'),
		tags,
		summary: '郵便番号から市区町村',
		description: '郵便番号が指す市区町村を返します。境をまたぐ郵便番号では複数、存在しない番号では404です。',
		request: {
			query: noQuery,
			params: z.object({
				postalCode: z
					.string()
					.max(20)
					.openapi({
						param: { name: 'postalCode', in: 'path' },
						example: '181-0013',
						description: '7桁。ハイフンはあってもなくてもかまいません。',
					}),
			}),
		},
		responses: { 200: json(z.array(municipalitySchema), '該当する市区町村。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) => {
		const municipalities = await findMunicipalitiesByPostalCode(c.var.ctx, c.req.valid('param').postalCode)
		if (municipalities.length === 0) throw notFound('postal code')
		return c.json(municipalities, 200)
	},
)
