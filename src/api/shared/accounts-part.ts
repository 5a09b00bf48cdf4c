import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { AccountsVariables } from '../../http/accounts-request.ts'
import { problem, problemResponse } from '../../http/problem.ts'
import { type ApiEnv, createApiPart, problemSchema } from './define.ts'

/** `accounts` is set for each request by the composition. */
export type AccountsEnv = { Bindings: ApiEnv['Bindings']; Variables: AccountsVariables }

/** A part of the API whose writes are JSON and whose answers are never kept. */
export function createAccountsPart(paths: readonly string[]): OpenAPIHono<AccountsEnv> {
	const part = createApiPart() as unknown as OpenAPIHono<AccountsEnv>
	for (const path of paths) part.use(path, jsonOnly)
	return part
}

const jsonOnly: MiddlewareHandler = async (c, next) => {
	const { method, headers } = c.req.raw
	const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0
	const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
	if (method !== 'GET' && method !== 'HEAD' && (hasBody || type !== undefined) && type !== 'application/json') {
		const title = 'JSONで送信してください。'
		return problemResponse(problem({ status: 415, code: 'unsupported-media-type', title, detail: 'Send application/json' }))
	}
	await next()
	c.res.headers.set('cache-control', 'no-store')
}

/** The ID token of the Authorization header, with or without its scheme, or null. */
export function bearer(header: string | undefined): string | null {
	const token = header?.replace(/^Bearer\s+/i, '').trim()
	return token ? token : null
}

export const authorizationHeader = (needed: string) => z.object({ authorization: z.string().max(4_096).optional().describe(needed) })

/** For calls that take a fresh login (`requireRecentLogin`). */
export const freshToken = authorizationHeader('ログインから5分を過ぎているときは、もう一度ログインして得たIDトークン。')

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({ content: { 'application/json': { schema } }, required: true })

const refusal = (description: string) => ({ description, content: { 'application/problem+json': { schema: problemSchema } } })

export const refusals = {
	conflict: { 409: refusal('すでに使われているなど、ほかと重なりました。') },
	unauthenticated: { 401: refusal('ログインが必要です。') },
	forbidden: { 403: refusal('許可されていません。') },
	invalid: { 422: refusal('入力内容に誤りがあります。') },
}

export const csrfTokenField = { csrfToken: z.string().max(100).optional().describe('X-CSRF-TOKEN ヘッダーの代わり。') }
