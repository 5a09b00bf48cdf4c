import type { Context, Env, Hono, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import { data } from 'react-router'
import { isAuthErrorCode, isPageNotFoundMessage, pageNotFoundMessage } from '../domain/accounts/catalogue.ts'
import { DomainError, type DomainErrorKind, isDomainError, type Way } from '../domain/shared/errors.ts'
import { isDatabaseAway, isObjectStoreAway, isOvertaken, isStorageFull, isUnstorableText } from '../platform/passing-error.ts'

const kinds: Record<DomainErrorKind, { status: number; title: string }> = {
	'not-found': { status: 404, title: '見つかりませんでした。' },
	forbidden: { status: 403, title: 'この操作は許可されていません。' },
	unauthenticated: { status: 401, title: 'ログインが必要です。' },
	conflict: { status: 409, title: 'ほかの操作と重なったため、完了できませんでした。' },
	invalid: { status: 422, title: '入力内容を確認してください。' },
	throttled: { status: 429, title: '回数の上限に達しました。しばらくしてからお試しください。' },
	unavailable: { status: 503, title: 'ただいま利用できません。しばらくしてからお試しください。' },
}

/** RFC 9457, with the `message` that the spec's clients raise (section 7). */
export type Problem = {
	type: 'about:blank'
	title: string
	status: number
	detail: string
	/** The error's kind, for programs. */
	code: string
	/** A Japanese message for each bad field. */
	fields: Readonly<Record<string, string>>
	/** Pages of the site that help further. */
	ways?: readonly Way[]
	message: string
	/** To be quoted to support; the log has the same. */
	requestId?: string
}

type ProblemInit = {
	status: number
	code: string
	title: string
	detail: string
	fields?: Readonly<Record<string, string>>
	ways?: readonly Way[]
	requestId?: string | undefined
}

export function problem({ status, code, title, detail, fields = {}, ways = [], requestId }: ProblemInit): Problem {
	const more = { ...(ways.length > 0 ? { ways } : {}), ...(requestId ? { requestId } : {}) }
	return { type: 'about:blank', title, status, detail, code, fields, message: detail, ...more }
}

export function problemResponse(body: Problem, headers: Record<string, string> = {}): Response {
	return new Response(JSON.stringify(body), {
		status: body.status,
		headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
	})
}

/** Turns any error thrown under /api into a response. An unexpected error is logged and reveals only its request id. */
export function errorToResponse(error: unknown, { log, requestId }: { log: Logger; requestId?: string | undefined }): Response {
	const known = foreseen(error)
	if (known) {
		const { status, title } = kinds[known.kind]
		if (isOvertaken(known.cause)) log.warn({ err: known.cause, requestId }, 'overtaken by another request')
		if (isObjectStoreAway(known.cause)) log.warn({ err: known.cause, requestId }, 'object store away')
		return problemResponse(
			problem({ status, code: known.code, title, detail: known.detail, fields: known.fields, ways: known.ways, requestId }),
			retryHeaders(known),
		)
	}
	if (error instanceof HTTPException) {
		const { status } = error
		const title = status < 500 ? 'リクエストを受け付けられませんでした。' : 'エラーが発生しました。'
		return problemResponse(problem({ status, code: `http-${status}`, title, detail: error.message || title, requestId }))
	}
	log.error({ err: error, requestId }, 'unexpected error')
	const title = 'エラーが発生しました。しばらくしてからお試しください。'
	return problemResponse(problem({ status: 500, code: 'internal', title, detail: 'Unexpected error', requestId }))
}

/**
 * Converts a DomainError for React Router's error page: status and `RouteErrorData`. Throw it from loaders
 * and actions. Responses and unknown errors are returned unchanged, so `throw toRouteError(error)` is always right.
 */
export function toRouteError(error: unknown): unknown {
	const known = foreseen(error)
	if (!known) return error
	const body: RouteErrorData = { code: known.code, message: messageOf(known), title: kinds[known.kind].title, fields: known.fields }
	return data(body, { status: statusOf(known), headers: retryHeaders(known) })
}

/**
 * Returns the DomainError of a foreseen failure: one of the domain, a database or object store that is briefly unavailable, a full disk, a row
 * (such as an account) that another request deleted meanwhile, or a text that cannot be stored. Returns null for a fault of ours.
 */
export function foreseen(error: unknown): DomainError | null {
	if (isDomainError(error)) return error
	if (isOvertaken(error)) return new DomainError('conflict', 'Changed by another request at the same time', { cause: error })
	if (isUnstorableText(error)) return new DomainError('invalid', 'Text with a character that cannot be stored', { cause: error })
	if (isStorageFull(error)) return new DomainError('unavailable', 'The storage is full', { ...storageFull, cause: error })
	if (isObjectStoreAway(error)) return new DomainError('unavailable', 'The object store is away', { ...filesAway, cause: error })
	if (!isDatabaseAway(error)) return null
	return new DomainError('unavailable', 'Temporarily unavailable', { retryAfterSeconds: 5, cause: error })
}

/** Until the operator has made room. */
const storageFull = {
	code: 'storage-full',
	fields: {
		form: '保存する場所がいっぱいのため、いまは保存できません。今回送った内容は保存されていません。しばらくしてからお試しください。',
	},
	retryAfterSeconds: 60,
}

/** Until the service that keeps files is back. */
const filesAway = {
	code: 'files-away',
	fields: {
		form: 'ファイルの保管場所につながらないため、いまは画像や書類の表示と保存ができません。しばらくしてからお試しください。',
	},
	retryAfterSeconds: 10,
}

/** A connection may break when everything but its answer has been done. */
const AWAY =
	'ただいま混み合っているため、保存できたことを確かめられませんでした。入力した内容はこのまま残っています。しばらくしてから、もう一度お送りください。'

/**
 * Returns the error that a form can show beside what was typed: one of the domain, or a failure that will pass (a database that is
 * briefly away, no room, no place for files). Null for those that belong on the error page.
 */
export function shownInForm(error: unknown): DomainError | null {
	if (isDomainError(error)) return error
	const known = foreseen(error)
	if (known?.kind !== 'unavailable') return null
	if (Object.keys(known.fields).length > 0) return known
	return new DomainError('unavailable', known.detail, {
		fields: { form: AWAY },
		retryAfterSeconds: known.retryAfterSeconds ?? 5,
		cause: error,
	})
}

/** `message` is shown on the error page; empty where the page's default text is enough. */
export type RouteErrorData = { code: string; message: string; title: string; fields: Readonly<Record<string, string>> }

/** Kinds for whose status the error page has no default text. */
const toldByTitle: readonly DomainErrorKind[] = ['conflict', 'invalid']

/** What a person may read: the exact message of the catalogue, or a Japanese sentence. Other details are for programs. */
function messageOf({ kind, code, detail, fields }: DomainError): string {
	if (isAuthErrorCode(code) || isPageNotFoundMessage(detail)) return detail
	return fields['form'] ?? (toldByTitle.includes(kind) ? kinds[kind].title : '')
}

export function statusOf(error: DomainError): number {
	return kinds[error.kind].status
}

export function retryHeaders(error: DomainError): Record<string, string> {
	return error.retryAfterSeconds === null ? {} : { 'retry-after': String(error.retryAfterSeconds) }
}

/** Adds JSON errors to an API: ours by kind, 404 for unknown paths, 405 with Allow for known paths. */
export function installProblems<E extends Env>(api: Hono<E>, log: Logger): void {
	api.onError((error, c) => errorToResponse(error, { log, requestId: c.req.header('x-request-id') }))
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Routed = Pick<Hono, 'router'>

/** The methods that have a call at this path. `app` is the outermost Hono, whose routes hold those of every mounted part. */
export function methodsAt({ router }: Routed, path: string): string[] {
	return methods.filter((method) => {
		const asked = method === 'HEAD' ? 'GET' : method
		return router.match(asked, path)[0].some(([[, route]]) => route.method === asked)
	})
}

/** The last handler under /api. */
export function apiFallback(app: Routed) {
	return (c: Context): Response => {
		const allowed = methodsAt(app, c.req.path)
		const requestId = c.req.header('x-request-id')
		if (allowed.length === 0) {
			const title = 'このAPIはありません。'
			return problemResponse(problem({ status: 404, code: 'not-found', title, detail: pageNotFoundMessage(c.req.path), requestId }))
		}
		const title = 'このAPIはこのメソッドに対応していません。'
		const body = problem({ status: 405, code: 'method-not-allowed', title, detail: `Method not allowed: ${c.req.method}`, requestId })
		return problemResponse(body, { allow: allowed.join(', ') })
	}
}

/** Answers 404 or 405 to unknown calls before the CSRF check, whatever their origin. */
export function refuseUnknownCalls(app: Routed): MiddlewareHandler {
	const fallback = apiFallback(app)
	return async (c, next) => {
		const { method, path } = c.req
		if (method === 'GET' || method === 'HEAD' || methodsAt(app, path).includes(method)) return next()
		return fallback(c)
	}
}
