import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { clientAddress } from './request-origin.ts'
import { createViewPlaces, isPageRequest } from './view-places.ts'

/** A viewed page and its number of views since the last report. */
export type SeenPage = {
	kind: string
	id: number
	count: number
	/** Where the viewers were before; see view-places.ts. */
	source: string
}

export type ViewCounter = {
	/** Call it for every request, also for cached pages. */
	see: (req: IncomingMessage) => void
	/** Writes the counts. */
	flush: () => Promise<void>
	/** Stops, and writes the rest. */
	close: () => Promise<void>
}

const FLUSH_MS = 5_000
/** A repeated view by one person within this time is not counted. */
const ONCE_MS = 30 * 60_000
const REMEMBERED = 50_000
const AGENTS = 2_000
const PAGES = 20_000

type CounterOptions = {
	/** With the kind and the id of what is counted as their two groups; a request may match several. */
	patterns: readonly RegExp[]
	trustProxy: number
	write: (pages: SeenPage[]) => Promise<void>
	/** Returns whether the signed-in viewer owns the page or is staff; such views are not counted. */
	isOwn?: (req: IncomingMessage, page: Pick<SeenPage, 'kind' | 'id'>) => Promise<boolean>
	/** What kind of place a path of the site is, as the source of a view. */
	placeOf: (path: string) => string
	onError: (error: unknown) => void
	now?: () => number
}

/**
 * Counts page views in memory and writes the sums every few seconds, so that a page from the cache costs no write. Counts
 * only what a browser requests in order to show it: no programs that say what they are, no prefetches (the page sends a HEAD
 * once somebody looks at it), each viewer once in half an hour, never an owner on their own page. Viewers are kept in this
 * process's memory alone, for that long.
 */
export function createViewCounter({ patterns, trustProxy, write, onError, now = Date.now, isOwn, placeOf }: CounterOptions): ViewCounter {
	const counts = new Map<string, number>()
	const isBrowser = createBrowserCheck()
	const isNew = createRecentSet(now)
	const sourceOf = createViewPlaces({ placeOf, trustProxy, now })
	let writing: Promise<void> = Promise.resolve()
	const asked = new Set<Promise<void>>()

	function see(req: IncomingMessage): void {
		if (!isView(req)) return
		const matches = patterns.map((pattern) => pattern.exec(req.url ?? '')).filter((match) => match !== null)
		if ((matches.length === 0 && !isPageRequest(req)) || !isBrowser(req)) return
		const source = sourceOf(req)
		for (const [, kind = '', id = ''] of matches) {
			const page = `${kind} ${id} ${source}`
			if (!isNew(`${kind} ${id} ${clientAddress(req, trustProxy)} ${req.headers['user-agent']}`)) continue
			if (isOwn === undefined || req.headers.cookie === undefined) {
				count(page)
				continue
			}
			const asking = isOwn(req, { kind, id: Number(id) })
				.then((own) => (own ? undefined : count(page)), onError)
				.finally(() => asked.delete(asking))
			asked.add(asking)
		}
	}

	function count(page: string): void {
		if (counts.has(page) || counts.size < PAGES) counts.set(page, (counts.get(page) ?? 0) + 1)
	}

	async function writeCounts(): Promise<void> {
		await Promise.all(asked)
		if (counts.size === 0) return
		const pages = seenPages(counts)
		counts.clear()
		try {
			await write(pages)
		} catch (error) {
			// Added to the next report.
			for (const { kind, id, count, source } of pages) {
				const page = `${kind} ${id} ${source}`
				counts.set(page, (counts.get(page) ?? 0) + count)
			}
			onError(error)
		}
	}

	const flush = () => (writing = writing.then(writeCounts))
	const timer = setInterval(() => void flush(), FLUSH_MS)
	timer.unref()
	return {
		see,
		flush,
		async close() {
			clearInterval(timer)
			await flush()
		},
	}
}

const seenPages = (counts: ReadonlyMap<string, number>): SeenPage[] =>
	[...counts].map(([page, count]) => {
		const [kind = '', id = '', source = ''] = page.split(' ')
		return { kind, id: Number(id), count, source }
	})

/** A page, or the HEAD by which a prefetched page reports that it is now being looked at (web/layout/enhance.ts). */
export function isView({ method, headers }: IncomingMessage): boolean {
	return method === 'GET' || (method === 'HEAD' && headers['sec-fetch-site'] === 'same-origin')
}

/** Tells browsers from programs by their headers. The verdict on a user agent is kept, since finding it takes a long expression. */
export function createBrowserCheck(): (req: IncomingMessage) => boolean {
	const agents = new Map<string, boolean>()
	return ({ headers }) => {
		const agent = headers['user-agent'] ?? ''
		// Every browser sends these; what fetches ahead says so.
		if (
			agent === '' ||
			headers['accept-language'] === undefined ||
			headers['sec-purpose'] !== undefined ||
			headers['purpose'] === 'prefetch'
		)
			return false
		let verdict = agents.get(agent)
		if (verdict === undefined) {
			if (agents.size >= AGENTS) agents.clear()
			verdict = !isbot(agent)
			agents.set(agent, verdict)
		}
		return verdict
	}
}

/** Returns whether a key was not seen in the last half hour, and remembers it. Keys are dropped by generation. */
export function createRecentSet(now: () => number): (key: string) => boolean {
	let seen = new Set<string>()
	let before = new Set<string>()
	let turnedAt = now()
	return (key) => {
		const time = now()
		if (time - turnedAt > ONCE_MS || seen.size >= REMEMBERED) {
			before = time - turnedAt > 2 * ONCE_MS ? new Set() : seen
			seen = new Set()
			turnedAt = time
		}
		if (seen.has(key) || before.has(key)) return false
		seen.add(key)
		return true
	}
}
