import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import type { Viewer } from '../../domain/shared/context.ts'
import { aMember, anExpert, answerInput, as, aThread, newKey, questionInput } from '../../domain/questions/questions-for-test.ts'
import type { ApiEnv } from '../shared/define.ts'
import { createApi } from '../index.ts'

type Answer = { status: number; json: Record<string, unknown>; text: string }

/** Calls the API as somebody, within the test's own transaction. */
function callAs(ctx: TestCtx, viewer: Viewer = { kind: 'visitor' }) {
	const app = new Hono<ApiEnv>()
	app.use(async (c, next) => {
		c.set('ctx', as(ctx, viewer))
		await next()
	})
	app.route('/', createApi({ config: { siteName: 'しるべ', publicUrl: 'https://shirube.example' }, log: pino({ level: 'silent' }) }))
	return async (method: string, path: string, body?: unknown): Promise<Answer> => {
		const response = await app.request(path, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		})
		const text = await response.text()
		return { status: response.status, json: JSON.parse(text) as Record<string, unknown>, text }
	}
}

test('a question from asking to its best answer', async () => {
	await withCtx(async (ctx) => {
		const asker = callAs(ctx, await aMember(ctx))
		const { viewer } = await anExpert(ctx)
		const expert = callAs(ctx, viewer)
		const visitor = callAs(ctx)
		expect((await visitor('POST', '/api/qa', questionInput())).status).toBe(401)
		const asked = await asker('POST', '/api/qa', questionInput())
		expect(asked.status).toBe(200)
		const id = Number(asked.json['id'])
		expect((await asker('POST', '/api/qa', { ...questionInput(), title: '短い' })).json['fields']).toMatchObject({
			title: expect.any(String),
		})
		const { isAnonymous: _, clientKey: __, ...fields } = questionInput()
		const edit = { ...fields, title: 'タイトルを少し直しておきました', version: 1 }
		expect((await asker('PUT', `/api/qa/${id}`, edit)).json).toEqual({ kind: 'saved', version: 2 })
		expect((await asker('PUT', `/api/qa/${id}`, { ...edit, title: '古い版からの書き換えのタイトル' })).json).toMatchObject({
			kind: 'overtaken',
			current: { title: edit.title, version: 2 },
		})

		expect((await asker('POST', `/api/qa/${id}/answer`, answerInput())).json).toMatchObject({ code: 'qa/not-expert' })
		const answered = await expert('POST', `/api/qa/${id}/answer`, answerInput())
		expect(answered.json).toMatchObject({ questionId: id })
		const answer = `/api/qa/answer/${Number(answered.json['id'])}`
		const { body, sources, lawAsOf } = answerInput()
		expect((await expert('PUT', answer, { body: `${body}\n補足です。`, sources, lawAsOf, version: 1 })).json).toEqual({
			kind: 'saved',
			version: 2,
		})
		expect((await asker('DELETE', `/api/qa/${id}`)).json).toMatchObject({ status: 409, code: 'qa/answered' })
		expect((await asker('POST', `/api/qa/${id}/addendum`, { body: '家賃は月12万円です。' })).status).toBe(200)
		expect((await asker('POST', `${answer}/comment`, { body: '期限は？', clientKey: newKey() })).status).toBe(200)
		expect((await expert('POST', `${answer}/comment`, { body: '三月です。', clientKey: newKey() })).status).toBe(200)
		expect((await asker('POST', `${answer}/helpful`)).json).toEqual({ helpfulCount: 1 })
		expect((await asker('DELETE', `${answer}/helpful`)).json).toEqual({ helpfulCount: 0 })
		expect((await asker('POST', `${answer}/thanks`, { text: '助かりました。' })).status).toBe(200)
		expect((await asker('POST', `${answer}/best`, {})).status).toBe(200)
		expect((await visitor('POST', `/api/qa/${id}/view`)).status).toBe(200)

		const shown = await visitor('GET', `/api/qa/${id}`)
		expect(shown.json).toMatchObject({
			title: edit.title,
			state: 'resolved',
			viewCount: 1,
			asker: { isAnonymous: true },
			answers: [{ isBest: true, thanks: { text: '助かりました。' }, comments: [{ author: 'asker' }, { author: 'expert' }] }],
		})
		expect(shown.text).not.toMatch(/askerId|asker_id|userId|"uid"|isViewersOwn/)
		expect((await visitor('GET', '/api/qa?category=5&state=resolved')).json).toMatchObject({ items: [{ id }], counts: { resolved: 1 } })
		expect((await visitor('GET', '/api/qa/similar?title=%E3%82%BF%E3%82%A4%E3%83%88%E3%83%AB')).json).toMatchObject({ questions: [{ id }] })
		expect((await asker('DELETE', `${answer}/best`)).status).toBe(200)
		expect((await asker('POST', `/api/qa/${id}/resolve`)).status).toBe(200)
		expect((await asker('POST', `/api/qa/${id}/reopen`)).status).toBe(200)
		expect((await asker('POST', `/api/qa/${id}/anonymise`)).json).toMatchObject({ code: 'qa/already' })
		const other = await asker('POST', '/api/qa', questionInput())
		expect((await asker('DELETE', `/api/qa/${Number(other.json['id'])}`)).status).toBe(200)
		for (const path of ['/api/qa/0', '/api/qa/999999', '/api/qa/abc']) expect((await visitor('GET', path)).status).toBe(404)
	})
})

test('drafts are kept for the member alone', async () => {
	await withCtx(async (ctx) => {
		const member = callAs(ctx, await aMember(ctx))
		expect((await callAs(ctx)('GET', '/api/qa/draft')).status).toBe(401)
		expect((await member('GET', '/api/qa/draft')).json).toEqual({ draft: null })
		expect((await member('PUT', '/api/qa/draft', { content: { title: '途中' } })).status).toBe(200)
		expect((await member('GET', '/api/qa/draft')).json).toMatchObject({ draft: { content: { title: '途中' } } })
		expect((await member('PUT', '/api/qa/draft?question=999999', { content: {} })).status).toBe(404)
		expect((await member('PUT', '/api/qa/draft', { content: { body: 'あ'.repeat(25_000) } })).status).toBe(400)
		expect((await member('DELETE', '/api/qa/draft')).status).toBe(200)
		expect((await member('GET', '/api/qa/draft')).json).toEqual({ draft: null })
	})
})

test('follows and favourites are one’s own', async () => {
	await withCtx(async (ctx) => {
		const { expertId, expert, questionId } = await aThread(ctx)
		const member = callAs(ctx, await aMember(ctx))
		for (const path of ['/api/follow', '/api/follower', '/api/favorite']) expect((await callAs(ctx)('GET', path)).status).toBe(401)
		expect((await member('PUT', `/api/follow/${expertId}`, { notify: 'digest' })).status).toBe(200)
		expect((await member('GET', '/api/follow')).json).toMatchObject({ total: 1, items: [{ expert: { id: expertId }, notify: 'digest' }] })
		expect((await callAs(ctx, expert)('GET', '/api/follower')).json).toMatchObject({ total: 1, items: [{ name: '匿名ユーザー' }] })
		expect((await member('GET', '/api/follower')).status).toBe(403)
		expect((await member('DELETE', `/api/follow/${expertId}`)).status).toBe(200)

		expect((await member('POST', '/api/favorite', { kind: 'question', targetId: questionId, folder: '税金' })).status).toBe(200)
		const { json } = await member('GET', '/api/favorite?kind=question')
		expect(json).toMatchObject({ total: 1, used: 1, items: [{ targetId: questionId, folder: '税金' }] })
		const [item] = json['items'] as { id: number }[]
		expect((await member('PUT', `/api/favorite/${item?.id}`, { memo: '読み返す' })).status).toBe(200)
		expect((await member('DELETE', '/api/favorite', { kind: 'question', targetId: questionId })).status).toBe(200)
		expect((await member('GET', '/api/favorite')).json).toMatchObject({ total: 0 })
	})
})
