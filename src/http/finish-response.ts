import { compress, COMPRESS_FROM_BYTES, isCompressible, negotiateCoding } from './content-coding.ts'
import { takeOwnScripts } from './own-scripts.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { WholeResponse } from './whole-response.ts'

export type FinishOptions = {
	security: SecurityHeaders
	/** Set-Cookie values for this answer; none where it is going to be kept. */
	cookiesFor: (answer: { isPage: boolean; status: number }) => readonly string[]
	/** Undefined leaves the body as it is: the page cache compresses what it keeps by itself. */
	acceptEncoding: string | undefined
	/** The page cache reads the tags; nobody else may. */
	keepTags: boolean
	/** Vite's own scripts and styles fit no policy, so there is none while developing. */
	isDevelopment: boolean
}

/**
 * What every answer of the application goes through: security headers, a policy with the hashes of the scripts that
 * our render marked (for which the document is buffered), cookies of the navigation, compression.
 */
export async function finishResponse(response: Response, options: FinishOptions): Promise<Response> {
	const { status, statusText, headers, body } = await finish(response, options)
	return new Response(
		Buffer.isBuffer(body) ? (new Uint8Array(body.buffer, body.byteOffset, body.length) as Uint8Array<ArrayBuffer>) : body,
		{
			status,
			statusText,
			headers,
		},
	)
}

/** The same with the body in one piece: what keeps it need not read it out of a Response again. */
export async function finishWhole(response: Response, options: FinishOptions): Promise<{ status: number; headers: Headers; body: Buffer }> {
	const { status, headers, body } = await finish(response, options)
	return { status, headers, body: Buffer.isBuffer(body) ? body : Buffer.from(await new Response(body).arrayBuffer()) }
}

type Finished = { status: number; statusText: string; headers: Headers; body: Buffer | ReadableStream<Uint8Array<ArrayBuffer>> | null }

async function finish(
	response: Response,
	{ security, cookiesFor, acceptEncoding, keepTags, isDevelopment }: FinishOptions,
): Promise<Finished> {
	const { status, statusText } = response
	const headers = new Headers(response.headers)
	if (!keepTags) headers.delete('x-cache-tags')
	for (const [name, value] of security.common) if (!headers.has(name)) headers.set(name, value)
	const type = headers.get('content-type')
	const isDocument = /^text\/html/i.test(type ?? '')
	const isPage = isDocument || /^text\/x-script/i.test(type ?? '')
	// A lasting redirect leads everybody to the same place.
	const isLasting = status === 301 || status === 308
	if (!keepTags && !isLasting && !headers.has('cache-control')) headers.set('cache-control', isPage ? 'private, no-cache' : 'no-store')
	for (const cookie of cookiesFor({ isPage, status: response.status })) headers.append('set-cookie', cookie)
	if (!isDocument && !headers.has('content-security-policy')) headers.set('content-security-policy', security.policyForData)
	const squeezes = isCompressible(type) && !headers.has('content-encoding')
	if (squeezes) addVary(headers)
	// A stream of events or a download goes on as it comes.
	const isBuffered =
		(response instanceof WholeResponse || response.body !== null) && (isPage || (squeezes && !/event-stream/i.test(type ?? '')))
	if (!isBuffered) return { status, statusText, headers, body: response.body }
	let body: Buffer = response instanceof WholeResponse ? response.whole : Buffer.from(await response.arrayBuffer())
	if (isDocument) {
		const own = takeOwnScripts(body)
		body = own.html
		if (!isDevelopment && !headers.has('content-security-policy')) headers.set('content-security-policy', security.policyFor(own.hashes))
	}
	const coding =
		acceptEncoding === undefined || !squeezes || body.length < COMPRESS_FROM_BYTES ? 'identity' : negotiateCoding(acceptEncoding)
	if (coding !== 'identity') {
		body = await compress(body, coding, 4)
		headers.set('content-encoding', coding)
		const etag = headers.get('etag')
		if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
	}
	headers.set('content-length', String(body.length))
	return { status, statusText, headers, body }
}

function addVary(headers: Headers) {
	const vary = headers.get('vary')
	if (vary === null) headers.set('vary', 'Accept-Encoding')
	else if (!/accept-encoding|\*/i.test(vary)) headers.set('vary', `${vary}, Accept-Encoding`)
}
