import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Config } from '../config.ts'
import type { AccountsCtx } from '../domain/accounts/accounts-context.ts'
import type { Banner } from '../domain/operations/announcements/banners.ts'
import type { EnqueueScheduledJob } from '../domain/operations/queue-admin.ts'
import type { DomainError } from '../domain/shared/errors.ts'
import type { ProcessHealth } from '../http/process-health.ts'
import type { AccountCookies } from '../http/accounts-request.ts'
import type { RequestBody } from '../http/request-body.ts'
import { statusOf, toRouteError } from '../http/problem.ts'

/** The one ctx of the request, set by the composition (src/app.ts). */
export const ctxContext = createContext<AccountsCtx>()
/** The cookies that the response will set, for pages that sign in or out or store a key in this browser. */
export const cookiesContext = createContext<AccountCookies>()
/** The body of a write, read and parsed once; the request of an action no longer has it. */
export const bodyContext = createContext<RequestBody>()
export const configContext = createContext<Config>()
/** Adds the scheduled jobs that staff run by hand to the queue. */
export const enqueueContext = createContext<EnqueueScheduledJob>()
export const buildIdContext = createContext<string>()
/** Of the release that runs. */
export const versionContext = createContext<string | null>(null)
/** Reads what this process knows about itself, for staff; null where nothing composed it. */
export const processHealthContext = createContext<(() => Promise<ProcessHealth>) | null>(null)
/** Whether the page is kept for all signed-in readers: what is theirs is a slot (http/slots.ts). */
export const slotsContext = createContext(false)
/** When a rejected form may be sent again; app.ts sets the header, because React Router drops headers of actions. */
export const retryAfterContext = createContext<number | null>(null)
/** The announcements whose banner runs, whoever they are for, kept by app.ts. */
export const bannersContext = createContext<readonly Banner[]>([])
/** Settings that staff have changed, kept by app.ts (domain/operations/settings/site-settings.ts). */
export const settingsContext = createContext<ReadonlyMap<string, string>>(new Map())
/** The footer's list, cached by app.ts for all pages. */
export const categoriesContext = createContext<readonly { id: number; name: string }[]>()

export type RouteArgs = { context: Readonly<RouterContextProvider> }

/**
 * Wraps `handler` as a loader or action: passes the request's ctx and converts a DomainError into the response that
 * the error page can show.
 */
export function withCtx<Args extends RouteArgs, T>(handler: (ctx: AccountsCtx, args: Args) => Promise<T>): (args: Args) => Promise<T> {
	return async (args) => {
		try {
			return await handler(args.context.get(ctxContext), args)
		} catch (error) {
			throw toRouteError(error)
		}
	}
}

/**
 * Whether the browser reads the data of a plain page: one that is opened by script asks for nothing else, and a document
 * comes without (entry.server.tsx).
 */
export const readsData = (request: Request): boolean => import.meta.env.DEV || new URL(request.url).pathname.endsWith('.data')

/**
 * Answers a loader so that the anonymous page cache may keep the page until one of `tags` is dropped. Pages that use
 * it also export `headers = cacheHeaders`. A page that says something of this very moment names in `until` when that ends;
 * every page ends with the day in Japan.
 */
export function cacheable<T>(value: T, tags: readonly string[], { until = null }: { until?: Date | null } = {}) {
	const headers = new Headers({ 'x-cache-tags': tags.join(' ') })
	if (until !== null) headers.set('x-cache-until', String(until.getTime()))
	return data(value, { headers })
}

export function cacheHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Headers {
	return loaderHeaders
}

/** The state of a refused form with the status of the refusal, and when the form may be sent again. */
export function refusedForm<T>(context: RouteArgs['context'], error: DomainError, state: T) {
	if (error.retryAfterSeconds !== null) context.set(retryAfterContext, error.retryAfterSeconds)
	return data<T>(state, { status: statusOf(error) })
}

/** Retry-After of an error, for routes with an error page: React Router drops the headers of thrown responses. */
export function errorPageHeaders({ errorHeaders }: { errorHeaders: Headers | undefined }): Record<string, string> {
	const seconds = errorHeaders?.get('retry-after')
	return seconds ? { 'retry-after': seconds } : {}
}
