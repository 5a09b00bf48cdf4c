import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { MiddlewareHandler } from 'hono'
import { type BodyRule, createBodyPlanner } from './body-rules.ts'
import { type CsrfFailure, headerFailure, tokenFailure } from './csrf.ts'
import type { FrontEnv } from './front.ts'
import { errorResponse } from './error-pages.ts'
import { BodyRefusal } from './request-body.ts'
import { createTemporaryFolders } from './temporary-folders.ts'
import { readBody } from './write-gate.ts'

/**
 * The write gate for tests that call the application without a socket: the same checks and the same reader, on a
 * `Request`. Everyone counts as a member.
 */
export function admitWrites(options: { rules: readonly BodyRule[]; isExempt?: (path: string) => boolean }): MiddlewareHandler<{
	Bindings: FrontEnv
}> {
	const planOf = createBodyPlanner(options.rules)
	const folders = createTemporaryFolders(path.join(tmpdir(), 'shirube-requests-for-test'))
	return async (c, next) => {
		const { method, raw } = c.req
		if (method === 'GET' || method === 'HEAD') return next()
		const headers = Object.fromEntries(raw.headers)
		const isExempt = options.isExempt?.(c.req.path) ?? false
		const refuse = (failure: CsrfFailure) => errorResponse(403, failure, c.req.path, 'しるべ')
		const failure = isExempt ? null : headerFailure(headers, new URL(raw.url).origin)
		if (failure !== null) return refuse(failure)
		const source = raw.body === null ? Readable.from([]) : Readable.fromWeb(raw.body as never)
		const read = async () => {
			const plan = planOf(c.req.path, raw.body === null ? headers : { ...headers, 'transfer-encoding': 'chunked' })
			return readBody(source, { plan, limit: plan.memberBytes, folders })
		}
		const given = await read().catch((error: unknown) => {
			if (error instanceof BodyRefusal) return error
			throw error
		})
		if (given instanceof BodyRefusal) return errorResponse(given.status, given.code, c.req.path, 'しるべ')
		const { body, dispose } = given
		try {
			const mismatch = isExempt ? null : tokenFailure(headers, body)
			if (mismatch !== null) return refuse(mismatch)
			c.env = { ...c.env, body }
			return await next()
		} finally {
			await dispose()
		}
	}
}
