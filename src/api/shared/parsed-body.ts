import type { MiddlewareHandler } from 'hono'
import type { FrontEnv } from '../../http/front.ts'

/** Hands the body that was parsed in front of the application to the calls' validators. */
export const takeParsedBody: MiddlewareHandler<{ Bindings: FrontEnv }> = (c, next) => {
	// Programs in the same process call without an environment.
	const body = (c.env as FrontEnv | undefined)?.body
	if (body?.kind === 'json') c.req.json = () => Promise.resolve(body.value as never)
	return next()
}
