import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Admission } from './admission.ts'
import { hasBody } from './body-rules.ts'
import { errorFor } from './error-pages.ts'
import type { HttpMetrics } from './metrics.ts'
import type { SecurityHeaders } from './security-headers.ts'

export type EarlyRefusalOptions = {
	siteName: string
	security: Pick<SecurityHeaders, 'forData'>
	log: Logger
	metrics?: HttpMetrics | undefined
	routeOf: (path: string) => string
	/** The queue of a path; undefined for one that passes them. */
	queueOf: (path: string) => Admission | undefined
	/** Whether something else than a handler may answer: a kept page, or a file of the build. */
	isAnsweredElsewhere: (target: string, path: string) => boolean
}

/** Seconds after which a refused browser or program may ask again. */
export const RETRY_AFTER = '2'
/** Refusals are logged by their number, at most so often. */
const LOG_EVERY_MS = 1_000

/**
 * Refuses reads whose queue is full, before anything is made for them: a crowd that asks again at once costs the rest of the site
 * only what parsing its requests costs. The listener that is returned says whether it has answered.
 */
export function createEarlyRefusals(options: EarlyRefusalOptions): (req: IncomingMessage, res: ServerResponse) => boolean {
	const { metrics, routeOf, queueOf, isAnsweredElsewhere } = options
	const forPages = refusalOf('/', options)
	const forCalls = refusalOf('/api/', options)
	const note = createNotes(options.log)
	return (req, res) => {
		const { url = '', method, headers } = req
		if (method !== 'GET' || !url.startsWith('/')) return false
		const mark = url.indexOf('?')
		const path = mark === -1 ? url : url.slice(0, mark)
		const queue = queueOf(path)
		if (queue === undefined || !queue.refuses('read') || hasBody(headers) || isAnsweredElsewhere(url, path)) return false
		queue.noteRefusal()
		const { head, body } = path.startsWith('/api/') ? forCalls : forPages
		res.writeHead(503, head)
		res.end(body)
		metrics?.observe({ method, route: routeOf(path), status: 503, seconds: 0 })
		note()
		return true
	}
}

/** The same bytes for everybody. */
function refusalOf(path: string, { siteName, security }: EarlyRefusalOptions): { head: string[]; body: Buffer } {
	const { body: text, headers } = errorFor(503, 'unavailable', path, siteName)
	const body = Buffer.from(text)
	const all = { ...Object.fromEntries(security.forData), ...headers, 'retry-after': RETRY_AFTER, 'content-length': String(body.length) }
	return { head: Object.entries(all).flat(), body }
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
