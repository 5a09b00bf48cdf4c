import { expect, test } from 'vitest'
import type { TagBus } from './page-cache.ts'
import { cached, gate, html, page } from './page-cache-for-test.ts'

test('a page is rendered once and then sent from memory without its tags', async () => {
	const { ask, rendered, cache } = await cached({ render: () => page('a', { tags: 'list:1 office:2' }) })
	const first = await ask('/list/1')
	const second = await ask('/list/1')
	expect(first.text).toBe(html('a'))
	expect(second.text).toBe(html('a'))
	expect(second.headers['x-cache-tags']).toBeUndefined()
	expect(second.headers['cache-control']).toBe('private, no-cache')
	expect(second.headers['vary']).toBe('Accept-Encoding')
	expect(rendered).toEqual(['/list/1'])
	expect(cache.stats()).toMatchObject({ hits: 1, misses: 1, entries: 1 })
})

test('unknown query keys neither change the page nor its key', async () => {
	const { ask, rendered } = await cached({ render: (request) => page(request.url) })
	const plain = await ask('/list/1?order=new&flag=b&flag=a')
	const tagged = await ask('/list/1?utm_source=x&flag=b&order=new&fbclid=1&flag=a&order=second')
	expect(tagged.text).toBe(plain.text)
	expect(rendered).toEqual(['/list/1?flag=b&flag=a&order=new'])
	await ask('/list/1?order=old')
	expect(rendered).toHaveLength(2)
})

test('spellings of one path share one page', async () => {
	const { ask, rendered } = await cached({ render: () => page('a') })
	await ask('/list/%E4%B8%89%E9%B7%B9')
	await ask('/list/%e4%b8%89%E9%b7%b9')
	expect(rendered).toEqual(['/list/%E4%B8%89%E9%B7%B9'])
})

test.each([
	['a session', { headers: { cookie: 'a=b; session=x' } }],
	['a secure session', { headers: { cookie: '__Host-session=x' } }],
	['an authorization', { headers: { authorization: 'Bearer x' } }],
	['a range', { headers: { range: 'bytes=0-1' } }],
	['a write', { method: 'POST' }],
])('a request with %s goes past the cache', async (_name, init) => {
	const { ask, rendered } = await cached({ render: () => page('a') })
	await ask('/list/1')
	expect((await ask('/list/1', init)).text).toBe('next')
	expect(rendered).toHaveLength(1)
})

test('a cookie whose name only ends like the session’s does not count', async () => {
	const { ask } = await cached({ render: () => page('a') })
	expect((await ask('/list/1', { headers: { cookie: 'mysession=1' } })).text).toBe(html('a'))
})

test('what a visitor sends never reaches the render', async () => {
	const seen: string[] = []
	const { ask } = await cached({
		render: (request) => {
			for (const [name] of request.headers) seen.push(name)
			return page('a')
		},
	})
	await ask('/list/1', { headers: { cookie: 'csrfToken=12345678', 'accept-language': 'fr', 'user-agent': 'x', 'x-evil': '1' } })
	expect(seen.filter((name) => !['accept', 'host'].includes(name))).toEqual([])
})

test('four pages are rendered at once, and the others wait', async () => {
	const { open, opened } = gate()
	let busiest = 0
	let running = 0
	const { ask, cache, rendered } = await cached({
		render: async () => {
			busiest = Math.max(busiest, ++running)
			await opened
			running--
			return page('a')
		},
	})
	const asked = Array.from({ length: 20 }, (_, i) => ask(`/list/${i}`))
	while (cache.stats().misses < 20) await new Promise(setImmediate)
	expect(rendered).toHaveLength(4)
	open()
	expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
	expect(busiest).toBe(4)
})

test('concurrent requests are rendered once', async () => {
	const { open, opened } = gate()
	const { ask, rendered, cache } = await cached({ render: () => opened.then(() => page('a')) })
	const asked = Array.from({ length: 10 }, () => ask('/list/1'))
	while (cache.stats().misses < 10) await new Promise(setImmediate)
	open()
	expect((await Promise.all(asked)).every(({ text }) => text === html('a'))).toBe(true)
	expect(rendered).toHaveLength(1)
})

test('dropping a tag forgets the pages that carry it and no others', async () => {
	const { ask, rendered, cache } = await cached({
		render: (request) => page('a', { tags: request.url.endsWith('/1') ? 'office:1 list:9' : 'office:2 list:9' }),
	})
	await ask('/list/1')
	await ask('/list/2')
	await cache.dropTags(['office:1'])
	await ask('/list/1')
	await ask('/list/2')
	expect(rendered).toEqual(['/list/1', '/list/2', '/list/1'])
})

test('a render overtaken by a drop is sent to waiting requests but not stored', async () => {
	const { open, opened } = gate()
	let version = 1
	const { ask, cache } = await cached({
		render: async () => {
			const text = `v${version}`
			if (version === 1) await opened
			return page(text, { tags: 'office:1' })
		},
	})
	const early = ask('/list/1')
	while (cache.stats().misses === 0) await new Promise(setImmediate)
	version = 2
	await cache.dropTags(['office:1'])
	expect((await ask('/list/1')).text).toBe(html('v2'))
	open()
	expect((await early).text).toBe(html('v1'))
	expect((await ask('/list/1')).text).toBe(html('v2'))
	expect(cache.stats().overtaken).toBe(1)
})

test('a drop of another tag does not prevent storing a render', async () => {
	const { open, opened } = gate()
	const { ask, cache, rendered } = await cached({ render: () => opened.then(() => page('a', { tags: 'office:1' })) })
	const early = ask('/list/1')
	while (cache.stats().misses === 0) await new Promise(setImmediate)
	await cache.dropTags(['office:2'])
	open()
	await early
	await ask('/list/1')
	expect(rendered).toHaveLength(1)
})

test.each([
	['without tags', { tags: null }],
	['with a cookie', { headers: { 'set-cookie': 'a=b' } }],
	['marked no-store', { headers: { 'cache-control': 'no-store' } }],
	['with status 500', { status: 500 }],
	['with status 302', { status: 302, headers: { location: '/' } }],
])('a page %s is not kept', async (_name, init) => {
	const { ask, rendered } = await cached({ render: () => page('a', init) })
	await ask('/list/1')
	await ask('/list/1')
	expect(rendered).toHaveLength(2)
})

test('a cookie set by a render reaches the first asker alone', async () => {
	const { open, opened } = gate()
	const { ask, cache } = await cached({ render: () => opened.then(() => page('a', { headers: { 'set-cookie': 'secret=1' } })) })
	const asked = [ask('/list/1'), ask('/list/1'), ask('/list/1')]
	while (cache.stats().misses < 3) await new Promise(setImmediate)
	open()
	const answers = await Promise.all(asked)
	expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1)
	expect(answers.filter(({ text }) => text === 'next')).toHaveLength(2)
})

test('a redirect is kept with its address', async () => {
	const { ask, rendered } = await cached({
		render: () => new Response(null, { status: 301, headers: { location: '/list/2', 'x-cache-tags': 'a' } }),
	})
	await ask('/list/1')
	const { status, headers } = await ask('/list/1')
	expect([status, headers.location]).toEqual([301, '/list/2'])
	expect(rendered).toHaveLength(1)
})

test('a missing page appears as soon as its row is created', async () => {
	let isThere = false
	const { ask, cache } = await cached({
		rules: [{ pattern: '/office/:office', missingTag: 'office' }],
		render: () => (isThere ? page('v1', { tags: 'office:1' }) : page('none', { status: 404, tags: null })),
	})
	expect((await ask('/office/1')).status).toBe(404)
	isThere = true
	expect((await ask('/office/1')).status).toBe(404)
	await cache.dropTags(['office:1'])
	expect((await ask('/office/1')).text).toBe(html('v1'))
})

test('a missing page is kept for seconds only', async () => {
	let time = 1_000
	const { ask, rendered } = await cached({ render: () => page('none', { status: 404, tags: null }), now: () => time })
	await ask('/list/1')
	expect((await ask('/list/1')).status).toBe(404)
	expect(rendered).toHaveLength(1)
	time += 11_000
	await ask('/list/1')
	expect(rendered).toHaveLength(2)
})

test('made-up URLs evict no page', async () => {
	const { ask, rendered, cache } = await cached({
		maxBytes: 200_000,
		render: (request) => (request.url.endsWith('/list/1') ? page('real') : page('none', { status: 404, tags: null })),
	})
	await ask('/list/1')
	for (let i = 0; i < 300; i++) await ask(`/no/${i}`)
	await ask('/list/1')
	expect(rendered.filter((target) => target === '/list/1')).toHaveLength(1)
	expect(cache.stats().bytes).toBeLessThanOrEqual(200_000)
})

test('a crawl of many pages stays within the memory limit and does not evict popular pages', async () => {
	let time = 1_000
	const { ask, rendered, cache } = await cached({ maxBytes: 120_000, render: () => page('a'), now: () => time })
	await ask('/list/often')
	time += 2_000
	await ask('/list/often')
	for (let i = 0; i < 100; i++) await ask(`/list/${i}`)
	await ask('/list/often')
	expect(rendered.filter((target) => target === '/list/often')).toHaveLength(1)
	expect(cache.stats().bytes).toBeLessThanOrEqual(120_000)
})

test('the data of a page is kept beside it under its own key', async () => {
	const { ask, rendered } = await cached({
		render: (request) =>
			new Response(`data of ${request.url}`, {
				headers: { 'content-type': 'text/x-script', 'x-cache-tags': 'a', 'x-remix-response': 'yes' },
			}),
	})
	await ask('/list/1.data?order=new&utm_source=x')
	const answer = await ask('/list/1.data?order=new')
	expect(answer.headers['x-remix-response']).toBe('yes')
	await ask('/list/1.data?order=new&_routes=directory%2Flist.page')
	await ask('/_.data')
	expect(rendered).toEqual(['/list/1.data?order=new', '/list/1.data?_routes=directory%2Flist.page&order=new', '/_.data'])
	expect((await ask('/list/1.data?_routes=%3Cscript%3E')).text).toBe('next')
})

test('cookies of a navigation go out with each answer and are not kept', async () => {
	let count = 0
	const { ask } = await cached({ render: () => page('a'), cookiesFor: () => [`n=${++count}`, 'm=1'] })
	const first = await ask('/list/1')
	const second = await ask('/list/1')
	const third = await ask('/list/1', { headers: { 'if-none-match': first.headers.etag! } })
	expect([first, second, third].map(({ headers }) => headers['set-cookie'])).toEqual([
		['n=1', 'm=1'],
		['n=2', 'm=1'],
		['n=3', 'm=1'],
	])
	expect(third.status).toBe(304)
})

test('a render that fails answers 500 to all who wait', async () => {
	const errors: unknown[] = []
	const { ask } = await cached({
		render: () => {
			throw new Error('broken')
		},
		onError: (error) => errors.push(error),
	})
	expect((await Promise.all([ask('/list/1'), ask('/list/1')])).map(({ status }) => status)).toEqual([500, 500])
	expect(errors.length).toBeGreaterThan(0)
})

test('a size of 0 turns the cache off', async () => {
	const { ask, rendered } = await cached({ maxBytes: 0, render: () => page('a') })
	expect((await ask('/list/1')).text).toBe('next')
	expect(rendered).toEqual([])
})

test('a drop in one process reaches the others, and so does one of everything', async () => {
	const listeners = new Set<Parameters<TagBus['subscribe']>[0]>()
	const bus: TagBus = {
		publish: async (tags) => {
			for (const listener of listeners) listener.onTags(tags)
		},
		subscribe: (listener) => {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
	const one = await cached({ render: () => page('a', { tags: 'office:1' }), bus })
	const two = await cached({ render: () => page('a', { tags: 'office:1' }), bus })
	await one.ask('/list/1')
	await two.ask('/list/1')
	await one.cache.dropTags(['office:1'])
	expect(two.cache.stats().entries).toBe(0)
	one.cache.close()
	two.cache.close()
	expect(listeners.size).toBe(0)
})

test('a render whose turn would come too late is refused without a log line, and where a page is kept it is sent', async () => {
	const clock = { now: 0 }
	const errors: unknown[] = []
	let isBusy = false
	const { ask, cache } = await cached({
		now: () => clock.now,
		rules: [{ pattern: '/list/:id', freshSeconds: 1 }],
		onError: (error) => errors.push(error),
		queue: { enter: () => Promise.resolve(isBusy ? null : () => undefined) },
		render: ({ url }) => page(url),
	})
	expect((await ask('/list/1')).status).toBe(200)
	isBusy = true
	expect((await ask('/list/2')).status).toBe(503)
	clock.now = 2_000
	expect((await ask('/list/1')).status).toBe(200)
	await cache.settled()
	expect(cache.stats()).toMatchObject({ staleHits: 1, entries: 1 })
	isBusy = false
	// Nothing of a refused render is left behind that later readers would join.
	expect((await ask('/list/2')).status).toBe(200)
	expect(errors).toEqual([])
})

test('the tags of a page are told for each request that it answers, from memory and unchanged too', async () => {
	const sent: string[] = []
	const { ask } = await cached({
		render: async () => page('a', { tags: 'list:1 office:12' }),
		onSend: (req, tags) => void sent.push(`${req.url} ${tags.join(' ')}`),
	})
	const first = await ask('/list/1')
	await ask('/list/1')
	expect((await ask('/list/1', { headers: { 'if-none-match': first.headers.etag ?? '' } })).status).toBe(304)
	expect(sent).toEqual(Array.from({ length: 3 }, () => '/list/1 list:1 office:12'))
})
