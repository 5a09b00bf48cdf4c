import type { RouterContextProvider } from 'react-router'
import { readCookie } from '../../http/cookies.ts'
import { configContext } from '../context.ts'
import { redirectTarget } from './redirect-target.ts'

type Context = Readonly<RouterContextProvider>

/** Where somebody who registers wanted to go: the mail's link leads back to the login page without it. */
const COOKIE = 'afterLogin'
/** As long as the mail's link is good. */
const KEPT_SECONDS = 3 * 86_400

function cookie(context: Context, value: string, seconds: number): { headers: [string, string][] } {
	const secure = context.get(configContext).publicUrl.startsWith('https:') ? '; Secure' : ''
	return { headers: [['set-cookie', `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`]] }
}

/** Remembers a target over the registration; nothing for the top page. */
export const rememberTarget = (context: Context, target: string) =>
	target === '/' ? {} : cookie(context, encodeURIComponent(target), KEPT_SECONDS)

/** The login page with the remembered target, and the cookie taken away; null where nothing is remembered. */
export function takeTarget(context: Context, request: Request): { path: string; init: { headers: [string, string][] } } | null {
	const kept = readCookie(request.headers.get('cookie'), COOKIE)
	if (kept === null) return null
	const { searchParams } = new URL(request.url)
	const given = /^[\w%.~!*'()-]+$/.test(kept) ? kept : ''
	let target = '/'
	try {
		target = redirectTarget(decodeURIComponent(given))
	} catch {
		// No target of ours.
	}
	if (target === '/') return null
	searchParams.set('redirect', target)
	return { path: `/login?${searchParams.toString()}`, init: cookie(context, '', 0) }
}
