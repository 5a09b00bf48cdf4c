import { createRoute, z } from '@hono/zod-openapi'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { suggest } from '../../domain/listings/suggestions.ts'
import { createApiPart, json, problems } from '../shared/define.ts'
import { suggestionSchema } from './suggestion-schema.ts'

const tags = ['事務所・専門家']

/** Suggestions while something is typed, for the site's own search box. */
export const suggestionsApi = createApiPart()

suggestionsApi.openapi(
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
