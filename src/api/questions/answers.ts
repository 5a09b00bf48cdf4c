import { createRoute, z } from '@hono/zod-openapi'
import { editAnswer, postAnswer } from '../../domain/questions/answers.ts'
import { acceptAnswer, withdrawAcceptance } from '../../domain/questions/best-answers.ts'
import { discardDraft, findDraft, saveDraft } from '../../domain/questions/drafts.ts'
import { answerEditSchema, answerSchema, commentSchema, draftSchema, thanksSchema } from '../../domain/questions/schemas.ts'
import { postComment, thankForAnswer, voteHelpful, withdrawVote } from '../../domain/questions/reactions.ts'
import { createAccountsPart, csrfTokenField, jsonBody, refusals, done, isDone, writeProblems } from '../shared/accounts-part.ts'
import { idParam, json, problems } from '../shared/define.ts'

const tags = ['質問・回答']
const params = idParam('回答の番号')
/** For staff, who act in the asker's stead. */
const staffReason = { ...jsonBody(z.object({ reason: z.string().trim().max(300).optional(), ...csrfTokenField })), required: false }

/** Writes of experts on answers, of everybody on what they think of them, and drafts. */
export const answersApi = createAccountsPart(['/api/qa/:id/answer', '/api/qa/answer/*', '/api/qa/draft'])

answersApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/{id}/answer',
		tags,
		summary: '回答する',
		description: '資格の確認が済んだ専門家が、ひとつの質問に一度だけ回答できます。',
		request: { params: idParam('質問の番号'), body: jsonBody(answerSchema.extend(csrfTokenField)) },
		responses: {
			200: json(z.object({ id: z.int(), questionId: z.int() }), '回答の番号。'),
			...writeProblems,
			...problems.throttled,
		},
	}),
	async (c) => c.json(await postAnswer(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200),
)

answersApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/qa/answer/{id}',
		tags,
		summary: '回答を編集する',
		description: '読み込んだあとに別の場所で保存されていれば、何も書かずに今の内容を返します。',
		request: { params, body: jsonBody(answerEditSchema.extend(csrfTokenField)) },
		responses: {
			200: json(
				z.discriminatedUnion('kind', [
					z.object({ kind: z.literal('saved'), version: z.int() }),
					z.object({ kind: z.literal('overtaken'), current: z.object({ body: z.string(), version: z.int() }) }),
				]),
				'saved 保存しました。overtaken 先に保存された版があります。',
			),
			...writeProblems,
		},
	}),
	async (c) => {
		const result = await editAnswer(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
		if (result.kind === 'saved') return c.json(result, 200)
		const { body, version } = result.current
		return c.json({ kind: 'overtaken' as const, current: { body, version } }, 200)
	},
)

answersApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/answer/{id}/best',
		tags,
		summary: 'ベストアンサーに選ぶ',
		description: '質問者が選びます。運営の担当者は理由を添えます。',
		request: {
			params,
			body: staffReason,
		},
		responses: { 200: json(done, '選びました。'), ...writeProblems, ...refusals.invalid },
	}),
	async (c) => {
		const { reason } = c.req.valid('json')
		await acceptAnswer(c.var.ctx, c.req.valid('param').id, reason === undefined ? {} : { reason })
		return c.json(isDone, 200)
	},
)

answersApi.openapi(
	createRoute({
		method: 'delete',
		path: '/api/qa/answer/{id}/best',
		tags,
		summary: 'ベストアンサーを取り消す',
		description: '質問者が取り消します。運営の担当者は理由を添えます。',
		request: { params, body: staffReason },
		responses: { 200: json(done, '取り消しました。'), ...writeProblems, ...refusals.invalid },
	}),
	async (c) => {
		const { reason } = c.req.valid('json')
		await withdrawAcceptance(c.var.ctx, c.req.valid('param').id, reason === undefined ? {} : { reason })
		return c.json(isDone, 200)
	},
)

for (const [method, summary, work] of [
	['post', '参考になった', voteHelpful],
	['delete', '「参考になった」を取り消す', withdrawVote],
] as const)
	answersApi.openapi(
		createRoute({
			method,
			path: '/api/qa/answer/{id}/helpful',
			tags,
			summary,
			request: { params },
			responses: { 200: json(z.object({ helpfulCount: z.int() }), 'いまの数。'), ...writeProblems },
		}),
		async (c) => c.json({ helpfulCount: (await work(c.var.ctx, c.req.valid('param').id)).helpfulCount }, 200),
	)

answersApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/answer/{id}/thanks',
		tags,
		summary: '回答にお礼を伝える',
		request: { params, body: jsonBody(thanksSchema.extend(csrfTokenField)) },
		responses: { 200: json(done, '伝えました。'), ...writeProblems },
	}),
	async (c) => {
		await thankForAnswer(c.var.ctx, c.req.valid('param').id, c.req.valid('json').text)
		return c.json(isDone, 200)
	},
)

answersApi.openapi(
	createRoute({
		method: 'post',
		path: '/api/qa/answer/{id}/comment',
		tags,
		summary: '回答についてやりとりする',
		description: '質問者とその専門家が、質問者から交互に3往復まで書けます。',
		request: { params, body: jsonBody(commentSchema.extend(csrfTokenField)) },
		responses: { 200: json(z.object({ id: z.int() }), 'コメントの番号。'), ...writeProblems },
	}),
	async (c) => c.json({ id: (await postComment(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))).id }, 200),
)

const draftQuery = z.object({
	question: z
		.string()
		.regex(/^[1-9]\d{0,9}$/, '質問の番号を指定してください。')
		.transform(Number)
		.optional()
		.openapi({ type: 'integer', description: '回答の下書きでは質問の番号。新しい質問では指定しません。' }),
})
const draftAnswer = z.object({ content: z.record(z.string(), z.unknown()), updatedAt: z.iso.datetime() })

answersApi.openapi(
	createRoute({
		method: 'get',
		path: '/api/qa/draft',
		tags,
		summary: '下書き',
		request: { query: draftQuery },
		responses: {
			200: json(z.object({ draft: draftAnswer.nullable() }), '自分の下書き。'),
			...problems.badRequest,
			...refusals.unauthenticated,
		},
	}),
	async (c) => {
		const draft = await findDraft(c.var.ctx, c.req.valid('query').question ?? null)
		return c.json({ draft: draft && { content: draft.content, updatedAt: draft.updatedAt.toISOString() } }, 200)
	},
)

answersApi.openapi(
	createRoute({
		method: 'put',
		path: '/api/qa/draft',
		tags,
		summary: '下書きを保存する',
		request: { query: draftQuery, body: jsonBody(z.object({ content: draftSchema, ...csrfTokenField })) },
		responses: {
			200: json(z.object({ updatedAt: z.iso.datetime() }), '保存しました。'),
			...problems.badRequest,
			...problems.notFound,
			...refusals.unauthenticated,
		},
	}),
	async (c) => {
		const draft = await saveDraft(c.var.ctx, c.req.valid('query').question ?? null, c.req.valid('json').content)
		return c.json({ updatedAt: draft.updatedAt.toISOString() }, 200)
	},
)

answersApi.openapi(
	createRoute({
		method: 'delete',
		path: '/api/qa/draft',
		tags,
		summary: '下書きを捨てる',
		request: { query: draftQuery },
		responses: { 200: json(done, '捨てました。'), ...problems.badRequest, ...refusals.unauthenticated },
	}),
	async (c) => {
		await discardDraft(c.var.ctx, c.req.valid('query').question ?? null)
		return c.json(isDone, 200)
	},
)
