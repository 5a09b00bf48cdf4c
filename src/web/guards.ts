import { accessPatterns } from './access-patterns.ts'
import { loginPath, redirectTarget } from './session/redirect-target.ts'

/** How long the client waits before it follows a change of the login status (spec section 9). */
export const REDIRECT_DELAY_MS = 10

/** As the router matches paths: any case, with or without a slash at the end. Made once, since every request asks. */
const oneOf = (routes: readonly string[]): RegExp =>
	new RegExp(`^(?:${routes.map((route) => route.replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')).join('|')})/?$`, 'i')

const guarded = oneOf(accessPatterns.guarded)
const typing = oneOf(accessPatterns.keepsTyping)
const forVisitors = oneOf(accessPatterns.visitors)

export const keepsTyping = (pathname: string): boolean => typing.test(pathname)

/** Where somebody who is, or is not, signed in must go instead of this page; null if they may stay. */
export function guardRedirect({ pathname, search }: { pathname: string; search: string }, isSignedIn: boolean): string | null {
	if (!isSignedIn && guarded.test(pathname)) return loginPath(`${pathname}${search}`)
	if (isSignedIn && forVisitors.test(pathname)) return redirectTarget(new URLSearchParams(search).get('redirect'))
	return null
}
