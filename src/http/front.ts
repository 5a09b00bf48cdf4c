import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ReadBody } from './body-reader.ts'
import { hasBody } from './body-rules.ts'
import { isNavigation, navigationCookies } from './csrf.ts'
import { type ErrorHeaders, sendError } from './error-pages.ts'
import { finishResponse, finishWhole } from './finish-response.ts'
import type { HttpMetrics } from './metrics.ts'
import { createPageCache, type PageCache, type TagBus } from './page-cache.ts'
import type { PageRule } from './page-rules.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import type { RequestBody } from './request-body.ts'
import { givenRequestId, normaliseRequest, originForm, targetFault } from './request-guard.ts'
import { clientAddress } from './request-origin.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createStaticAssets } from './static-assets.ts'
import { createWriteGate, isRefusal, type WriteGateOptions } from './write-gate.ts'

/** What Hono finds in `c.env`. A page that is rendered for the cache has no request behind it. */
export type FrontEnv = {
	incoming?: IncomingMessage
	outgoing?: ServerResponse
	forCache?: true
	/** The caller's, as the outermost trusted proxy saw it. */
	address?: string
	/** The parsed body of a write; the request itself no longer has one. */
	body?: RequestBody
}

export type FrontOptions = {
	config: Pick<Config, 'publicUrl' | 'siteName' | 'trustProxy' | 'pageCacheBytes' | 'analytics'>
	log: Logger
	/** `app.fetch` of the outermost Hono. */
	fetch: (request: Request, env: FrontEnv) => Response | Promise<Response>
	/** Pages that are kept for visitors without a session. */
	pages: readonly PageRule[]
	/** `build/client`; undefined while developing, where Vite serves the files. */
	assetsDirectory?: string
	/** Pattern of an address (`createRouteLabeler`). */
	routeOf: (path: string) => string
	metrics?: HttpMetrics
	bus?: TagBus
	/** Limits for addresses that cost much, by prefix of the path. */
	limits?: readonly (RateLimit & { prefix: string })[]
	writes: Omit<WriteGateOptions, 'publicUrl' | 'trustProxy'>
}

export type Front = {
	/** For `http.createServer`. */
	listener: (req: IncomingMessage, res: ServerResponse) => void
	pageCache: PageCache
	close: () => void
}

type Refuse = (status: number, code: string, headers?: ErrorHeaders) => void

const noCookies: readonly string[] = []
/** Asked for by machines every few seconds: no news for the log. */
const polled = new Set(['/healthz', '/readyz', '/metrics', '/builds/latest.json'])
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Everything between the socket and the application: pages from memory first, then bad input, the build's files,
 * limits, the page cache, and at last Hono; each answer with its security headers, its log line and its figures.
 */
export function createFront(options: FrontOptions): Front {
	const { config, log, fetch, routeOf, metrics } = options
	const { siteName, publicUrl, trustProxy } = config
	const isDevelopment = options.assetsDirectory === undefined
	const secureCookies = publicUrl.startsWith('https:')
	const security = createSecurityHeaders(config)
	const onError = (error: unknown) => log.error({ err: error }, 'request failed')
	const assets =
		options.assetsDirectory === undefined
			? null
			: createStaticAssets({
					directory: options.assetsDirectory,
					headers: security.common,
					policy: security.policyForData,
					answerMissing: (req, res) => sendError(req, res, { status: 404, code: 'not-found', siteName, security }),
					onError,
				})
	const limits = (options.limits ?? []).map(({ prefix, ...limit }) => ({ prefix, limiter: createRateLimiter(limit) }))
	/** Read before the proxies' headers are taken off. */
	const addresses = new WeakMap<IncomingMessage, string>()
	const gate = createWriteGate({ ...options.writes, publicUrl, trustProxy })
	const bodies = new WeakMap<IncomingMessage, ReadBody>()

	const cookiesFor = ({ headers, url = '' }: IncomingMessage): readonly string[] => {
		const mark = url.indexOf('?')
		return isNavigation(headers, mark === -1 ? url : url.slice(0, mark)) ? navigationCookies(headers.cookie, secureCookies) : noCookies
	}

	async function handle(request: Request, env: FrontEnv, read: ReadBody | undefined): Promise<Response> {
		if (read === undefined) return fetch(request, env)
		try {
			return await fetch(request, { ...env, body: read.body })
		} finally {
			read.dispose().catch(onError)
		}
	}

	const viaHono = getRequestListener(
		async (request, env) => {
			const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
			const read = bodies.get(incoming)
			const response = await handle(request, { incoming, outgoing, address: addresses.get(incoming) ?? '' }, read)
			return finishResponse(response, {
				security,
				cookiesFor({ isPage, status }) {
					// A refused write gets a token as well, so that it can be tried once more.
					if (status === 403) return navigationCookies(incoming.headers.cookie, secureCookies)
					return isPage && request.method === 'GET' ? cookiesFor(incoming) : []
				},
				acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
				keepTags: false,
				isDevelopment,
			})
		},
		{
			errorHandler: (error) => {
				onError(error)
				return new Response(null, { status: 500, headers: security.forData.map(([name, value]) => [name, value]) })
			},
			// The gate has read the body, or reads it away.
			autoCleanupIncoming: false,
		},
	)

	const pageCache = createPageCache({
		publicUrl,
		// While developing, a page is as new as its source.
		maxBytes: isDevelopment ? 0 : config.pageCacheBytes,
		rules: options.pages,
		render: async (request) =>
			finishWhole(await fetch(request, { forCache: true }), {
				security,
				cookiesFor: () => [],
				acceptEncoding: undefined,
				keepTags: true,
				isDevelopment,
			}),
		next(req, res) {
			const target = req.url ?? '/'
			const requestId = String(req.headers['x-request-id'])
			addresses.set(req, clientAddress(req, trustProxy))
			normaliseRequest(req, { publicUrl, requestId, target })
			// One way for both: the response knows since its making that a HEAD has no body.
			if (req.method === 'HEAD') req.method = 'GET'
			viaHono(req, res).catch((error: unknown) => {
				onError(error)
				sendError(req, res, { status: 500, code: 'internal', siteName, security })
			})
		},
		cookiesFor,
		...(options.bus === undefined ? {} : { bus: options.bus }),
		onError,
		answerFailure: (req, res, status) =>
			sendError(req, res, {
				status,
				code: status === 503 ? 'unavailable' : 'internal',
				siteName,
				security,
				...(status === 503 ? { headers: { 'retry-after': '2' } } : {}),
			}),
	})
	metrics?.watchPageCache(pageCache.stats)

	function listener(req: IncomingMessage, res: ServerResponse) {
		try {
			answer(req, res)
		} catch (error) {
			onError(error)
			sendError(req, res, { status: 500, code: 'internal', siteName, security })
		}
	}

	function answer(req: IncomingMessage, res: ServerResponse) {
		const hit = hasBody(req.headers) ? null : pageCache.answerKnown(req, res)
		if (hit !== null) {
			metrics?.hit(hit)
			return
		}
		const startedAt = performance.now()
		const method = req.method ?? ''
		const target = originForm(req.url ?? '')
		req.url = target
		const path = target.split('?', 1)[0] ?? ''
		const requestId = givenRequestId(req, trustProxy) ?? randomUUID()
		req.headers['x-request-id'] = requestId
		let isAsset = false
		res.on('close', () => {
			const route = isAsset ? '/assets/*' : routeOf(path)
			const status = res.writableFinished ? res.statusCode : 499
			const ms = performance.now() - startedAt
			metrics?.observe({ method, route, status, seconds: ms / 1_000 })
			const line = { requestId, method: methods.has(method) ? method : 'other', route, status, ms: Math.round(ms * 10) / 10 }
			if (isAsset || polled.has(path)) log.debug(line, 'request')
			else log.info(line, 'request')
		})
		const refuse: Refuse = (status, code, headers = {}) => sendError(req, res, { status, code, siteName, security, headers })

		const fault = targetFault(target)
		if (fault !== null) return refuse(fault.status, fault.code)
		if (!methods.has(method)) return refuse(405, 'method-not-allowed', { allow: [...methods].join(', ') })
		const isRead = method === 'GET' || method === 'HEAD'
		// Nothing here takes the body of a GET, and Node would read it away without measure.
		if (isRead && hasBody(req.headers)) return refuse(400, 'unexpected-body', { connection: 'close' })
		if (assets?.answer(req, res, path)) {
			isAsset = true
			return
		}
		const limit = limits.find(({ prefix }) => path.startsWith(prefix))
		const wait = limit?.limiter.take(clientAddress(req, trustProxy)) ?? null
		if (wait !== null) return refuse(429, 'throttled', { 'retry-after': String(wait) })
		res.setHeader('x-request-id', requestId)
		if (isRead) pageCache.listener(req, res)
		else void takeWrite(req, res, path, refuse)
	}

	async function takeWrite(req: IncomingMessage, res: ServerResponse, path: string, refuse: Refuse) {
		try {
			const admitted = await gate.admit(req, path)
			if (isRefusal(admitted)) {
				// A refused write gets a token as well, so that it can be tried once more.
				const cookies = admitted.status === 403 ? navigationCookies(req.headers.cookie, secureCookies) : noCookies
				refuse(admitted.status, admitted.code, { ...admitted.headers, ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }) })
			} else {
				bodies.set(req, admitted)
				// So the adapter leaves the stream alone.
				Object.assign(req, { rawBody: Buffer.alloc(0) })
				pageCache.listener(req, res)
			}
			gate.discard(req)
		} catch (error) {
			// A client that has left waits for no answer.
			if (req.destroyed) return void res.destroy()
			onError(error)
			refuse(503, 'unavailable', { 'retry-after': '5', connection: 'close' })
		}
	}

	return { listener, pageCache, close: pageCache.close }
}
