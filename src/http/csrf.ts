import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from './cookies.ts'
import { fieldOf, type RequestBody } from './request-body.ts'

/** On plain http; on https with `HOST_PREFIX`, so that no other host of the domain can set it. */
export const CSRF_COOKIE = 'csrfToken'
export const HOST_PREFIX = '__Host-'
export const CSRF_HEADER = 'X-CSRF-TOKEN'
export const CSRF_FIELD = 'csrfToken'
/** Not readable by scripts; holds this browser's former tokens. */
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
 * Set-Cookie values for one navigation: a new token each time, as the spec requires. Former tokens stay valid for
 * a while in a second cookie, or a form that another tab loaded earlier (and that has no script to read the newest
 * cookie) could no longer be sent.
 */
export function navigationCookies(cookieHeader: string | undefined, secure: boolean): string[] {
	const attributes = secure ? '; Path=/; SameSite=Lax; Secure' : '; Path=/; SameSite=Lax'
	const prefix = secure ? HOST_PREFIX : ''
	const fresh = `${prefix}${CSRF_COOKIE}=${newCsrfToken()}${attributes}`
	const [current, ...before] = knownTokens(cookieHeader)
	if (current === undefined) return [fresh]
	const recent = [current, ...before].slice(0, RECENT_TOKENS).join('')
	return [fresh, recentCookie(recent, secure)]
}

/** Set-Cookie value for the former tokens that stay valid. */
export function recentCookie(tokens: string, secure: boolean): string {
	return `${secure ? HOST_PREFIX : ''}${RECENT_COOKIE}=${tokens}; Path=/; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
}

/**
 * This browser's tokens, the present one first. The bare names count only where the prefixed cookie is missing: on plain
 * http, and for the first request of a browser that was here before the cookies had the prefix.
 */
function knownTokens(cookieHeader: string | null | undefined): string[] {
	for (const prefix of [HOST_PREFIX, '']) {
		const current = readCookie(cookieHeader, prefix + CSRF_COOKIE) ?? ''
		if (!token.test(current)) continue
		const recent = readCookie(cookieHeader, prefix + RECENT_COOKIE) ?? ''
		return [current, ...(recentTokens.test(recent) ? (recent.match(/.{8}/g) ?? []) : [])]
	}
	return []
}

/** The token that this browser holds now, or null. */
export const currentToken = (cookieHeader: string | null | undefined): string | null => knownTokens(cookieHeader)[0] ?? null

/** Returns whether a GET is a visitor going to a page: a document, or React Router's data for one, but no prefetch of it. */
export function isNavigation(headers: IncomingHttpHeaders, path: string): boolean {
	if (headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch') return false
	if (path.endsWith('.data')) return true
	// Only widgets are shown in frames, on sites of others: they have no form and set no cookie.
	if (headers['sec-fetch-dest'] === 'iframe') return false
	const mode = headers['sec-fetch-mode']
	return mode === undefined || mode === 'navigate'
}

/** Compares what was sent (header or body field) with this browser's tokens, in constant time. */
export function csrfTokenMatches(cookieHeader: string | null | undefined, sent: unknown): boolean {
	if (typeof sent !== 'string' || !token.test(sent)) return false
	const given = Buffer.from(sent)
	let matches = false
	for (const value of knownTokens(cookieHeader)) matches = timingSafeEqual(Buffer.from(value), given) || matches
	return matches
}

export type WriteOrigin = { origin: string | null | undefined; fetchSite: string | null | undefined }

/**
 * The main defence of every write: the browser itself states the origin of the request. Each of Origin and
 * Sec-Fetch-Site must be valid if present, and one of them must be present.
 */
export function isOwnOrigin({ origin, fetchSite }: WriteOrigin, ownOrigin: string): boolean {
	if (origin == null && fetchSite == null) return false
	if (origin != null && origin !== ownOrigin) return false
	return fetchSite == null || fetchSite === 'same-origin'
}

export type CsrfFailure = 'origin-mismatch' | 'csrf-mismatch'

/**
 * Returns why a write must be refused before its body is read, or null. Without a token in the headers it may still
 * come in the body, unless this browser was never given one.
 */
export function headerFailure(headers: IncomingHttpHeaders, ownOrigin: string): CsrfFailure | null {
	const { cookie } = headers
	if (!isOwnOrigin({ origin: headers.origin, fetchSite: single(headers['sec-fetch-site']) }, ownOrigin)) return 'origin-mismatch'
	const sent = headers[CSRF_HEADER_KEY]
	const passes = sent === undefined ? knownTokens(cookie).length > 0 : csrfTokenMatches(cookie, sent)
	return passes ? null : 'csrf-mismatch'
}

/** Returns why a write must be refused whose body was read, or null: a token in the headers was checked before. */
export function tokenFailure(headers: IncomingHttpHeaders, body: RequestBody): CsrfFailure | null {
	const sent = headers[CSRF_HEADER_KEY] ?? fieldOf(body, CSRF_FIELD)
	return csrfTokenMatches(headers.cookie, sent) ? null : 'csrf-mismatch'
}

const CSRF_HEADER_KEY = CSRF_HEADER.toLowerCase()

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value.join(',') : value)
