import { Agent, type IncomingHttpHeaders, request as send } from 'node:http'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { diagnosisFields } from '../src/domain/funding-diagnosis/diagnosis-input.ts'
import { cachedPages } from '../src/web/cached-pages.ts'
import routes from '../src/web/routes.ts'
import { address, method, nasty, query } from './fuzz-input.ts'

/**
 * What anybody may type, paste or send: every address of the site with parameters that are too long, empty, broken or
 * meant to harm. Raw requests, because a browser and `fetch` would put many of them right before sending.
 */
test.describe.configure({ timeout: 300_000 })

const SEED = 20_261_121
/** Maximum response time; retried once, because a busy machine may be slow once. */
const MOST_MS = 2_000

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: IncomingHttpHeaders; body: string; ms: number }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let callers = 0

function ask(base: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
	const { hostname, port } = new URL(base)
	// Every request has another address; otherwise the rate limits would respond.
	const caller = `198.18.${(callers >> 8) & 255}.${callers++ & 255}`
	const started = performance.now()
	return new Promise((resolve, reject) => {
		const request = send({ hostname, port, agent, method, path, headers: { 'x-forwarded-for': caller, ...headers } }, (response) => {
			const parts: Buffer[] = []
			response.on('data', (part: Buffer) => parts.push(part))
			response.on('error', reject)
			response.on('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(parts).toString(),
					ms: performance.now() - started,
				}),
			)
		})
		request.on('error', reject)
		request.end(body)
	})
}

/** Returns the violated invariants of a response. */
function faults({ method = 'GET', path }: Sent, { status, headers, body, ms }: Answer, base: string): string[] {
	// Invalid HTTP, such as raw control characters, is rejected by Node before it becomes a request.
	if (status === 400 && body === '' && headers['connection'] === 'close' && headers['content-type'] === undefined) return []
	const type = headers['content-type'] ?? ''
	const isHead = method === 'HEAD'
	const location = headers['location']
	return [
		status < 200 || status >= 500 ? `status ${status}` : '',
		ms > MOST_MS ? `${Math.round(ms)} ms` : '',
		headers['x-content-type-options'] === 'nosniff' ? '' : 'may be sniffed',
		/node_modules|node:internal|\n\s+at .+:\d+:\d+/.test(body) && !isCode(type) ? 'tells of its inside' : '',
		location !== undefined && !(location.startsWith(`${base}/`) || /^\/(?![/\\])/.test(location)) ? `leads to ${location}` : '',
		type.startsWith('text/html') && !isHead && status !== 304 ? htmlFault(body, headers) : '',
		/^application\/(?:problem\+)?json/.test(type) && !isHead ? jsonFault(body, status >= 400 && path.startsWith('/api/')) : '',
		/problem\+json/.test(type) && status < 400 ? 'a problem without one' : '',
	].filter(Boolean)
}

const isCode = (type: string) => /javascript|text\/css|x-script/.test(type)

function htmlFault(body: string, headers: IncomingHttpHeaders): string {
	if (headers['content-security-policy'] === undefined) return 'HTML without a policy'
	// Redirects of forms and pop-up pages may be short; a page is complete.
	if (body === '') return ''
	if (!/^<!doctype html>/i.test(body) || !body.trimEnd().endsWith('</html>')) return 'half a page'
	return /<fuzz/i.test(body) ? 'lets markup through' : ''
}

function jsonFault(body: string, isProblem: boolean): string {
	try {
		const value: unknown = JSON.parse(body)
		const isDescribed = typeof value === 'object' && value !== null && 'message' in value && 'status' in value
		return isProblem && !isDescribed ? 'a problem without a message' : ''
	} catch {
		return 'broken JSON'
	}
}

async function check(base: string, sent: Sent): Promise<void> {
	const answer = await ask(base, sent)
	const found = faults(sent, answer.ms > MOST_MS ? await ask(base, sent) : answer, base)
	expect({ sent, found }).toEqual({ sent, found: [] })
}

type Entry = { path?: string | undefined; children?: Entry[] | undefined }
const patternsOf = (entries: readonly Entry[], start = ''): string[] =>
	entries.flatMap(({ path: own, children }) => {
		const here = own === undefined ? start : `${start}/${own}`
		return children ? patternsOf(children, here) : [here]
	})
const pages = [...new Set(patternsOf(routes))]
const pageKeys = [
	...cachedPages.flatMap(({ query: keys }) => keys ?? []),
	...diagnosisFields,
	...'q area task code title kicker line redirect mode oobCode step notice _routes index __proto__ constructor '.split(' '),
]

test('every page with arbitrary paths and queries', async ({ baseURL }) => {
	const base = baseURL ?? ''
	const asked = fc.constantFrom(...pages).chain((pattern) =>
		fc.record({
			method,
			path: fc.tuple(address(pattern), fc.constantFrom('', '', '', '.data', '/'), query(pageKeys)).map((parts) => parts.join('')),
		}),
	)
	await fc.assert(
		fc.asyncProperty(asked, (sent) => check(base, sent)),
		{ seed: SEED, numRuns: 400 },
	)
})

test('every reading call of the API with arbitrary paths and queries', async ({ baseURL }) => {
	const base = baseURL ?? ''
	const document = JSON.parse((await ask(base, { path: '/api/openapi.json' })).body) as {
		paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
	}
	const reads = Object.entries(document.paths).filter(([, operations]) => operations['get'])
	const calls = reads.map(([pattern, operations]) => ({
		pattern,
		keys: Object.values(operations).flatMap(({ parameters = [] }) =>
			parameters.filter((one) => one.in === 'query').map(({ name }) => name),
		),
	}))
	const asked = fc.constantFrom(...calls).chain(({ pattern, keys }) =>
		fc.record({
			method,
			path: fc.tuple(address(pattern), query([...keys, '__proto__', 'constructor'])).map((parts) => parts.join('')),
		}),
	)
	await fc.assert(
		fc.asyncProperty(asked, (sent) => check(base, sent)),
		{ seed: SEED, numRuns: 160 },
	)
})

test('every call with a body, with arbitrary bodies', async ({ baseURL }) => {
	const base = baseURL ?? ''
	const document = JSON.parse((await ask(base, { path: '/api/openapi.json' })).body) as {
		paths: Record<
			string,
			Record<string, { requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> } }>
		>
	}
	const writes = Object.entries(document.paths).flatMap(([pattern, operations]) =>
		Object.entries(operations)
			.filter(([name]) => name !== 'get')
			.map(([name, { requestBody }]) => ({
				pattern,
				name: name.toUpperCase(),
				keys: Object.keys(Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}),
			})),
	)
	const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(-1, 1e308, null, [[[[]]]]))
	const asked = fc.constantFrom(...writes).chain(({ pattern, name, keys }) =>
		fc.record({
			method: fc.constant(name),
			path: address(pattern),
			headers: fc.record({
				'content-type': fc.constantFrom(
					'application/json',
					'application/json',
					'application/json; charset=utf-16',
					'text/plain',
					'multipart/form-data',
					'',
				),
				// What a page of ours would send: the body itself is to be looked at.
				origin: fc.constant(base),
				cookie: fc.constant('csrfToken=AAAAAAAA'),
				'x-csrf-token': fc.constant('AAAAAAAA'),
				authorization: fc.constantFrom('', 'Bearer', 'Bearer x.y.z', `Bearer ${'a'.repeat(2000)}`),
			}),
			body: fc.oneof(
				{
					weight: 4,
					arbitrary: fc
						.dictionary(fc.constantFrom('__proto__', 'constructor', ...keys), value, { maxKeys: 6 })
						.map((body) => JSON.stringify(body)),
				},
				fc.json(),
				nasty,
				fc.constant(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
			),
		}),
	)
	await fc.assert(
		fc.asyncProperty(asked, (sent) => check(base, sent)),
		{ seed: SEED, numRuns: 80 },
	)
})

test('every generated or stored file, with arbitrary names', async ({ baseURL }) => {
	const base = baseURL ?? ''
	const files = 'media/portraits media/offices ogp/office ogp/expert ogp/task ogp/list/:scope sitemaps assets'.split(' ')
	const patterns = [...files.map((folder) => `/${folder}/:file`), '/builds/meta/:id.json', '/:file']
	const asked = fc
		.constantFrom(...patterns)
		.chain((pattern) => fc.record({ method, path: fc.tuple(address(pattern), query(['v', 'page'])).map((parts) => parts.join('')) }))
	await fc.assert(
		fc.asyncProperty(asked, (sent) => check(base, sent)),
		{ seed: SEED, numRuns: 80 },
	)
})
