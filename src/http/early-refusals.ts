import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Admission } from './admission.ts'
import { hasBody } from './body-rules.ts'
import { errorFor } from './error-pages.ts'
import type { HttpMetrics } from './metrics.ts'
import type { SecurityHeaders } from './security-headers.ts'

type Refusal = { head: string[]; body: string }

export type EarlyRefusalOptions = {
	siteName: string
	security: Pick<SecurityHeaders, 'forData'>
	log: Logger
	metrics?: HttpMetrics | undefined
	routeOf: (path: string) => string
	/** Whether any queue is full, which is all that is asked while none is. */
	isBusy: () => boolean
	/** The queue in which a request without a body would wait; undefined where memory or a file answers, or where no queue is passed. */
	queueFor: (req: IncomingMessage, path: string) => Admission | undefined
}

/** Seconds after which a refused browser or program may ask again. */
export const RETRY_AFTER = '2'
/** Refusals that are sent in one turn of the event loop, and how many may wait for one. */
const SENT_IN_A_TURN = 24
const WAITING = 4_000
/** Refusals are logged by their number, at most so often. */
const LOG_EVERY_MS = 1_000

/**
 * Refuses reads whose queue is full, before anything is made, read or counted for them: a crowd that asks again at once costs the rest
 * of the site only what parsing its requests costs. The listener that is returned says whether it has answered.
 */
export function createEarlyRefusals(options: EarlyRefusalOptions): (req: IncomingMessage, res: ServerResponse) => boolean {
	const { metrics, routeOf, isBusy, queueFor } = options
	const forPages = refusalOf('/', options)
	const forCalls = refusalOf('/api/', options)
	const note = createNotes(options.log)
	const send = createSlowSender()
	return (req, res) => {
		if (!isBusy()) return false
		const { url = '', method } = req
		if (method !== 'GET' || !url.startsWith('/') || hasBody(req.headers)) return false
		const mark = url.indexOf('?')
		const path = mark === -1 ? url : url.slice(0, mark)
		const queue = queueFor(req, path)
		if (queue?.refuses('read') !== true) return false
		queue.noteRefusal()
		send(res, path.startsWith('/api/') ? forCalls : forPages)
		metrics?.observe({ method, route: routeOf(path), status: 503, seconds: 0 })
		note()
		return true
	}
}

/** The same for everybody. Node sends a text together with the head; for bytes it would make a second piece. */
function refusalOf(path: string, { siteName, security }: EarlyRefusalOptions): Refusal {
	const { body, headers } = errorFor(503, 'unavailable', path, siteName)
	const length = String(Buffer.byteLength(body))
	const all = { ...Object.fromEntries(security.forData), ...headers, 'retry-after': RETRY_AFTER, 'content-length': length }
	return { head: Object.entries(all).flat(), body }
}

/**
 * Sends a few refusals in each turn of the event loop. A page needs several turns, and who asks again as soon as they are refused would
 * fill each of them; while they wait for the refusal they ask nothing.
 */
function createSlowSender(): (res: ServerResponse, refusal: Refusal) => void {
	let waiting: [ServerResponse, Refusal][] = []
	const sendNow = (res: ServerResponse, { head, body }: Refusal) => void res.writeHead(503, head).end(body)
	const sendSome = () => {
		for (const [res, refusal] of waiting.slice(0, SENT_IN_A_TURN)) sendNow(res, refusal)
		waiting = waiting.slice(SENT_IN_A_TURN)
		if (waiting.length > 0) setImmediate(sendSome)
	}
	return (res, refusal) => {
		if (waiting.length >= WAITING) return sendNow(res, refusal)
		waiting.push([res, refusal])
		if (waiting.length === 1) setImmediate(sendSome)
	}
}

/** A line for each of thousands would cost more than the refusals. */
function createNotes(log: Logger): () => void {
	let refused = 0
	return () => {
		refused += 1
		if (refused > 1) return
		setTimeout(() => {
			log.warn({ refused }, 'requests were refused because their queue was full')
			refused = 0
		}, LOG_EVERY_MS).unref()
	}
}
