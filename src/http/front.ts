import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isStorageFull } from '../platform/passing-error.ts'
import { withRequestId } from '../platform/request-id.ts'
import { type Span, startSpan, validTraceparent, withSpan } from '../platform/telemetry/tracing.ts'
import { type Admission, createQueues, isAnyFull, type QueueName, type Queues } from './admission.ts'
import { hasBody } from './body-rules.ts'
import { isNavigation, navigationCookies } from './csrf.ts'
import { createEarlyRefusals, RETRY_AFTER } from './early-refusals.ts'
import { type ErrorHeaders, sendError } from './error-pages.ts'
import { finishResponse, finishWhole } from './finish-response.ts'
import type { HttpMetrics } from './metrics.ts'
import { createPageCache, type PageCache, type PageCacheOptions, type TagBus } from './page-cache.ts'
import type { Audience, PageRule } from './page-rules.ts'
import type { FindReader } from './reader-pages.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import type { RequestBody } from './request-body.ts'
import { givenRequestId, normaliseRequest, originForm, targetFault } from './request-guard.ts'
import { clientAddress } from './request-origin.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createStaticAssets, type StaticAssets } from './static-assets.ts'
import { type CountUnread, createUnreadPoll } from './unread-poll.ts'
import { createWriteGate, isRefusal, type ReadBody, type WriteGateOptions } from './write-gate.ts'

/** The type of Hono's `c.env`. A page rendered for the cache has no request, but the audience that it is kept for. */
export type FrontEnv = {
	incoming?: IncomingMessage
	outgoing?: ServerResponse
	forCache?: Audience
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
	/** The rules of cached pages, for visitors without a session. */
	pages: readonly PageRule[]
	/** Finds whose slots of a kept page are filled. */
	findReader?: FindReader
	countUnread?: CountUnread
	/** `build/client`; undefined while developing, where Vite serves the files. */
	assetsDirectory?: string
	/** Pattern of an address (`createRouteLabeler`). */
	routeOf: (path: string) => string
	metrics?: HttpMetrics
	bus?: TagBus
	/** Queues of addresses that cost another thing than a page, by path prefix. */
	queues?: readonly { prefix: string; queue: QueueName }[]
	/** Passed in by tests. */
	admission?: Queues
	/** Limits for expensive URLs, by path prefix. */
	limits?: readonly (RateLimit & { prefix: string })[]
	writes: Omit<WriteGateOptions, 'publicUrl' | 'trustProxy'>
	/** Called with each request that is not refused because its queue is full, before it is answered. */
	see?: (req: IncomingMessage) => void
	/** Called with the tags of each page that is sent, from memory or rendered for the request. */
	onSend?: PageCacheOptions['onSend']
}

export type Front = {
	/** For `http.createServer`. */
	listener: (req: IncomingMessage, res: ServerResponse) => void
	pageCache: PageCache
	close: () => void
}

const noCookies: readonly string[] = []
/** Requested by machines every few seconds: not logged. */
const polled = new Set(['/healthz', '/readyz', '/metrics', '/builds/latest.json'])
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Everything between the socket and the application: pages from memory first, then bad input, the build's files,
 * limits, the page cache, and at last Hono; each answer with its security headers, its log line and its figures.
 */
export function createFront(options: FrontOptions): Front {
	const answering = answeringOf(options)
	const handOver = createHandOver(options, answering)
	const queues = options.admission ?? createQueues()
	options.metrics?.watchAdmission(queues)
	const queueOf = (path: string): Admission | undefined =>
		polled.has(path) ? undefined : queues[options.queues?.find(({ prefix }) => path.startsWith(prefix))?.queue ?? 'requests']
	const next = createTurnTaking(options, answering, { handOver, queueOf })
	const pageCache = createFrontCache(options, answering, { next, queue: queues.renders })
	options.metrics?.watchPageCache(pageCache.stats)
	const takeWrite = createWriteTaking(options, answering, (req, res, body) => {
		handOver.keepBody(req, body)
		next(req, res)
	})
	const answer = createAnswer(options, answering, { pageCache, takeWrite, queueOf, queues })
	return {
		pageCache,
		close: pageCache.close,
		listener(req, res) {
			try {
				answer(req, res)
			} catch (error) {
				answering.fail(req, res, error)
			}
		},
	}
}

type Answering = ReturnType<typeof answeringOf>
type QueueOf = (path: string) => Admission | undefined

/** What every part of the front responds with: security headers, cookies of navigations, error pages. */
function answeringOf({ config, log, assetsDirectory }: FrontOptions) {
	const { siteName, publicUrl } = config
	const secureCookies = publicUrl.startsWith('https:')
	const security = createSecurityHeaders(config)
	const onError = (error: unknown) => log.error({ err: error }, 'request failed')
	const refuse = (req: IncomingMessage, res: ServerResponse, status: number, code: string, headers: ErrorHeaders = {}) =>
		sendError(req, res, { status, code, siteName, security, headers })
	return {
		security,
		isDevelopment: assetsDirectory === undefined,
		onError,
		refuse,
		/** Logs unexpected errors. */
		fail: (req: IncomingMessage, res: ServerResponse, error: unknown): void => {
			onError(error)
			refuse(req, res, 500, 'internal')
		},
		cookiesFor: ({ headers, url = '' }: IncomingMessage): readonly string[] => {
			const mark = url.indexOf('?')
			return isNavigation(headers, mark === -1 ? url : url.slice(0, mark)) ? navigationCookies(headers.cookie, secureCookies) : noCookies
		},
		/** A rejected write gets a token too, so that it can be retried. */
		cookiesForRefused: ({ headers }: IncomingMessage): readonly string[] => navigationCookies(headers.cookie, secureCookies),
	}
}

type HandleRequest = (request: Request, env: FrontEnv & { incoming: IncomingMessage }) => Promise<Response>
type AdapterParts = Pick<Answering, 'security' | 'isDevelopment' | 'onError' | 'cookiesFor' | 'cookiesForRefused'> &
	Pick<FrontOptions, 'onSend'>

/** A listener that hands requests to Hono and finishes its answers. */
function createAdapter(
	handle: HandleRequest,
	{ security, isDevelopment, onError, onSend, ...answering }: AdapterParts,
	addresses: WeakMap<IncomingMessage, string>,
) {
	return getRequestListener(
		async (request, env) => {
			const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
			const response = await handle(request, { incoming, outgoing, address: addresses.get(incoming) ?? '' })
			const tags = response.headers.get('x-cache-tags')
			if (tags !== null) onSend?.(incoming, tags.split(' '))
			return finishResponse(response, {
				security,
				cookiesFor({ isPage, status }) {
					if (status === 403) return answering.cookiesForRefused(incoming)
					return isPage && request.method === 'GET' ? answering.cookiesFor(incoming) : []
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
			// The gate has read or discarded the body.
			autoCleanupIncoming: false,
		},
	)
}

/** Hands requests to Hono: with a uniform address, the caller's own address and the body that the gate has read. */
function createHandOver({ config, fetch, onSend }: FrontOptions, { security, isDevelopment, onError, fail, ...answering }: Answering) {
	const { publicUrl, trustProxy } = config
	/** Read before the proxies' headers are removed. */
	const addresses = new WeakMap<IncomingMessage, string>()
	const bodies = new WeakMap<IncomingMessage, ReadBody>()
	/** End the turns of requests that waited for one (admission.ts). */
	const turns = new WeakMap<IncomingMessage, () => void>()

	async function handle(request: Request, env: FrontEnv & { incoming: IncomingMessage }): Promise<Response> {
		const read = bodies.get(env.incoming)
		try {
			return await fetch(request, read === undefined ? env : { ...env, body: read.body })
		} finally {
			// What is still being sent needs no turn.
			turns.get(env.incoming)?.()
			read?.dispose().catch(onError)
		}
	}

	const viaHono = createAdapter(handle, { security, isDevelopment, onError, onSend, ...answering }, addresses)

	return {
		keepBody(req: IncomingMessage, body: ReadBody) {
			bodies.set(req, body)
			// So the adapter leaves the stream alone.
			Object.assign(req, { rawBody: Buffer.alloc(0) })
		},
		dropBody: (req: IncomingMessage): void => void bodies.get(req)?.dispose().catch(onError),
		next: (req: IncomingMessage, res: ServerResponse, endTurn?: () => void): void => {
			if (endTurn !== undefined) turns.set(req, endTurn)
			const target = req.url ?? '/'
			const requestId = String(req.headers['x-request-id'])
			addresses.set(req, clientAddress(req, trustProxy))
			normaliseRequest(req, { publicUrl, requestId, target })
			// The same for GET and HEAD: the response already knows that a HEAD has no body.
			if (req.method === 'HEAD') req.method = 'GET'
			viaHono(req, res).catch((error: unknown) => fail(req, res, error))
		},
	}
}

/** Hands requests over when it is their turn, and refuses those whose turn would come too late. */
function createTurnTaking(
	{ countUnread }: FrontOptions,
	{ security, onError, refuse, fail }: Answering,
	{ handOver, queueOf }: { handOver: ReturnType<typeof createHandOver>; queueOf: QueueOf },
) {
	const poll = createUnreadPoll({ count: countUnread, security, onError })
	return (req: IncomingMessage, res: ServerResponse): void => {
		const { method, url = '' } = req
		const path = url.split('?', 1)[0] ?? ''
		const queue = queueOf(path)
		// Whoever looks after the site must see it when it is busy.
		if (queue === undefined) return handOver.next(req, res)
		const enter = async () => {
			const endTurn = await queue.enter(method === 'GET' || method === 'HEAD' ? 'read' : 'write')
			if (endTurn !== null) return (await poll(req, res)) ? endTurn() : handOver.next(req, res, endTurn)
			handOver.dropBody(req)
			refuse(req, res, 503, 'unavailable', { 'retry-after': RETRY_AFTER })
		}
		enter().catch((error: unknown) => fail(req, res, error))
	}
}

/** The page cache, which renders a page by calling the application without a socket. */
function createFrontCache(options: FrontOptions, answering: Answering, to: Required<Pick<PageCacheOptions, 'next' | 'queue'>>): PageCache {
	const { config, fetch, pages, bus, onSend, findReader } = options
	const { security, isDevelopment, onError, refuse, cookiesFor } = answering
	return createPageCache({
		publicUrl: config.publicUrl,
		// In development pages are not cached.
		maxBytes: isDevelopment ? 0 : config.pageCacheBytes,
		rules: pages,
		render: async (request, audience) =>
			finishWhole(await fetch(request, { forCache: audience }), {
				security,
				cookiesFor: () => [],
				acceptEncoding: undefined,
				keepTags: true,
				isDevelopment,
			}),
		...to,
		cookiesFor,
		onSend,
		...(findReader === undefined ? {} : { findReader }),
		...(bus === undefined ? {} : { bus }),
		onError,
		answerFailure: (req, res, status) =>
			status === 503 ? refuse(req, res, 503, 'unavailable', { 'retry-after': RETRY_AFTER }) : refuse(req, res, 500, 'internal'),
	})
}

type TakeWrite = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>

/** Puts a write through the gate, and what the gate admits through `admitted`. */
function createWriteTaking(
	{ config, writes }: FrontOptions,
	{ onError, refuse, cookiesForRefused }: Answering,
	admitted: (req: IncomingMessage, res: ServerResponse, body: ReadBody) => void,
): TakeWrite {
	const gate = createWriteGate({ ...writes, publicUrl: config.publicUrl, trustProxy: config.trustProxy })
	return async (req, res, path) => {
		try {
			const verdict = await gate.admit(req, path)
			if (isRefusal(verdict)) {
				const cookies = verdict.status === 403 ? cookiesForRefused(req) : noCookies
				refuse(req, res, verdict.status, verdict.code, { ...verdict.headers, ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }) })
			} else admitted(req, res, verdict)
			gate.discard(req)
		} catch (error) {
			// The client has disconnected.
			if (req.destroyed) return void res.destroy()
			onError(error)
			const code = isStorageFull(error) ? 'storage-full' : 'unavailable'
			refuse(req, res, 503, code, { 'retry-after': '5', connection: 'close' })
		}
	}
}

type Ways = { pageCache: PageCache; takeWrite: TakeWrite; queueOf: QueueOf; queues: Queues }
/** Handles one request. */
function createAnswer(options: FrontOptions, answering: Answering, to: Ways) {
	const { trustProxy, siteName } = options.config
	const assets = createFrontAssets(options, answering)
	const refuseEarly = createEarlyRefusals({
		...options,
		siteName,
		security: answering.security,
		isBusy: () => isAnyFull(to.queues),
		queueFor(req, path) {
			if (path.startsWith('/assets/') || assets?.has(path) === true) return undefined
			return { nothing: undefined, render: to.queues.renders, handler: to.queueOf(path) }[to.pageCache.needs(req)]
		},
	})
	const limits = (options.limits ?? []).map(({ prefix, ...limit }) => ({ prefix, limiter: createRateLimiter(limit) }))
	const report = createReport(options)
	return (req: IncomingMessage, res: ServerResponse): void => {
		if (refuseEarly(req, res)) return
		options.see?.(req)
		const hit = hasBody(req.headers) ? null : to.pageCache.answerKnown(req, res)
		if (hit !== null) return options.metrics?.hit(hit)
		const refuse = (status: number, code: string, headers: ErrorHeaders = {}) => answering.refuse(req, res, status, code, headers)
		const method = req.method ?? ''
		const target = originForm(req.url ?? '')
		req.url = target
		const path = target.split('?', 1)[0] ?? ''
		const requestId = givenRequestId(req, trustProxy) ?? randomUUID()
		req.headers['x-request-id'] = requestId
		const reported = report(res, { method, path, requestId })

		const fault = targetFault(target)
		if (fault !== null) return refuse(fault.status, fault.code)
		if (!methods.has(method)) return refuse(405, 'method-not-allowed', { allow: [...methods].join(', ') })
		const isRead = method === 'GET' || method === 'HEAD'
		// Nothing reads the body of a GET, and Node would read it without a limit.
		if (isRead && hasBody(req.headers)) return refuse(400, 'unexpected-body', { connection: 'close' })
		if (assets?.answer(req, res, path)) {
			reported.isAsset = true
			return
		}
		const limit = limits.find(({ prefix }) => path.startsWith(prefix))
		const wait = limit?.limiter.take(clientAddress(req, trustProxy)) ?? null
		if (wait !== null) return refuse(429, 'throttled', { 'retry-after': String(wait) })
		res.setHeader('x-request-id', requestId)
		reported.span = spanOf(req, { requestId, trustProxy })
		const answerIt = (): void => {
			if (isRead) return to.pageCache.listener(req, res)
			to.pageCache.noteWrite(req)
			// Before the browser can follow a redirect.
			res.once('prefinish', () => to.pageCache.noteWrite(req))
			void to.takeWrite(req, res, path)
		}
		withRequestId(requestId, () => withSpan(reported.span, answerIt))
	}
}

/** The span of a request, below that of a trusted proxy. It is named by the report, which knows the route. */
function spanOf(req: IncomingMessage, { requestId, trustProxy }: { requestId: string; trustProxy: number }): Span | null {
	const parent = trustProxy > 0 ? validTraceparent(req.headers['traceparent']) : undefined
	return startSpan(req.method ?? '', { kind: 'server', attributes: { 'shirube.request_id': requestId } }, parent)
}

function createFrontAssets({ assetsDirectory }: FrontOptions, { security, refuse, onError }: Answering): StaticAssets | null {
	if (assetsDirectory === undefined) return null
	return createStaticAssets({
		directory: assetsDirectory,
		headers: security.common,
		policy: security.policyForData,
		answerMissing: (req, res) => refuse(req, res, 404, 'not-found'),
		onError,
	})
}

/** Logs and measures each answer at its end. What it returns may be marked as a file of the build until then. */
function createReport({ log, metrics, routeOf }: FrontOptions) {
	return (res: ServerResponse, { method, path, requestId }: { method: string; path: string; requestId: string }) => {
		const startedAt = performance.now()
		const reported: { isAsset: boolean; span: Span | null } = { isAsset: false, span: null }
		res.on('close', () => {
			const { isAsset } = reported
			const route = isAsset ? '/assets/*' : routeOf(path)
			const status = res.writableFinished ? res.statusCode : 499
			const ms = performance.now() - startedAt
			metrics?.observe({ method, route, status, seconds: ms / 1_000 })
			if (reported.span !== null) endSpan(reported.span, { method, route, status })
			const line = { requestId, method: methods.has(method) ? method : 'other', route, status, ms: Math.round(ms * 10) / 10 }
			if (isAsset || polled.has(path)) log.debug(line, 'request')
			else log.info(line, 'request')
		})
		return reported
	}
}

function endSpan(span: Span, { method, route, status }: { method: string; route: string; status: number }): void {
	span.rename(`${method} ${route}`)
	span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
	if (status >= 500) span.fail()
	span.end()
}
