import type { RouterContextProvider } from 'react-router'
import { CSRF_COOKIE, newCsrfToken, RECENT_COOKIE } from '../../http/csrf.ts'
import { readCookie } from '../../http/cookies.ts'

type Context = Readonly<RouterContextProvider>

/** Tokens made during a request, for browsers that had none. */
const made = new WeakMap<Context, string>()

/**
 * The CSRF token for the hidden field of a form, which has no script to read the newest cookie. The token that the
 * browser has now stays good after this navigation renews it; a browser without one gets one.
 */
export function formToken(context: Context, request: Request): string {
	const current = readCookie(request.headers.get('cookie'), CSRF_COOKIE)
	if (current !== null && /^[A-Za-z0-9_-]{8}$/.test(current)) return current
	const token = made.get(context) ?? newCsrfToken()
	made.set(context, token)
	return token
}

/** Set-Cookie for a token that this request had to make, or null. It takes its place among the recent ones. */
export function madeTokenCookie(context: Context, secure: boolean): string | null {
	const token = made.get(context)
	if (token === undefined) return null
	return `${RECENT_COOKIE}=${token}; Path=/; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
}
