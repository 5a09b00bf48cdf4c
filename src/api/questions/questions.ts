import { createRoute, z } from '@hono/zod-openapi'
import { parseAnswersCursor, parseQuestionQuery } from '../../domain/questions/input.ts'
import { listQuestions } from '../../domain/questions/question-list.ts'
import { getQuestion } from '../../domain/questions/question-page.ts'
import { COUNT_CAP } from '../../domain/questions/types.ts'
import { idParam, json, problems } from '../shared/define.ts'
import { createV1Part, cursorQuery, publicRead, refusedRead } from '../shared/v1-part.ts'
import { listQuerySchema, presentItem, presentQuestion, questionItemSchema, questionSchema } from './question-schemas.ts'

const tags = ['質問・回答']
const params = idParam('質問の番号')

/** Public reads of questions and answers. */
export const questionsV1 = createV1Part()

questionsV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/questions',
		...publicRead('listQuestions'),
		tags,
		summary: '質問を探す',
		description: '20件ずつ返します。続きは nextCursor を page に指定してください。',
		request: { query: listQuerySchema },
		responses: {
			200: json(
				z.object({
					counts: z
						.object({ all: z.int(), answered: z.int(), unanswered: z.int(), resolved: z.int(), more: z.boolean() })
						.describe(`それぞれ${COUNT_CAP.toLocaleString('ja')}件まで数えます。more が真なら、これより多くあります。`),
					items: z.array(questionItemSchema),
					relaxed: z.boolean().describe('すべての言葉を含む質問が少ないため、一部を含む質問も返したときに真。'),
					corrected: z.string().nullable().describe('打ち間違いとみて、代わりに探した言葉。'),
					nextCursor: z.string().nullable(),
				}),
				'質問の一覧。',
			),
			...refusedRead,
			...problems.notFound,
		},
	}),
	async (c) => {
		const query = parseQuestionQuery(new URL(c.req.url).searchParams)
		const list = await listQuestions(c.var.ctx, { ...query, state: c.req.valid('query').state ?? 'all' })
		const { counts, relaxed, corrected, page } = list
		return c.json({ counts, items: list.items.map(presentItem), relaxed, corrected, nextCursor: page.next?.cursor ?? null }, 200)
	},
)

questionsV1.openapi(
	createRoute({
		method: 'get',
		path: '/api/v1/questions/{id}',
		...publicRead('getQuestion'),
		tags,
		summary: '質問と回答',
		description: '回答は30件ずつ返します。続きは nextCursor を page に指定してください。',
		request: { params, query: z.strictObject(cursorQuery) },
		responses: { 200: json(questionSchema, '質問と回答。'), ...refusedRead, ...problems.notFound },
	}),
	async (c) =>
		c.json(presentQuestion(await getQuestion(c.var.ctx, c.req.valid('param').id, parseAnswersCursor(c.req.query('page') ?? null))), 200),
)
