import type { RouterContextProvider } from 'react-router'
import { accountCookie, readAccountCookie } from '../../http/session.ts'
import { configContext, ctxContext } from '../context.ts'
import { redirectTarget } from './redirect-target.ts'

type Context = Readonly<RouterContextProvider>

/** The target of somebody who registers, because the link in the mail leads to the login page without it. */
const COOKIE = 'afterLogin'
/** The lifetime of the link in the mail. */
const KEPT_SECONDS = 3 * 86_400

const isSecure = (context: Context) => context.get(configContext).publicUrl.startsWith('https:')

function cookie(context: Context, value: string | null): { headers: [string, string][] } {
	const expires = new Date(context.get(ctxContext).now().getTime() + KEPT_SECONDS * 1_000)
	return { headers: [['set-cookie', accountCookie(COOKIE, value, { secure: isSecure(context), expires })]] }
}

/** Remembers a target over the registration; nothing for the top page. */
export const rememberTarget = (context: Context, target: string) => (target === '/' ? {} : cookie(context, encodeURIComponent(target)))

/** Redirects to the login page with the remembered target and clears its cookie; null where none is remembered. */
export function takeTarget(context: Context, request: Request): { path: string; init: { headers: [string, string][] } } | null {
	const kept = readAccountCookie(request.headers.get('cookie'), COOKIE, isSecure(context))
	if (kept === null) return null
	const { searchParams } = new URL(request.url)
	const given = /^[\w%.~!*'()-]+$/.test(kept) ? kept : ''
	let target = '/'
	try {
		target = redirectTarget(decodeURIComponent(given))
	} catch {
		// Not a valid target.
	}
	if (target === '/') return null
	searchParams.set('redirect', target)
	return { path: `/login?${searchParams.toString()}`, init: cookie(context, null) }
}
