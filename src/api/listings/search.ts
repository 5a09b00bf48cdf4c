import { createRoute, z } from '@hono/zod-openapi'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { search } from '../../domain/listings/search.ts'
import { json } from '../shared/define.ts'
import { createV1Part, publicRead, refusedRead } from '../shared/v1-part.ts'
import { suggestionSchema } from './suggestion-schema.ts'

const tags = ['事務所・専門家']

/** Search by words over everything that is listed. */
export const searchV1 = createV1Part()

searchV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/search',
		...publicRead('search'),
		tags,
		summary: '言葉で探す',
		description:
			'地名、業務、条件、名前を自由に組み合わせた言葉から、業務、地域、事務所、専門家を種類ごとに返します。読み取れた条件は facets に、条件に合う一覧の入口は directLinks にあります。',
		request: { query: z.strictObject({ q: z.string().optional().openapi({ example: '三鷹駅 確定申告', description: '探す言葉。' }) }) },
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
			...refusedRead,
		},
	}),
	async (c) => c.json(await search(c.var.ctx, parseSearchText(c.req.query('q') ?? null)), 200),
)
