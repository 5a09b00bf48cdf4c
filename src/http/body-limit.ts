import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** The largest body that a request may have. */
export const BODY_BYTES = 12 * 1_048_576

/**
 * The limit for bodies that come in chunks and announce no length: they are counted while they are read. Those that
 * announce theirs are refused before anything of them comes (front.ts), and pay nothing here.
 */
export function limitUnannouncedBodies(refuse: (request: Request) => Response): MiddlewareHandler {
	const limit = bodyLimit({ maxSize: BODY_BYTES, onError: (c) => refuse(c.req.raw) })
	return (c, next) => (c.req.raw.headers.has('transfer-encoding') ? limit(c, next) : next())
}
