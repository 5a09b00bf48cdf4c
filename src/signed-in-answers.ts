import type { IncomingMessage } from 'node:http'
import type { Banner } from './domain/operations/announcements/banners.ts'
import { type PageReaderFacts, type Reading, readPageReaders } from './domain/operations/readers/page-reader.ts'
import type { Ctx, Viewer } from './domain/shared/context.ts'
import { countUnreadNotifications } from './domain/social/notifications.ts'
import { countUnreadBySession } from './domain/social/unread-polls.ts'
import type { FindReader } from './http/reader-pages.ts'
import { createBatchedReads } from './platform/batched-reads.ts'
import { createFindReader } from './web/layout/page-reader.server.ts'

/** What answering signed-in people needs of the application's parts. */
type SignedInSite = {
	visitorCtx: Ctx
	/** The session's cookie of a request, or null. */
	tokenOf: (request: IncomingMessage) => string | null
	findOwnSession: (request: IncomingMessage) => Promise<{ viewer: Viewer } | null>
}

/** What the front answers for signed-in people by itself: kept pages, and the numbers of unread notices, of many people by one statement. */
export function createSignedInAnswers(
	{ findOwnSession, tokenOf, visitorCtx }: SignedInSite,
	banners: () => Promise<readonly Banner[]>,
): { findReader: FindReader; countUnread: (request: IncomingMessage) => Promise<number | null> } {
	const countUnreadOf = createBatchedReads<string, number | undefined>(
		(token) => token,
		(tokens) => countUnreadBySession(visitorCtx, tokens),
	)
	const read = createBatchedReads<Reading, PageReaderFacts | undefined>(
		({ kind, token, key }) => `${kind} ${token} ${key}`,
		(readings) => readPageReaders(visitorCtx, readings),
	)
	return {
		findReader: createFindReader({ ctx: visitorCtx, read, tokenOf, findSession: findOwnSession, banners }),
		async countUnread(request) {
			const token = tokenOf(request)
			if (token === null) return null
			const unread = await countUnreadOf(token)
			if (unread !== undefined) return unread
			const viewer = (await findOwnSession(request))?.viewer
			return viewer?.kind === 'member' ? countUnreadNotifications({ ...visitorCtx, viewer }) : null
		},
	}
}
