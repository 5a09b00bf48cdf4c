import { redirect, type MiddlewareFunction } from 'react-router'
import { configContext, ctxContext } from './context.ts'
import { patternsOf } from './page-table.ts'
import { table } from './routes.ts'
import { madeTokenCookie } from './session/form-token.server.ts'
import { loginPath, redirectTarget } from './session/redirect-target.ts'

/** Matches paths as the router does: any case, with or without a slash at the end; `*` matches any rest. */
const matcher = (patterns: readonly string[]): RegExp =>
	new RegExp(`^(?:${patterns.map((pattern) => pattern.replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')).join('|')})/?$`, 'i')

// Built once, since every request asks.
const guarded = matcher(patternsOf(table, ({ access }) => access === 'members' || access === 'staff'))
const forVisitors = matcher(patternsOf(table, ({ access }) => access === 'visitors'))
const keepsTyping = matcher(patternsOf(table, (facts) => facts.keepsTyping === true))

/** Returns where a signed-in member, or a visitor, must go instead of this page; null if they may stay. */
export function guardRedirect({ pathname, search }: { pathname: string; search: string }, isSignedIn: boolean): string | null {
	if (!isSignedIn && guarded.test(pathname)) return loginPath(`${pathname}${search}`)
	if (isSignedIn && forVisitors.test(pathname)) return redirectTarget(new URLSearchParams(search).get('redirect'))
	return null
}

/** Runs before every page: applies the access column of the URL table (spec sections 2 and 6) and sets the cookie of a new form token. */
export const guardPages: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	// A form sent after the session has ended is returned as typed instead of the login page.
	const isTyped = request.method === 'POST' && keepsTyping.test(url.pathname)
	const to = guardRedirect(url, context.get(ctxContext).viewer.kind === 'member')
	if (to !== null && !isTyped) return redirect(to)
	const response = await next()
	const cookie = madeTokenCookie(context, context.get(configContext).publicUrl.startsWith('https:'))
	if (cookie !== null) response.headers.append('set-cookie', cookie)
	return response
}
