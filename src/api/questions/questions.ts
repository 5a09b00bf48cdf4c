import { createRoute, z } from '@hono/zod-openapi'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { parseAnswersCursor, parseQuestionQuery } from '../../domain/questions/input.ts'
import { listQuestions } from '../../domain/questions/question-list.ts'
import { getQuestion } from '../../domain/questions/question-page.ts'
import { suggestSearchWords } from '../../domain/questions/search/search-terms.ts'
import { COUNT_CAP } from '../../domain/questions/types.ts'
import { createApiPart, idParam, json, problems } from '../shared/define.ts'
import { listQuerySchema, presentItem, presentQuestion, questionItemSchema, questionSchema } from './question-schemas.ts'

const tags = ['質問・回答']
const params = idParam('質問の番号')

/** Public reads of questions and answers. */
export const questionsApi = createApiPart()

questionsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/qa',
		tags,
		summary: '質問を探す',
		description: '20件ずつ返します。続きは nextCursor を page に指定してください。',
		request: { query: listQuerySchema },
		responses: {
			200: json(
				z.object({
					counts: z
						.object({ all: z.int(), unanswered: z.int(), resolved: z.int(), more: z.boolean() })
						.describe(`それぞれ${COUNT_CAP.toLocaleString('ja')}件まで数えます。more が真なら、これより多くあります。`),
					items: z.array(questionItemSchema),
					relaxed: z.boolean().describe('すべての言葉を含む質問が少ないため、一部を含む質問も返したときに真。'),
					corrected: z.string().nullable().describe('打ち間違いとみて、代わりに探した言葉。'),
					nextCursor: z.string().nullable(),
				}),
				'質問の一覧。',
			),
			...problems.badRequest,
			...problems.notFound,
		},
	}),
	async (c) => {
		const list = await listQuestions(c.var.ctx, parseQuestionQuery(new URL(c.req.url).searchParams))
		const { counts, relaxed, corrected, page } = list
		return c.json({ counts, items: list.items.map(presentItem), relaxed, corrected, nextCursor: page.next?.cursor ?? null }, 200)
	},
)

questionsApi.openapi(
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

questionsApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/qa/{id}',
		tags,
		summary: '質問と回答',
		description: '回答は30件ずつ返します。続きは nextCursor を page に指定してください。',
		request: { params, query: z.object({ page: z.string().optional().openapi({ description: '前の応答の nextCursor。' }) }) },
		responses: { 200: json(questionSchema, '質問と回答。'), ...problems.notFound },
	}),
	async (c) =>
		c.json(presentQuestion(await getQuestion(c.var.ctx, c.req.valid('param').id, parseAnswersCursor(c.req.query('page') ?? null))), 200),
)
