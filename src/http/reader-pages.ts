import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { hashToken } from '../platform/token.ts'
import { compress, negotiateCoding, takesGzip } from './content-coding.ts'
import { hasSessionCookie, readCookie } from './cookies.ts'
import { RenderRefused, type Renders } from './page-renders.ts'
import { type Audience, keyFor, type PageKey } from './page-rules.ts'
import type { PageEntry, PageStore } from './page-store.ts'
import { fillTemplate, type SlotFill } from './slots.ts'

/** A signed-in reader of a kept page: which stand-in it is rendered for, and what comes into its slots. */
export type PageReader = { audience: Exclude<Audience, 'visitor'>; fill: SlotFill }

/**
 * Finds the reader of a request. Null where the page must be rendered for them: it is about themselves, they are staff, or no one
 * is signed in.
 */
export type FindReader = (req: IncomingMessage, key: PageKey) => Promise<PageReader | null>

type Handler = (req: IncomingMessage, res: ServerResponse) => void
type Options = {
	next: Handler
	cookiesFor?: (req: IncomingMessage) => readonly string[]
	/** Called with the tags of each page that is sent. */
	onSend?: ((req: IncomingMessage, tags: readonly string[]) => void) | undefined
	findReader?: FindReader
	now: () => number
	onError: (error: unknown) => void
	answerFailure: (req: IncomingMessage, res: ServerResponse, status: 500 | 503) => void
}
type Parts = {
	store: PageStore
	renders: Renders
	counts: { filled: number; bypasses: number; misses: number }
	isDoubtful: (entry: PageEntry, time: number) => boolean
	renew: (key: PageKey, stale: PageEntry) => Promise<void>
}

/** How long after a write its writer's pages are rendered for them: drops reach this process in milliseconds. */
const WRITE_MS = 2_000

/** A read of a whole document or file with no credentials but cookies. */
export const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
	(method === 'GET' || method === 'HEAD') && headers.range === undefined && headers.authorization === undefined

/**
 * Answers signed-in readers from pages that are kept with slots. The page is rendered for a stand-in from its address alone, so
 * that nothing of a reader can be in what is kept; what the reader has is read for each request.
 */
export function createReaderPages(
	{ next, cookiesFor, onSend, findReader, now, onError, answerFailure }: Options,
	{ store, renders, counts, ...parts }: Parts,
) {
	const writes = createWriteTimes(now)

	/** Returns a page that is new enough, rendered if need be; null for one that is not kept for readers. */
	async function templateOf(key: PageKey): Promise<PageEntry | null> {
		const kept = store.get(key.id)
		const time = now()
		if (kept !== undefined && time < kept.staleUntil && !parts.isDoubtful(kept, time)) {
			if (time >= kept.freshUntil && !renders.isJoinable(key)) void parts.renew(key, kept)
			store.touch(kept, time)
			return kept
		}
		if (renders.isFull() && !renders.isJoinable(key)) return null
		counts.misses++
		const { entry, isShareable } = await renders.join(key)
		return isShareable ? entry : null
	}

	async function find(req: IncomingMessage, key: PageKey) {
		if (findReader === undefined || writes.isRecent(req)) return null
		const reader = await findReader(req, key)
		if (reader === null) return null
		const entry = await templateOf(keyFor(key, reader.audience))
		return entry?.template ? { headers: entry.headers, tags: entry.tags, gzip: fillTemplate(entry.template, reader.fill) } : null
	}

	function handOn(req: IncomingMessage, res: ServerResponse): void {
		counts.bypasses++
		next(req, res)
	}

	async function send(req: IncomingMessage, res: ServerResponse, key: PageKey): Promise<void> {
		try {
			const found = await find(req, key)
			if (found === null) return handOn(req, res)
			const { body, coding } = await encoded(found.gzip, req.headers['accept-encoding'])
			counts.filled++
			onSend?.(req, found.tags)
			const cookies = (cookiesFor?.(req) ?? []).flatMap((cookie) => ['set-cookie', cookie])
			const about = ['content-length', String(body.length), ...(coding === 'identity' ? [] : ['content-encoding', coding])]
			res.writeHead(200, [...found.headers, ...about, ...cookies])
			res.end(req.method === 'HEAD' ? undefined : body)
		} catch (error) {
			// One render for all was too much: one for each would be worse.
			if (error instanceof RenderRefused && !res.headersSent) return answerFailure(req, res, 503)
			onError(error)
			if (res.headersSent) res.destroy()
			else handOn(req, res)
		}
	}

	const mayAnswer = (req: IncomingMessage, key: PageKey): boolean =>
		isPlainRead(req) && hasSessionCookie(req.headers.cookie) && isForReaders(key)

	return {
		noteWrite: writes.note,
		/** Whether the page of a signed-in reader may come from memory; whose it is, is not looked up. */
		mayAnswer,
		/** Sends the page, or hands the request on. */
		answer(req: IncomingMessage, res: ServerResponse, keyOf: (target: string) => PageKey | null): void {
			const key = isPlainRead(req) && hasSessionCookie(req.headers.cookie) ? keyOf(req.url ?? '') : null
			if (key !== null && isForReaders(key)) void send(req, res, key)
			else handOn(req, res)
		},
	}
}

/** The data of a page for React Router, and addresses with more than the page depends on, are the application's. */
const isForReaders = ({ rule, target, isWhole }: PageKey): boolean =>
	rule.readers !== undefined && isWhole && !(target.split('?', 1)[0] ?? '').endsWith('.data')

/** Nearly every client takes gzip, which is ready; the others get what they take. */
async function encoded(gzip: Buffer, accepted: string | undefined) {
	if (takesGzip(accepted)) return { body: gzip, coding: 'gzip' } as const
	const coding = negotiateCoding(accepted)
	const plain = gunzipSync(gzip)
	return coding === 'br' ? { body: await compress(plain, coding, 4), coding } : { body: plain, coding: 'identity' as const }
}

/** Remembers for a moment who wrote, by the hash of the session. */
function createWriteTimes(now: () => number) {
	const times = new Map<string, number>()
	const idOf = ({ headers: { cookie } }: IncomingMessage): string =>
		hashToken(readCookie(cookie, '__Host-session') ?? readCookie(cookie, 'session') ?? '').toString('base64')
	return {
		note: (req: IncomingMessage): void => {
			if (!hasSessionCookie(req.headers.cookie)) return
			const time = now()
			for (const [id, at] of times) {
				if (time - at < WRITE_MS) break
				times.delete(id)
			}
			const id = idOf(req)
			// Put last again, so that the oldest come first.
			times.delete(id)
			times.set(id, time)
		},
		isRecent: (req: IncomingMessage): boolean => times.size > 0 && now() - (times.get(idOf(req)) ?? -Infinity) < WRITE_MS,
	}
}
