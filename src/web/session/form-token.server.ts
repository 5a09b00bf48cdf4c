import type { RouterContextProvider } from 'react-router'
import { currentToken, newCsrfToken, recentCookie } from '../../http/csrf.ts'
import { textSlot } from '../../http/slots.ts'
import { slotsContext } from '../context.ts'

type Context = Readonly<RouterContextProvider>

/** Tokens created during a request, for browsers that had none. */
const made = new WeakMap<Context, string>()

/**
 * The CSRF token for the hidden field of a form, which has no script to read the newest cookie. The token that the
 * browser has now stays good after this navigation renews it; a browser without one gets one.
 */
export function formToken(context: Context, request: Request): string {
	if (context.get(slotsContext)) return textSlot('token')
	const current = currentToken(request.headers.get('cookie'))
	if (current !== null) return current
	const token = made.get(context) ?? newCsrfToken()
	made.set(context, token)
	return token
}

/** Set-Cookie for a token that this request had to make, or null. It takes its place among the recent ones. */
export function madeTokenCookie(context: Context, secure: boolean): string | null {
	const token = made.get(context)
	return token === undefined ? null : recentCookie(token, secure)
}
