import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { published } from '../../domain/articles/articles-for-test.ts'
import { testV1 } from '../v1-for-test.ts'

test('articles are listed and read, and unknown ones are not found', async () => {
	await withCtx(async (ctx) => {
		const { slug, expertId } = await published(ctx)
		const app = testV1(ctx)
		const get = async (path: string) => {
			const response = await app.request(path)
			return { status: response.status, json: (await response.json()) as Record<string, unknown> }
		}
		const list = await get('/api/v1/articles?task=503')
		expect(list.json).toMatchObject({ items: [{ slug, author: { kind: 'expert', expertId } }], nextCursor: null })
		expect((await get('/api/v1/articles?category=6')).json).toEqual({ items: [], nextCursor: null })
		const { json: article } = await get(`/api/v1/articles/${slug}`)
		expect(article).toMatchObject({
			tasks: [{ id: 503 }, { id: 501 }],
			authorCard: { id: expertId, path: `/expert/${expertId}` },
			supervisor: null,
			supervisedParts: null,
			related: [],
		})
		expect(article['text']).not.toContain('##')
		expect((await get('/api/v1/articles/no-such-article')).status).toBe(404)
		expect((await get('/api/v1/articles?task=9998')).status).toBe(404)
	})
})
