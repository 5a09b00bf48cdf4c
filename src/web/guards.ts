import { loginPath, redirectTarget } from './session/redirect-target.ts'

/** Routes that need a session (spec section 6), whether their page exists yet or not. `*` stands for any rest. */
export const guardedRoutes = [
	'/qa/post',
	'/qa/:id/edit',
	'/qa/:id/answer',
	'/qa/answer/:id/edit',
	'/qa/:id/history',
	'/qa/answer/:id/history',
	'/expert/register/:step',
	'/expert/proof/:id',
	'/mypage/*',
	'/report/*',
	'/appeal/*',
	'/favorite',
	'/notifications/*',
	'/leave',
	'/follower',
	'/follow',
	'/register_premium/*',
	'/admin/*',
	'/office/edit/*',
	'/office-delete/:id',
	'/office/invitation/:token',
	'/office/:id/review',
	// Shown once, right after the first login.
	'/welcome',
] as const

/** Forms whose typing comes back, also to one whose session has ended: a POST to them is answered, not sent away. */
export const typingRoutes = ['/qa/post', '/qa/:id/answer', '/admin/*'] as const

/** Pages for visitors only: a signed-in person is sent away (spec section 2). */
export const visitorRoutes = ['/login', '/register'] as const

/** How long the client waits before it follows a change of the login status (spec section 9). */
export const REDIRECT_DELAY_MS = 10

/** As the router matches paths: any case, with or without a slash at the end. Made once, since every request asks. */
const oneOf = (routes: readonly string[]): RegExp =>
	new RegExp(`^(?:${routes.map((route) => route.replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')).join('|')})/?$`, 'i')

const guarded = oneOf(guardedRoutes)
const typing = oneOf(typingRoutes)
const forVisitors = oneOf(visitorRoutes)

export const keepsTyping = (pathname: string): boolean => typing.test(pathname)

/** Where somebody who is, or is not, signed in must go instead of this page; null if they may stay. */
export function guardRedirect({ pathname, search }: { pathname: string; search: string }, isSignedIn: boolean): string | null {
	if (!isSignedIn && guarded.test(pathname)) return loginPath(`${pathname}${search}`)
	if (isSignedIn && forVisitors.test(pathname)) return redirectTarget(new URLSearchParams(search).get('redirect'))
	return null
}
