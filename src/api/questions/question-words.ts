import { createRoute, z } from '@hono/zod-openapi'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { suggestSearchWords } from '../../domain/questions/search/search-terms.ts'
import { createApiPart, json, problems } from '../shared/define.ts'

const tags = ['質問・回答']

/** Words of the question search while they are typed, for the site's own pages. */
export const questionWordsApi = createApiPart()

questionWordsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/qa/words',
		tags,
		summary: '質問を探す言葉の候補',
		description: '入力のはじまりが、表記・読み・ローマ字のどれかに合う言葉を、質問の多い順に返します。',
		request: { query: z.object({ q: z.string().optional().openapi({ example: 'かくて', description: '入力のはじまり。' }) }) },
		responses: { 200: json(z.object({ words: z.array(z.string()) }), '言葉の候補。'), ...problems.throttled },
	}),
	async (c) => c.json({ words: await suggestSearchWords(c.var.ctx, parseSearchText(c.req.query('q') ?? null)) }, 200),
)
