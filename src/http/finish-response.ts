import { compress, COMPRESS_FROM_BYTES, isCompressible, negotiateCoding } from './content-coding.ts'
import { takeOwnScripts } from './own-scripts.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { WholeResponse } from './whole-response.ts'

export type FinishOptions = {
	security: SecurityHeaders
	/** Set-Cookie values for this answer; none where it is going to be kept. */
	cookiesFor: (answer: { isPage: boolean; status: number }) => readonly string[]
	/** Undefined leaves the body as it is: the page cache compresses its entries itself. */
	acceptEncoding: string | undefined
	/** Only the page cache may read the tags. */
	keepTags: boolean
	/** Vite's own scripts and styles fit no policy, so there is none while developing. */
	isDevelopment: boolean
}

/**
 * Finishes every response of the application: security headers, a policy with the hashes of the scripts that
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

/** The same with the body in one buffer, so that a cache need not read it from a Response again. */
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
	const type = headers.get('content-type') ?? ''
	const isDocument = /^text\/html/i.test(type)
	const isPage = isDocument || /^text\/x-script/i.test(type)
	for (const [name, value] of security.common) setDefault(headers, name, value)
	writeLocation(headers)
	if (!keepTags) setCaching(headers, { status, isPage })
	for (const cookie of cookiesFor({ isPage, status })) headers.append('set-cookie', cookie)
	if (!isDocument) setDefault(headers, 'content-security-policy', security.policyForData)
	const isCompressed = isCompressible(type) && !headers.has('content-encoding')
	if (isCompressed) addVary(headers)
	// An event stream or a download is passed through.
	const isBuffered = isPage || (isCompressed && !/event-stream/i.test(type))
	const whole = isBuffered ? await readWhole(response) : null
	if (whole === null) return { status, statusText, headers, body: response.body }
	const body = isDocument ? withPolicy(whole, headers, isDevelopment ? null : security) : whole
	const sent = isCompressed ? await compressed(body, headers, acceptEncoding) : body
	headers.set('content-length', String(sent.length))
	return { status, statusText, headers, body: sent }
}

function setDefault(headers: Headers, name: string, value: string): void {
	if (!headers.has(name)) headers.set(name, value)
}

/** A URL must not contain a backslash (RFC 3986), but `URL` leaves it in a query, and some clients read it as a slash. */
function writeLocation(headers: Headers): void {
	const location = headers.get('location')
	if (location?.includes('\\')) headers.set('location', location.replaceAll('\\', '%5C'))
}

function setCaching(headers: Headers, { status, isPage }: { status: number; isPage: boolean }): void {
	headers.delete('x-cache-tags')
	headers.delete('x-cache-until')
	// A permanent redirect is the same for everybody.
	const isLasting = status === 301 || status === 308
	if (!isLasting) setDefault(headers, 'cache-control', isPage ? 'private, no-cache' : 'no-store')
}

async function readWhole(response: Response): Promise<Buffer | null> {
	if (response instanceof WholeResponse) return response.whole
	return response.body === null ? null : Buffer.from(await response.arrayBuffer())
}

/** The document without the marks of our own scripts; sets the policy that allows only these. */
function withPolicy(document: Buffer, headers: Headers, security: SecurityHeaders | null): Buffer {
	const { html, hashes } = takeOwnScripts(document)
	if (security) setDefault(headers, 'content-security-policy', security.policyFor(hashes))
	return html
}

async function compressed(body: Buffer, headers: Headers, acceptEncoding: string | undefined): Promise<Buffer> {
	if (acceptEncoding === undefined || body.length < COMPRESS_FROM_BYTES) return body
	const coding = negotiateCoding(acceptEncoding)
	if (coding === 'identity') return body
	headers.set('content-encoding', coding)
	const etag = headers.get('etag')
	if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
	return compress(body, coding, 4)
}

function addVary(headers: Headers) {
	const vary = headers.get('vary')
	if (vary === null) headers.set('vary', 'Accept-Encoding')
	else if (!/accept-encoding|\*/i.test(vary)) headers.set('vary', `${vary}, Accept-Encoding`)
}
