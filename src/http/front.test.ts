import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { Hono } from 'hono'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFront, type FrontEnv, type FrontOptions } from './front.ts'
import { setTracer, type SpanAttributes } from '../platform/telemetry/tracing.ts'
import { createHttpMetrics } from './metrics.ts'
import { scriptMarkAttribute } from './own-scripts.ts'
import { createRouteLabeler } from './route-label.ts'
import { serve } from './serve-for-test.ts'
import { createTemporaryFolders } from './temporary-folders.ts'

const injected = '<script>go(1)</script>'
const html = `<!DOCTYPE html><script>go()</script>${injected}${'<p>税理士</p>'.repeat(200)}`

async function site(options: { config?: Partial<FrontOptions['config']> } & Pick<FrontOptions, 'limits' | 'queues'> = {}) {
	const lines: string[] = []
	const log = pino({ level: 'debug' }, new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }))
	const directory = mkdtempSync(path.join(tmpdir(), 'shirube-front-'))
	onTestFinished(() => rmSync(directory, { recursive: true }))
	mkdirSync(path.join(directory, 'assets'))
	writeFileSync(path.join(directory, 'assets', 'a.js'), 'a()')
	const config = {
		publicUrl: 'https://shirube.example',
		siteName: 'テスト',
		trustProxy: 0,
		pageCacheBytes: 1_000_000,
		analytics: { kind: 'none' as const },
		...options.config,
	}
	const app = new Hono<{ Bindings: FrontEnv }>()
	let renders = 0
	app.get('/list/:id', (c) => {
		renders++
		return c.html(html.replace('<script>', `<script${scriptMarkAttribute}>`), 200, { 'x-cache-tags': 'list:1' })
	})
	app.all('/echo', (c) => {
		const { body } = c.env
		const sent = body?.kind === 'other' ? body.bytes.toString() : body?.kind === 'json' ? body.value : null
		return c.json({ url: c.req.url, method: c.req.method, headers: c.req.header(), body: sent })
	})
	app.get('/large', (c) => c.json({ text: 'a'.repeat(5_000) }))
	const { promise: neverEnds } = Promise.withResolvers<Response>()
	app.get('/hang', () => neverEnds)
	app.get('/healthz', (c) => c.text('ok'))
	app.get('/broken', () => {
		throw new Error('broken')
	})
	app.onError((_error, c) => c.text('error', 500))
	const metrics = createHttpMetrics()
	const front = createFront({
		config,
		log,
		fetch: app.fetch,
		pages: [{ pattern: '/list/:id' }],
		assetsDirectory: directory,
		routeOf: createRouteLabeler(['/list/:id', '/echo', '/broken']),
		metrics,
		writes: { rules: [], isMember: async () => false, folders: createTemporaryFolders(path.join(directory, 'requests')) },
		...(options.limits === undefined ? {} : { limits: options.limits }),
		...(options.queues === undefined ? {} : { queues: options.queues }),
	})
	onTestFinished(front.close)
	const served = await serve(front.listener)
	return {
		...served,
		front,
		metrics,
		logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
		renders: () => renders,
	}
}

test('a page has the same safe headers whether it is kept or not, and a token for each navigation', async () => {
	const { ask, renders } = await site()
	const miss = await ask('/list/1')
	const hit = await ask('/list/1')
	const signedIn = await ask('/list/1', { headers: { cookie: '__Host-session=x' } })
	expect(renders()).toBe(2)
	for (const { headers, text } of [miss, hit, signedIn]) {
		expect(text).toBe(html)
		expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/)
		expect(headers['strict-transport-security']).toBeDefined()
		expect(headers['x-content-type-options']).toBe('nosniff')
		expect(headers['cache-control']).toBe('private, no-cache')
		expect(headers['x-cache-tags']).toBeUndefined()
		expect(headers['set-cookie']).toHaveLength(1)
		expect(headers['set-cookie']?.[0]).toMatch(/^__Host-csrfToken=[\w-]{8}; Path=\/; SameSite=Lax; Secure$/)
	}
	expect(new Set([miss, hit, signedIn].map(({ headers }) => headers['set-cookie']?.[0])).size).toBe(3)
	const picture = await ask('/list/1', { headers: { 'sec-fetch-mode': 'no-cors' } })
	expect(picture.headers['set-cookie']).toBeUndefined()
})

test('a request that would wait too long is answered 503, whoever asks; pages from memory and checks of health are not', async () => {
	const { ask, metrics } = await site()
	await ask('/list/1')
	for (let started = 0; started < 12; started += 1) ask('/hang', { headers: { cookie: 'session=1' } }).catch(() => undefined)
	await expect
		.poll(async () => (await metrics.registry.metrics()).includes('requests_running{queue="requests"} 12'), { timeout: 20_000 })
		.toBe(true)
	const [visitor, member, data] = await Promise.all([
		ask('/large'),
		ask('/echo', { headers: { cookie: 'session=1' } }),
		ask('/echo', { headers: { accept: 'application/json' } }),
	])
	for (const refused of [visitor, member, data]) expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
	expect((await ask('/list/1')).status).toBe(200)
	expect((await ask('/healthz')).text).toBe('ok')
	expect(await metrics.registry.metrics()).toContain('requests_refused_total{queue="requests"} 3')
})

test('a rush of searches is refused without the other kinds of work', async () => {
	const { ask, metrics } = await site({ queues: [{ prefix: '/hang', queue: 'searches' }] })
	const rush = Array.from({ length: 40 }, (_, index) => ask(`/hang?${index}`).catch(() => null))
	await expect
		.poll(async () => /requests_refused_total\{queue="searches"\} [1-9]/.test(await metrics.registry.metrics()), { timeout: 20_000 })
		.toBe(true)
	expect((await Promise.race(rush))?.status).toBe(503)
	expect((await ask('/large')).status).toBe(200)
	expect((await ask('/list/1')).status).toBe(200)
	expect(await metrics.registry.metrics()).toContain('requests_refused_total{queue="requests"} 0')
})

test('an answer that is not kept is compressed, and HEAD is like GET', async () => {
	const { ask } = await site()
	const get = await ask('/large', { headers: { 'accept-encoding': 'br' } })
	expect(get.headers['content-encoding']).toBe('br')
	expect(JSON.parse(brotliDecompressSync(get.body).toString())).toEqual({ text: 'a'.repeat(5_000) })
	expect(get.headers.vary).toBe('Accept-Encoding')
	expect(get.headers['content-security-policy']).toContain("default-src 'none'")
	const head = await ask('/large', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
	expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, get.headers['content-length']])
	const page = await ask('/list/1', { method: 'HEAD', headers: { cookie: 'session=1' } })
	expect(page.headers['content-security-policy']).toMatch(/'sha256-/)
})

test('the application sees the public origin and none of the internal headers', async () => {
	const { ask } = await site()
	const { text } = await ask('/echo?a=1', {
		headers: {
			host: 'evil.example',
			'x-forwarded-host': 'evil.example',
			'x-react-router-spa-mode': 'yes',
			'x-cache-tags': 'a',
			'x-request-id': 'chosen-by-client',
			'x-http-method-override': 'DELETE',
		},
	})
	const seen = JSON.parse(text) as { url: string; headers: Record<string, string> }
	expect(seen.url).toBe('https://shirube.example/echo?a=1')
	expect(seen.headers['host']).toBe('shirube.example')
	expect(Object.keys(seen.headers).filter((name) => /^x-(?!request-id)/.test(name))).toEqual([])
	expect(seen.headers['x-request-id']).not.toBe('chosen-by-client')
})

test('a request id is taken over from a trusted proxy only', async () => {
	const { ask } = await site({ config: { trustProxy: 1 } })
	expect((await ask('/echo', { headers: { 'x-request-id': 'from-the-proxy' } })).headers['x-request-id']).toBe('from-the-proxy')
	expect((await ask('/echo', { headers: { 'x-request-id': 'bad id!' } })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('a write reaches the application from our own pages only', async () => {
	const { ask } = await site()
	const own = { origin: 'https://shirube.example', cookie: 'csrfToken=abcdefgh', 'x-csrf-token': 'abcdefgh', 'content-type': 'text/plain' }
	const good = await ask('/echo', { method: 'POST', headers: own, body: 'hello' })
	expect(JSON.parse(good.text)).toMatchObject({ method: 'POST', body: 'hello' })
	const foreign = await ask('/echo', { method: 'POST', headers: { ...own, origin: 'https://evil.example' }, body: 'hello' })
	expect(foreign.status).toBe(403)
	expect(foreign.text).toContain('トップに戻る')
	const old = await ask('/echo', { method: 'POST', headers: { ...own, 'x-csrf-token': 'zzzzzzzz', 'sec-fetch-mode': 'cors' } })
	expect(old.status).toBe(403)
	expect(old.headers['set-cookie']?.[0]).toMatch(/^__Host-csrfToken=/)
})

test.each([
	['/a%', 400],
	['//evil.example', 400],
	['/a/../../etc/passwd', 400],
	[`/${'a'.repeat(3_000)}`, 414],
	['/assets/none.js', 404],
	['/.vite/manifest.json', 404],
])('%s is answered %i', async (target, status) => {
	const { ask } = await site()
	const answer = await ask(target)
	expect(answer.status).toBe(status)
})

const nasty = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 30 }),
	fc.constantFrom(
		'..',
		'%2e%2e',
		'%00',
		'\0',
		'\r\n',
		'%',
		'%E4%B8',
		'%ED%A0%80',
		'\\',
		'//',
		'__proto__',
		'-1',
		'9'.repeat(40),
		'三鷹',
		'list',
		'_.data',
		'.data',
		'?',
		'&',
		'=',
		'_routes=x',
	),
)

/** Sends what no client library would. */
function rawStatus(port: number, target: string, cookie: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1')
		let answer = ''
		socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
		socket.on('error', reject)
		socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])))
		socket.write(`GET /list/${target} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
	})
}

test('no request target and no cookie causes a server error', async () => {
	const { port } = await site()
	await fc.assert(
		fc.asyncProperty(fc.array(nasty, { maxLength: 8 }), fc.string({ maxLength: 60 }), async (parts, cookie) => {
			const status = await rawStatus(port, parts.join('/'), cookie)
			expect(status).toBeGreaterThanOrEqual(200)
			expect(status).toBeLessThan(500)
		}),
		{ numRuns: 400 },
	)
})

test('bad input is answered with a Japanese page, or JSON under /api', async () => {
	const { ask } = await site()
	const page = await ask('/a%')
	expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
	expect(page.text).toContain('<html lang="ja">')
	expect(page.text).toContain('テスト')
	expect(page.headers['content-security-policy']).not.toContain('unsafe')
	const api = await ask('/api/a%')
	expect(api.headers['content-type']).toBe('application/problem+json; charset=utf-8')
	expect(JSON.parse(api.text)).toMatchObject({ status: 400, code: 'bad-encoding' })
})

test('an unknown method is refused', async () => {
	const { ask } = await site()
	expect((await ask('/echo', { method: 'PROPFIND' })).status).toBe(405)
})

test('expensive addresses are limited for each client', async () => {
	const { ask } = await site({ limits: [{ prefix: '/echo', burst: 2, perSecond: 0.01 }] })
	expect([(await ask('/echo')).status, (await ask('/echo')).status]).toEqual([200, 200])
	const limited = await ask('/echo')
	expect([limited.status, limited.headers['retry-after']]).toEqual([429, '100'])
	expect((await ask('/large')).status).toBe(200)
})

test('the log has the pattern and the id of a request, never its address or query', async () => {
	const { ask, logged, metrics } = await site()
	await ask('/list/secret-name?q=taro%40example.jp', { headers: { cookie: 'session=opensesame' } })
	await ask('/broken')
	while (logged().length < 2) await new Promise(setImmediate)
	const lines = logged().filter((line) => line['msg'] === 'request')
	expect(lines[0]).toMatchObject({ method: 'GET', route: '/list/:id', status: 200 })
	expect(lines[1]).toMatchObject({ route: '/broken', status: 500 })
	expect(JSON.stringify(logged())).not.toMatch(/secret-name|taro|127\.0\.0\.1|opensesame/)
	expect(await metrics.registry.metrics()).toContain('route="/broken",status="500"} 1')
})

test('a client that disconnects is not logged as an error', async () => {
	const { port, ask, logged } = await site()
	const socket = connect(port, '127.0.0.1')
	socket.write(
		'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nOrigin: https://shirube.example\r\nCookie: csrfToken=abcdefgh\r\nX-CSRF-TOKEN: abcdefgh\r\n\r\npart',
	)
	await new Promise((resolve) => socket.once('connect', resolve))
	while ((await ask('/large')).status !== 200) await new Promise(setImmediate)
	socket.destroy()
	while (!logged().some((line) => line['status'] === 499)) await new Promise(setImmediate)
	expect((await ask('/large')).status).toBe(200)
})

describe('traces', () => {
	type Kept = { name: string; parent: string | undefined; attributes: SpanAttributes; hasFailed: boolean; hasEnded: boolean }
	const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

	/** Keeps the spans of requests. */
	function keepSpans(): Kept[] {
		const spans: Kept[] = []
		setTracer({
			start(name, { attributes = {} }, parent) {
				const kept: Kept = { name, parent, attributes, hasFailed: false, hasEnded: false }
				spans.push(kept)
				return {
					traceparent: given,
					isRecording: true,
					rename: (to) => (kept.name = to),
					set: (more) => (kept.attributes = { ...kept.attributes, ...more }),
					fail: () => (kept.hasFailed = true),
					end: () => (kept.hasEnded = true),
				}
			},
		})
		onTestFinished(() => setTracer(null))
		return spans
	}

	test('a request is a span with its pattern and its id, below that of a trusted proxy, and a page from memory is none', async () => {
		const spans = keepSpans()
		const { ask, logged } = await site({ config: { trustProxy: 1 } })
		await ask('/list/7', { headers: { traceparent: given } })
		await ask('/list/7', { headers: { traceparent: given } })
		await ask('/broken?q=secret', { headers: { traceparent: 'nonsense' } })
		expect(spans).toMatchObject([
			{ name: 'GET /list/:id', parent: given, hasFailed: false, hasEnded: true },
			{ name: 'GET /broken', parent: undefined, hasFailed: true, hasEnded: true },
		])
		expect(spans[1]?.attributes).toEqual({
			'shirube.request_id': logged().find(({ route }) => route === '/broken')?.['requestId'],
			'http.request.method': 'GET',
			'http.route': '/broken',
			'http.response.status_code': 500,
		})
	})

	test('a stranger does not choose the trace', async () => {
		const spans = keepSpans()
		const { ask } = await site()
		await ask('/list/1', { headers: { traceparent: given } })
		expect(spans[0]?.parent).toBeUndefined()
	})
})
