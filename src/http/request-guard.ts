import type { IncomingMessage } from 'node:http'
import { requestOrigin } from './request-origin.ts'

export type TargetFault = { status: 400 | 414; code: string }

const PATH_BYTES = 2_048
const QUERY_BYTES = 4_096
const PARAMETERS = 64
/** The control characters of ASCII. */
const control = /\p{Cc}/u
/** What a browser sends: printable ASCII. Node also lets raw bytes through, as Latin-1. */
const printable = /^[\x21-\x7e]*$/

/**
 * Checks a request target before it is routed. Returns the fault, or null: a target that passes can be decoded,
 * is of a bounded length and names one place without dots or control characters. Parameters given twice do pass:
 * facets repeat, and every page takes the first where it wants one.
 */
export function targetFault(target: string): TargetFault | null {
	const mark = target.indexOf('?')
	const path = mark === -1 ? target : target.slice(0, mark)
	const query = mark === -1 ? '' : target.slice(mark + 1)
	if (path.length > PATH_BYTES) return { status: 414, code: 'path-too-long' }
	if (query.length > QUERY_BYTES) return { status: 414, code: 'query-too-long' }
	// A second slash would be read as a host's name.
	if (!path.startsWith('/') || path.startsWith('//')) return { status: 400, code: 'bad-path' }
	if (!printable.test(target) || target.includes('#')) return { status: 400, code: 'bad-character' }
	const decodedPath = decode(path)
	const decodedQuery = decode(query)
	if (decodedPath === null || decodedQuery === null) return { status: 400, code: 'bad-encoding' }
	if (control.test(decodedPath) || decodedQuery.includes('\0')) return { status: 400, code: 'bad-character' }
	if (decodedPath.includes('\\')) return { status: 400, code: 'bad-path' }
	if (decodedPath.split('/').some((segment) => segment === '.' || segment === '..')) return { status: 400, code: 'dot-segment' }
	if (query !== '' && query.split('&').length > PARAMETERS) return { status: 400, code: 'too-many-parameters' }
	return null
}

function decode(text: string): string | null {
	if (!text.includes('%')) return text
	try {
		return decodeURIComponent(text)
	} catch {
		return null
	}
}

/** The target of a proxy-style request (`GET http://host/path`) is the path alone: the host is PUBLIC_URL's anyway. */
export function originForm(target: string): string {
	const absolute = /^https?:\/\/[^/?#]*/i.exec(target)
	if (absolute === null) return target
	const rest = target.slice(absolute[0].length)
	return rest.startsWith('/') ? rest : `/${rest}`
}

/** Headers by which our own layers, or a proxy that is not trusted, would be impersonated. */
const internalHeader =
	/^(?:x-react-router-|x-remix-|x-cache-|x-forwarded-|x-http-method-override$|x-original-|x-rewrite-url$|x-middleware-|forwarded$)/i
const requestIdForm = /^[A-Za-z0-9_-]{8,64}$/

/** A request id that a trusted proxy has given, if it has the form of one. */
export function givenRequestId(req: IncomingMessage, trustProxy: number): string | null {
	const given = req.headers['x-request-id']
	return trustProxy > 0 && typeof given === 'string' && requestIdForm.test(given) ? given : null
}

/** Removes a header from both views of a request, because the adapter reads the raw headers. */
export function removeHeader(req: IncomingMessage, name: string): void {
	delete req.headers[name]
	req.rawHeaders = req.rawHeaders.filter((_, index, raw) => raw[index - (index % 2)]!.toLowerCase() !== name)
}

/**
 * Rewrites a request for the application: under the public origin (React Router compares it with Origin
 * on every action), with our request id, without internal headers. Both views of the headers are kept alike, since
 * the adapter reads the raw ones.
 */
export function normaliseRequest(
	req: IncomingMessage,
	{ publicUrl, requestId, target }: { publicUrl: string; requestId: string; target: string },
): void {
	const origin = requestOrigin(req.headers.host, publicUrl)
	const raw: string[] = []
	for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
		const name = req.rawHeaders[i]!
		const lower = name.toLowerCase()
		if (lower === 'host' || lower === 'x-request-id') continue
		if (internalHeader.test(name)) {
			delete req.headers[lower]
			continue
		}
		raw.push(name, req.rawHeaders[i + 1]!)
	}
	const host = origin.slice(origin.indexOf('//') + 2)
	raw.push('Host', host, 'x-request-id', requestId)
	req.rawHeaders = raw
	req.headers.host = host
	req.headers['x-request-id'] = requestId
	req.url = origin + target
}
