import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { withDemoIssuer } from '../demo-issuer.ts'
import { createHttpServer } from '../platform/http-server.ts'
import { errorResponse } from './error-pages.ts'
import { createFront, type FrontEnv } from './front.ts'
import { createRouteLabeler } from './route-label.ts'
import { createSecurityHeaders, withHeaders } from './security-headers.ts'
import { createTemporaryFolders } from './temporary-folders.ts'

const siteName = 'テスト'

/** The front over a small application, behind the server that the site has; answers are read from a bare socket. */
async function site(publicUrl = 'https://shirube.example') {
	const directory = mkdtempSync(path.join(tmpdir(), 'shirube-answers-'))
	onTestFinished(() => rmSync(directory, { recursive: true }))
	mkdirSync(path.join(directory, 'assets'))
	writeFileSync(path.join(directory, 'assets', 'a.js'), 'a()')
	writeFileSync(path.join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.get('/list/:id', (c) => c.html('<!DOCTYPE html><p>税理士', 200, { 'x-cache-tags': 'list:1' }))
	app.get('/room', (c) => c.html('<!DOCTYPE html><p>部屋'))
	app.get('/old', (c) => c.redirect('/list/1'))
	app.get('/back', (c) => c.redirect(`/list/1${new URL(c.req.url).search}`))
	app.get('/media/a.webp', (c) => c.body('a', 200, { 'content-type': 'image/webp', 'cache-control': 'public, max-age=60' }))
	app.get('/sitemap.xml', (c) => c.body('<urlset/>', 200, { 'content-type': 'application/xml' }))
	app.get('/api/mine', (c) => c.json({ mine: true }))
	app.get('/file', (c) => c.body('a', 200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment' }))
	app.get('/broken', () => {
		throw new Error('broken')
	})
	app.notFound((c) => errorResponse(404, 'not-found', c.req.path, siteName))
	app.onError((_error, c) => errorResponse(500, 'internal', c.req.path, siteName))
	const config = { publicUrl, siteName, trustProxy: 0, pageCacheBytes: 1_000_000, analytics: { kind: 'none' as const } }
	const front = createFront({
		config,
		log: pino({ level: 'silent' }),
		fetch: app.fetch,
		pages: [{ pattern: '/list/:id' }],
		assetsDirectory: directory,
		routeOf: createRouteLabeler(['/list/:id']),
		writes: { rules: [], isMember: async () => false, folders: createTemporaryFolders(path.join(directory, 'requests')) },
		limits: [{ prefix: '/limited', burst: 0, perSecond: 0.001 }],
	})
	onTestFinished(front.close)
	return serve(createSecurityHeaders(config), front.listener)
}

async function serve(security: ReturnType<typeof createSecurityHeaders>, listener: Parameters<typeof withHeaders>[1]) {
	const http = createHttpServer(security.forData)
	await http.listen(listener, { port: 0, hosts: ['127.0.0.1'], setting: 'PORT' })
	onTestFinished(async () => {
		http.cut()
		await http.close(0)
	})
	const { port } = http.server.address() as { port: number }
	/** Sends the bytes and reads until the server has ended the connection. */
	return (request: string): Promise<{ status: number; headers: Headers }> =>
		new Promise((resolve, reject) => {
			let text = ''
			const socket = connect(port, '127.0.0.1', () => socket.write(request))
			socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
			socket.on('error', reject)
			socket.on('close', () => {
				const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
				resolve({
					status: Number(first.split(' ')[1]),
					headers: new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])),
				})
			})
		})
}

const get = (target: string, headers = '', method = 'GET') =>
	`${method} ${target} HTTP/1.1\r\nHost: shirube.example\r\nConnection: close\r\n${headers}\r\n`
const post = (target: string, headers = '', body = '') => `${get(target, `Content-Length: ${body.length}\r\n${headers}`, 'POST')}${body}`

const answers: [what: string, request: string, status: number][] = [
	['page', get('/list/1'), 200],
	['room', get('/room', 'Cookie: __Host-session=a\r\n'), 200],
	['redirect', get('/old'), 302],
	['picture', get('/media/a.webp'), 200],
	['sitemap', get('/sitemap.xml'), 200],
	['call', get('/api/mine'), 200],
	['download', get('/file'), 200],
	['script of the build', get('/assets/a.js'), 200],
	['picture of the build', get('/favicon.svg'), 200],
	['missing asset', get('/assets/no.js'), 404],
	['missing page', get('/no'), 404],
	['missing call', get('/api/no'), 404],
	['failing page', get('/broken'), 500],
	['failing call', get('/api/../broken'), 400],
	['bad escape', get('/%E0%A4%A'), 400],
	['unknown method', get('/list/1', '', 'PROPFIND'), 405],
	['unknown method of a call', get('/api/mine', '', 'TRACE'), 405],
	['long address', get(`/${'a'.repeat(9_000)}`), 414],
	['too many calls', get('/limited'), 429],
	['foreign write', post('/room', 'Origin: https://evil.example\r\n'), 403],
	[
		'large body',
		post('/room', 'Origin: https://shirube.example\r\nCookie: __Host-csrfToken=AAAAAAAA\r\n').replace(
			'Content-Length: 0',
			'Content-Length: 999999999',
		),
		413,
	],
	['long headers', get('/list/1', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431],
	['no HTTP', 'hello\r\n\r\n', 400],
	['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
	['unknown expectation', get('/list/1', 'Expect: tea\r\n'), 417],
]

const required: Record<string, RegExp> = {
	'x-content-type-options': /^nosniff$/,
	'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
	'x-frame-options': /^DENY$/,
	'referrer-policy': /^(?:strict-origin|no-referrer)$/,
	'cross-origin-opener-policy': /^same-origin-allow-popups$/,
	'cross-origin-resource-policy': /^same-origin$/,
	'permissions-policy': /camera=\(\)/,
	'cache-control': /no-store|private|public/,
}

/** Names of headers that a response lacks, or must not have. */
function faultsOf({ headers }: { headers: Headers }, { secure = true } = {}): string[] {
	const faults = Object.keys(required).filter((name) => !required[name]?.test(headers.get(name) ?? ''))
	return headers.has('strict-transport-security') === secure ? faults : [...faults, 'strict-transport-security']
}

test('a redirect to a visitor-supplied URL has no backslashes', async () => {
	const ask = await site()
	const answer = await ask(get('/back?to=/\\evil.example'))
	expect([answer.status, answer.headers.get('location')]).toEqual([302, '/list/1?to=/%5Cevil.example'])
})

test('every kind of answer is protected, those of the parser and of refusals too', async () => {
	const ask = await site()
	for (const [what, request, status] of answers) {
		const answer = await ask(request)
		expect([what, answer.status]).toEqual([what, status])
		expect([what, faultsOf(answer)]).toEqual([what, []])
	}
})

test('a 304 answer has the security headers of the full one', async () => {
	const ask = await site()
	for (const target of ['/list/1', '/assets/a.js', '/favicon.svg']) {
		const whole = await ask(get(target))
		const same = await ask(get(target, `If-None-Match: ${whole.headers.get('etag')}\r\n`))
		expect([target, same.status]).toEqual([target, 304])
		expect([target, faultsOf(same)]).toEqual([target, []])
		expect(same.headers.get('content-security-policy')).toBe(whole.headers.get('content-security-policy'))
		expect(same.headers.has('content-type')).toBe(false)
	}
})

test('personal responses are never stored by shared caches', async () => {
	const ask = await site()
	for (const target of ['/room', '/api/mine', '/file', '/no', '/old']) {
		const { headers } = await ask(get(target, 'Cookie: __Host-session=a\r\n'))
		expect([target, headers.get('cache-control')]).toEqual([target, expect.stringMatching(/no-store|private/)])
	}
})

test('transport security is not asked for on plain http', async () => {
	const ask = await site('http://localhost:3000')
	for (const [what, request] of answers) expect([what, faultsOf(await ask(request), { secure: false })]).toEqual([what, []])
})

test('the demo’s account picker and the figures are protected', async () => {
	const config = loadConfig({ PORT: '4399' })
	const security = createSecurityHeaders(config)
	const ask = await serve(
		security,
		withDemoIssuer(config, (_request, response) => void response.end()),
	)
	const { pathname } = new URL(config.google?.issuer ?? '')
	for (const target of ['/.well-known/openid-configuration', '/auth', '/pick/unknown', '/pick/unknown?account=demo-hanako', '/no'])
		expect([target, faultsOf(await ask(get(`${pathname}${target}`)), { secure: false })]).toEqual([target, []])
	const figures = await serve(
		security,
		withHeaders([...security.forData, ['cache-control', 'no-store']], (_request, response) => void response.writeHead(404).end()),
	)
	expect(faultsOf(await figures(get('/metrics')), { secure: false })).toEqual([])
})
