import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cached, html, page } from './page-cache-for-test.ts'

test('gzip and Brotli have their own bytes, lengths and ETags', async () => {
	const { ask } = await cached({ render: () => page('a') })
	const gzip = await ask('/list/1', { headers: { 'accept-encoding': 'gzip, deflate' } })
	const br = await ask('/list/1', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
	const refused = await ask('/list/1', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } })
	expect(gunzipSync(gzip.body).toString()).toBe(html('a'))
	expect(brotliDecompressSync(br.body).toString()).toBe(html('a'))
	expect(refused.text).toBe(html('a'))
	expect([gzip, br, refused].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br', undefined])
	expect(new Set([gzip, br, refused].map(({ headers }) => headers.etag)).size).toBe(3)
	expect(Number(br.headers['content-length'])).toBe(br.body.length)
})

test('only compressed bytes take room in the cache; plain ones are decompressed on request and kept beside it', async () => {
	const { ask, cache, rendered } = await cached({ render: () => page('a') })
	await ask('/list/1', { headers: { 'accept-encoding': 'br' } })
	const { bytes } = cache.stats()
	expect(bytes).toBeLessThan(Buffer.byteLength(html('a')))
	const [plain, head] = await Promise.all([ask('/list/1'), ask('/list/1', { method: 'HEAD' })])
	expect(plain.text).toBe(html('a'))
	expect(head.headers['content-length']).toBe(String(plain.body.length))
	expect((await ask('/list/1', { headers: { 'if-none-match': plain.headers.etag! } })).status).toBe(304)
	expect(cache.stats().bytes).toBe(bytes)
	expect(rendered).toHaveLength(1)
	// A page that has changed is not answered with the bytes that were kept.
	await cache.dropTags(['list:1'])
	expect((await ask('/list/1')).text).toBe(html('a'))
	expect(rendered).toHaveLength(2)
})

test('a popular page is compressed again, and its older ETag still answers 304', async () => {
	const { ask, cache } = await cached({ render: () => page('a') })
	const headers = { 'accept-encoding': 'br' }
	const first = await ask('/list/1', { headers })
	for (let i = 0; i < 4; i++) await ask('/list/1', { headers })
	await cache.settled()
	const better = await ask('/list/1', { headers })
	expect(better.headers.etag).not.toBe(first.headers.etag)
	expect(better.body.length).toBeLessThan(first.body.length)
	expect(brotliDecompressSync(better.body).toString()).toBe(html('a'))
	const again = await ask('/list/1', { headers: { ...headers, 'if-none-match': first.headers.etag! } })
	expect(again.status).toBe(304)
})

test('a page that has not changed answers 304 without a body', async () => {
	const { ask } = await cached({ render: () => page('a') })
	const { headers } = await ask('/list/1')
	for (const known of [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
		const answer = await ask('/list/1', { headers: { 'if-none-match': known } })
		expect(answer.status).toBe(304)
		expect(answer.body).toHaveLength(0)
		expect(answer.headers.etag).toBe(headers.etag)
	}
	expect((await ask('/list/1', { headers: { 'if-none-match': '"AAAAAAAAAAAAAAAA"' } })).status).toBe(200)
})

test('HEAD has the headers of GET, whether the page is known or not', async () => {
	const { ask } = await cached({ render: () => page('a') })
	const unknown = await ask('/list/1', { method: 'HEAD' })
	const known = await ask('/list/1', { method: 'HEAD' })
	const get = await ask('/list/1')
	for (const head of [unknown, known]) {
		expect(head.body).toHaveLength(0)
		expect(head.headers['content-length']).toBe(get.headers['content-length'])
		expect(head.headers.etag).toBe(get.headers.etag)
	}
})
