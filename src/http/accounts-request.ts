import type { MiddlewareHandler } from 'hono'
import type { Accounts, AccountsCtx } from '../domain/accounts/accounts-context.ts'
import { findSession, type NewSession } from '../domain/accounts/sessions.ts'
import type { Ctx, Viewer } from '../domain/shared/context.ts'
import { randomToken } from '../platform/token.ts'
import { hasSessionCookie } from './cookies.ts'
import type { FrontEnv } from './front.ts'
import type { Audience } from './page-rules.ts'
import { clientBlock } from './request-origin.ts'
import { accountCookie, deviceCookie, estimateCookie, readAccountCookie, readDevice, readEstimateKeys } from './session.ts'

/** The account side of a request: its viewer, and the cookies that the response will set. */
export type AccountsRequest = { ctx: AccountsCtx; cookies: AccountCookies }

export type AccountCookies = {
	/** Sets the session's cookie, and the one that identifies this browser. */
	signedIn: (session: NewSession) => void
	signedOut: () => void
	/** `signedOut`, and the browser forgets pages and texts of the person who leaves it (docs/decisions/0026-content-security.md). */
	forgetPerson: () => void
	forgetsPerson: () => boolean
	/** Sets the browser's own cookie if it has none yet. Call it wherever an ID token is issued. */
	keepDevice: () => void
	/** The value of the cookie that binds popups to this browser, or null. */
	readPopup: () => string | null
	/** One popup cookie for all popups of this browser, so that two open ones do not part each other from their starts. */
	bindPopup: () => string
	/** Lets this browser open the quotes of a visitor's request, whose private link it has opened. */
	keepEstimateKey: (requestId: number, key: string) => void
	readEstimateKeys: () => string[]
	/** Set-Cookie values so far, for the composition. */
	list: () => readonly string[]
}

const POPUP_MS = 10 * 60_000

/** Reads the session's cookie (one query, and none without a cookie) and makes the request's ctx. */
export async function readAccountsRequest(
	request: Request,
	options: { ctx: Ctx; accounts: Accounts; address: string; secure: boolean; audience?: Audience },
): Promise<AccountsRequest> {
	const { ctx, accounts, secure } = options
	const header = request.headers.get('cookie')
	const token = readAccountCookie(header, 'session', secure)
	const found = token === null ? null : await findSession({ ...ctx, accounts }, token)
	const known = readDevice(header, secure)
	const device = known ?? randomToken()
	const set = new Map<string, string>()
	let forgets = false
	const signedOut = () => {
		if (token !== null) set.set('session', accountCookie('session', null, { secure, expires: ctx.now() }))
	}
	const keepDevice = () => {
		if (known === null) set.set('device', deviceCookie(device, { secure, now: ctx.now() }))
	}
	return {
		ctx: {
			...ctx,
			viewer: found?.viewer ?? viewerOf(options.audience),
			accounts,
			caller: {
				block: clientBlock(options.address),
				userAgent: request.headers.get('user-agent') ?? '',
				device,
				session: found?.session ?? null,
			},
		},
		cookies: {
			signedIn(session) {
				set.set('session', accountCookie('session', session.token, { secure, expires: session.expiresAt }))
				set.set('device', deviceCookie(device, { secure, now: ctx.now() }))
			},
			signedOut,
			forgetPerson() {
				forgets = true
				signedOut()
			},
			forgetsPerson: () => forgets,
			keepDevice,
			readPopup: () => readAccountCookie(header, 'popup', secure),
			bindPopup() {
				const sent = readAccountCookie(header, 'popup', secure)
				const value = sent !== null && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : randomToken()
				set.set('popup', accountCookie('popup', value, { secure, expires: new Date(ctx.now().getTime() + POPUP_MS) }))
				return value
			},
			keepEstimateKey: (requestId, key) => void set.set(`estimate-${requestId}`, estimateCookie(requestId, key, { secure })),
			readEstimateKeys: () => readEstimateKeys(header, secure),
			list: () => [...set.values()],
		},
	}
}

/** A page for signed-in readers is rendered for somebody who has no row in the database, so that nothing of anybody is in it. */
const viewerOf = (audience: Audience = 'visitor'): Viewer =>
	audience === 'visitor'
		? { kind: 'visitor' }
		: { kind: 'member', userId: '0', uid: '', isExpert: audience === 'expert', roles: [], loggedInAt: new Date(0) }

/** The variables of a call: the ctx of the request, and the cookies that the response will set. */
export type AccountsVariables = { ctx: AccountsCtx; cookies: AccountCookies }

/** The connections of a path; a page for the cache is the same for everyone, and without a session nothing of a person is read. */
export type DbFor = (path: string, reader: { forCache: boolean; hasSession: boolean }) => Ctx['db']

/** Sets `ctx` and `cookies` for later handlers, and the cookies on the response. */
export function readWhoIsLooking({
	dbFor,
	...options
}: {
	ctx: Ctx
	/** Those of `ctx` by default. */
	dbFor?: DbFor
	accounts: Accounts
	secure: boolean
}): MiddlewareHandler<{ Bindings: FrontEnv; Variables: AccountsVariables }> {
	return async (c, next) => {
		const reader = { forCache: c.env.forCache !== undefined, hasSession: hasSessionCookie(c.req.header('cookie')) }
		const ctx = dbFor === undefined ? options.ctx : { ...options.ctx, db: dbFor(c.req.path, reader) }
		const request = await readAccountsRequest(c.req.raw, {
			...options,
			ctx,
			address: c.env.address ?? '',
			...(c.env.forCache && { audience: c.env.forCache }),
		})
		c.set('ctx', request.ctx)
		c.set('cookies', request.cookies)
		await next()
		const cookies = request.cookies.list()
		if (cookies.length === 0 && !request.cookies.forgetsPerson()) return
		// The headers of a foreign Response may be immutable.
		const answer = new Response(c.res.body, c.res)
		for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
		// Not "cookies": they hold the secret that identifies this browser.
		if (request.cookies.forgetsPerson()) answer.headers.set('clear-site-data', '"cache", "storage"')
		// A response that sets these cookies is personal.
		answer.headers.set('cache-control', 'no-store')
		c.res = undefined
		c.res = answer
	}
}

/** Returns whether a GET with an effect (signing out, spec section 7) came from a script of our page and is no prefetch. */
export function isOwnFetch(headers: Headers, csrfMatches: () => boolean): boolean {
	if (headers.has('sec-purpose') || headers.get('purpose') === 'prefetch') return false
	const site = headers.get('sec-fetch-site')
	if (site === null) return csrfMatches()
	return site === 'same-origin' && headers.get('sec-fetch-dest') === 'empty'
}
