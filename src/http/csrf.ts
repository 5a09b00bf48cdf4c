import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { readCookie } from './cookies.ts'

export const CSRF_COOKIE = 'csrfToken'
export const CSRF_HEADER = 'X-CSRF-TOKEN'
export const CSRF_FIELD = 'csrfToken'
/** Not readable by scripts; holds the tokens that this browser was given before the present one. */
export const RECENT_COOKIE = 'csrfRecent'
const TOKEN_LENGTH = 8
const RECENT_TOKENS = 16
const token = /^[A-Za-z0-9_-]{8}$/
const recentTokens = /^(?:[A-Za-z0-9_-]{8}){1,16}$/

/** Six bytes make a token's eight characters. */
const POOL_BYTES = 3_072
let pool = ''
let poolUsed = 0

/** Eight random characters (spec section 6): 48 bits. */
export function newCsrfToken(): string {
	if (poolUsed === pool.length) {
		pool = randomBytes(POOL_BYTES).toString('base64url')
		poolUsed = 0
	}
	poolUsed += TOKEN_LENGTH
	return pool.slice(poolUsed - TOKEN_LENGTH, poolUsed)
}

/**
 * Set-Cookie values for one navigation: a new token each time, as the spec has it. The tokens before it stay good for
 * a while in a second cookie, or a form that another tab loaded earlier (and that has no script to read the newest
 * cookie) could no longer be sent.
 */
export function navigationCookies(cookieHeader: string | undefined, secure: boolean): string[] {
	const attributes = secure ? '; Path=/; SameSite=Lax; Secure' : '; Path=/; SameSite=Lax'
	const fresh = `${CSRF_COOKIE}=${newCsrfToken()}${attributes}`
	const current = readCookie(cookieHeader, CSRF_COOKIE)
	if (current === null || !token.test(current)) return [fresh]
	const before = readCookie(cookieHeader, RECENT_COOKIE)
	const kept = before !== null && recentTokens.test(before) ? before : ''
	const recent = (current + kept).slice(0, RECENT_TOKENS * TOKEN_LENGTH)
	return [fresh, `${RECENT_COOKIE}=${recent}${attributes}; HttpOnly`]
}

/** Whether a GET is a visitor going to a page: a document, or React Router's data for one, but no prefetch of it. */
export function isNavigation(headers: IncomingHttpHeaders, path: string): boolean {
	if (headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch') return false
	if (path.endsWith('.data')) return true
	const mode = headers['sec-fetch-mode']
	return mode === undefined || mode === 'navigate'
}

/** Compares what was sent (header or body field) with this browser's tokens, in constant time. */
export function csrfTokenMatches(cookieHeader: string | null | undefined, sent: unknown): boolean {
	if (typeof sent !== 'string' || !token.test(sent)) return false
	const given = Buffer.from(sent)
	const current = readCookie(cookieHeader, CSRF_COOKIE) ?? ''
	const recent = readCookie(cookieHeader, RECENT_COOKIE) ?? ''
	const known = [current, ...(recentTokens.test(recent) ? (recent.match(/.{8}/g) ?? []) : [])].filter((value) => token.test(value))
	let matches = false
	for (const value of known) matches = timingSafeEqual(Buffer.from(value), given) || matches
	return matches
}

export type WriteOrigin = { origin: string | null | undefined; fetchSite: string | null | undefined }

/**
 * The real defence of every write: the browser itself says where the request comes from. Each of Origin and
 * Sec-Fetch-Site must be right if it is there, and one of them must be.
 */
export function isOwnOrigin({ origin, fetchSite }: WriteOrigin, ownOrigin: string): boolean {
	if (origin == null && fetchSite == null) return false
	if (origin != null && origin !== ownOrigin) return false
	return fetchSite == null || fetchSite === 'same-origin'
}

export type CsrfFailure = 'origin-mismatch' | 'csrf-mismatch'

/** Why a write must be refused, or null. `sentToken` is the header, or the body's field where there is no header. */
export function csrfFailure(request: Request, sentToken: unknown): CsrfFailure | null {
	const { headers } = request
	const from = { origin: headers.get('origin'), fetchSite: headers.get('sec-fetch-site') }
	if (!isOwnOrigin(from, new URL(request.url).origin)) return 'origin-mismatch'
	return csrfTokenMatches(headers.get('cookie'), headers.get(CSRF_HEADER) ?? sentToken) ? null : 'csrf-mismatch'
}

export type CsrfOptions = {
	/** Writes that carry their own proof: signed webhooks, one-click unsubscribing. */
	isExempt?: (path: string) => boolean
	/** Makes the refusal's response. */
	refuse: (request: Request, failure: CsrfFailure) => Response
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses every write that does not come from our own pages, before any handler sees it. */
export function csrfProtection({ isExempt, refuse }: CsrfOptions): MiddlewareHandler {
	return async (c, next) => {
		if (safeMethods.has(c.req.method) || isExempt?.(c.req.path)) return next()
		const request = c.req.raw
		const field = request.headers.has(CSRF_HEADER) ? undefined : await bodyField(request)
		const failure = csrfFailure(request, field)
		if (failure === null) return next()
		return refuse(request, failure)
	}
}

/** Reads the token from a copy of the body, so that the handler can still read the body itself. */
async function bodyField(request: Request): Promise<unknown> {
	const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
	try {
		if (type === 'application/json') {
			const body: unknown = await request.clone().json()
			return typeof body === 'object' && body !== null && CSRF_FIELD in body ? body[CSRF_FIELD] : undefined
		}
		if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
			return (await request.clone().formData()).get(CSRF_FIELD)
		}
	} catch {
		// A body that cannot be read carries no token.
	}
	return undefined
}
