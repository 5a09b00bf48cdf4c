import { createRoute, z } from '@hono/zod-openapi'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { questionEditSchema, addendumSchema, questionSchema as questionInputSchema } from '../../domain/questions/schemas.ts'
import { parseAnswersCursor, parseQuestionQuery } from '../../domain/questions/input.ts'
import { listQuestions } from '../../domain/questions/question-list.ts'
import { getQuestion } from '../../domain/questions/question-page.ts'
import {
	addAddendum,
	anonymiseQuestion,
	deleteQuestion,
	editQuestion,
	postQuestion,
	reopenQuestion,
	resolveQuestion,
} from '../../domain/questions/questions.ts'
import { suggestSearchWords } from '../../domain/questions/search/search-terms.ts'
import { listSimilarQuestions } from '../../domain/questions/search/similar.ts'
import { COUNT_CAP } from '../../domain/questions/types.ts'
import { addQuestionViews } from '../../domain/questions/views.ts'
import { createAccountsPart, csrfTokenField, jsonBody, refusals, done, isDone, writeProblems } from '../shared/accounts-part.ts'
import { createApiPart, idParam, json, problems } from '../shared/define.ts'
import { listQuerySchema, presentItem, presentQuestion, questionItemSchema, questionSchema, similarSchema } from './question-schemas.ts'

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
		path: '/api/qa/similar',
		tags,
		summary: 'タイトルの似た質問',
		request: {
			query: z.object({
				title: z.string().optional().openapi({ example: '自宅の家賃は経費になりますか', description: '書きかけのタイトル。' }),
			}),
		},
		responses: { 200: json(z.object({ questions: z.array(similarSchema) }), '似た質問。'), ...problems.throttled },
	}),
	async (c) => c.json({ questions: await listSimilarQuestions(c.var.ctx, parseSearchText(c.req.query('title') ?? null)) }, 200),
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

/** Writes of askers. */
export const questionWritesApi = createAccountsPart([
	'/api/qa',
	'/api/qa/:id{[0-9]+}',
	...['addendum', 'anonymise', 'resolve', 'reopen', 'view'].map((verb) => `/api/qa/:id{[0-9]+}/${verb}`),
])

questionWritesApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa',
		tags,
		summary: '質問する',
		description: '同じ clientKey でもう一度送っても、質問は1件だけです。',
		request: { body: jsonBody(questionInputSchema.extend(csrfTokenField)) },
		responses: {
			200: json(z.object({ id: z.int() }), '質問の番号。'),
			...problems.badRequest,
			...problems.throttled,
			...refusals.unauthenticated,
			...refusals.invalid,
		},
	}),
	async (c) => c.json(await postQuestion(c.var.ctx, c.req.valid('json')), 200),
)

questionWritesApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/qa/{id}',
		tags,
		summary: '質問を編集する',
		description: '回答が付くまで編集できます。読み込んだあとに別の場所で保存されていれば、何も書かずに今の内容を返します。',
		request: { params, body: jsonBody(questionEditSchema.extend(csrfTokenField)) },
		responses: {
			200: json(
				z.discriminatedUnion('kind', [
					z.object({ kind: z.literal('saved'), version: z.int() }),
					z.object({ kind: z.literal('overtaken'), current: z.object({ title: z.string(), body: z.string(), version: z.int() }) }),
				]),
				'saved 保存しました。overtaken 先に保存された版があります。',
			),
			...writeProblems,
			...refusals.invalid,
		},
	}),
	async (c) => {
		const result = await editQuestion(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
		if (result.kind === 'saved') return c.json(result, 200)
		const { title, body, version } = result.current
		return c.json({ kind: 'overtaken' as const, current: { title, body, version } }, 200)
	},
)

questionWritesApi.openapi(
	createRoute({
		method: 'delete',
		path: '/api/qa/{id}',
		tags,
		summary: '質問を削除する',
		description: '回答が付くまで削除できます。',
		request: { params },
		responses: { 200: json(done, '削除しました。'), ...writeProblems },
	}),
	async (c) => {
		await deleteQuestion(c.var.ctx, c.req.valid('param').id)
		return c.json(isDone, 200)
	},
)

questionWritesApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/{id}/addendum',
		tags,
		summary: '質問に追記する',
		request: { params, body: jsonBody(addendumSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, '追記しました。'), ...writeProblems },
	}),
	async (c) => {
		await addAddendum(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
		return c.json(isDone, 200)
	},
)

for (const [verb, summary, work] of [
	['anonymise', '質問を匿名にする', anonymiseQuestion],
	['resolve', '質問を解決済みにする', resolveQuestion],
	['reopen', '質問を未解決に戻す', reopenQuestion],
] as const)
	questionWritesApi.openapi(
		createRoute({
			method: 'post',
			path: `/api/qa/{id}/${verb}`,
			tags,
			summary,
			request: { params },
			responses: { 200: json(done, '完了しました。'), ...writeProblems },
		}),
		async (c) => {
			await work(c.var.ctx, c.req.valid('param').id)
			return c.json(isDone, 200)
		},
	)

questionWritesApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/{id}/view',
		tags,
		summary: '閲覧を数える',
		request: { params },
		responses: { 200: json(done, '数えました。'), ...problems.throttled },
	}),
	async (c) => {
		await addQuestionViews(c.var.ctx, [{ id: c.req.valid('param').id, count: 1 }])
		return c.json(isDone, 200)
	},
)
