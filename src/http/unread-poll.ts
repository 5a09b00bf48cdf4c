import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPlainRead } from './reader-pages.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Counts what the person of a request has not read; null where the application must answer. */
export type CountUnread = (req: IncomingMessage) => Promise<number | null>

const PATH = '/api/notifications/unread'

/**
 * Answers the call that every open page repeats each minute without the layers of the application, as src/api/social/notifications.ts
 * does. Resolves with false for any other request, and where the application must answer: for visitors and after a failure.
 */
export function createUnreadPoll({
	count,
	security,
	onError,
}: {
	count?: CountUnread | undefined
	security: Pick<SecurityHeaders, 'forData'>
	onError: (error: unknown) => void
}): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
	const headers = [...security.forData, ['content-type', 'application/json'], ['cache-control', 'no-store']].flat()
	return async (req, res) => {
		if (req.url !== PATH || count === undefined || !isPlainRead(req)) return false
		const unread = await count(req).catch((error: unknown) => {
			onError(error)
			return null
		})
		if (unread === null) return false
		const body = JSON.stringify({ unread })
		res.writeHead(200, [...headers, 'content-length', String(body.length)])
		res.end(req.method === 'HEAD' ? undefined : body)
		return true
	}
}
