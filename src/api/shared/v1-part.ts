import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Scope } from '../../domain/developers/scopes.ts'
import type { TokenHolder } from '../../domain/developers/tokens.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { createApiPart, problems, type ApiEnv } from './define.ts'

/** `ctx` is a visitor's for public calls, and the account's of the token for those that take a scope. */
export type V1Env = { Bindings: ApiEnv['Bindings']; Variables: { ctx: Ctx; holder: TokenHolder | null } }

/** A part of the versioned API: its callers are programs, known by a token and never by a cookie. */
export const createV1Part = () => createApiPart() as unknown as OpenAPIHono<V1Env>

/** The name of the security scheme in the document. */
export const TOKEN_SCHEME = 'apiToken'

const security = (...requirements: Record<string, string[]>[]) => requirements

/** Calls that everyone may make from anywhere; a token only raises the limit. */
export const publicRead = (operationId: string) => ({ operationId, security: security({}, { [TOKEN_SCHEME]: [] }) })

/** Calls that take a token with this scope. */
export const withScope = (operationId: string, scope: Scope) => ({
	operationId,
	security: security({ [TOKEN_SCHEME]: [scope] }),
	middleware: requireScope(scope),
})

/** Calls that take any token. */
export const withToken = (operationId: string) => ({
	operationId,
	security: security({ [TOKEN_SCHEME]: [] }),
	middleware: requireScope(null),
})

const requireScope =
	(scope: Scope | null): MiddlewareHandler<V1Env> =>
	async (c, next) => {
		const { holder, ctx } = c.var
		if (holder === null)
			throw new DomainError('unauthenticated', 'an API token is required', {
				code: 'api/token-required',
				fields: { authorization: 'APIトークンを Authorization: Bearer で送ってください。' },
			})
		if (holder.isAsleep)
			throw new DomainError('forbidden', 'the plan of the account has no API', {
				code: 'api/plan-required',
				fields: { authorization: 'このトークンは休眠しています。プロプランに戻すと、また使えます。' },
			})
		if (scope !== null && !holder.token.scopes.includes(scope))
			throw new DomainError('forbidden', `the token lacks the scope ${scope}`, {
				code: 'api/insufficient-scope',
				fields: { authorization: `このトークンには ${scope} の権限がありません。` },
			})
		c.set('ctx', { ...ctx, viewer: holder.viewer })
		await next()
	}

/** The query of a call that takes none. */
export const noQuery = z.strictObject({})

export const cursorQuery = {
	page: z
		.string()
		.regex(/^[rdsnt]?[ab][1-9a-z][0-9a-z]{0,4}(?:-n?[0-9a-z]{1,10}){1,4}$/, '前の応答の nextCursor を指定してください。')
		.optional()
		.openapi({ description: '前の応答の nextCursor。', example: 'a2-9k' }),
}

/** What any call of v1 may be refused with. */
export const refusedRead = { ...problems.badRequest, ...problems.throttled }
