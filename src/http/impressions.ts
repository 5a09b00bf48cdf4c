import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createBrowserCheck, createRecentSet, isView } from './page-views.ts'
import { clientAddress } from './request-origin.ts'

/** What stood on lists that were opened, and how often since the last report. */
export type Impressions = { id: number; count: number }

export type ImpressionCounter = {
	/** Call it for every request before it is answered. */
	see: (req: IncomingMessage) => void
	/** Call it with the tags of the page that a request is answered with, whether it was kept or rendered for it. */
	shown: (req: IncomingMessage, tags: readonly string[]) => void
	/** Writes the counts. */
	flush: () => Promise<void>
	/** Stops, and writes the rest. */
	close: () => Promise<void>
}

const FLUSH_MS = 10_000
/** Of different offices, until the next report. */
const COUNTED = 50_000

type CounterOptions = {
	/** The paths of lists. */
	pattern: RegExp
	/** What the tags of a list name, with its id as the group. */
	tag: RegExp
	trustProxy: number
	write: (rows: Impressions[]) => Promise<void>
	/** Whose list it is that a signed-in person opened; null for one whose lists do not count. */
	ownOf: (req: IncomingMessage) => Promise<ReadonlySet<number> | null>
	onError: (error: unknown) => void
	now?: () => number
}

/**
 * Counts on which lists offices stood, in memory, and writes the sums every few seconds. A kept page counts by the tags that it
 * is kept under, so it costs no more than another. Counted like page views (page-views.ts): for browsers alone, once for a person and
 * a list in half an hour, without a cookie, and never for a member of the office.
 */
export function createImpressionCounter(options: CounterOptions): ImpressionCounter {
	const { pattern, tag, trustProxy, write, ownOf, onError, now = Date.now } = options
	const isBrowser = createBrowserCheck()
	const isNew = createRecentSet(now)
	const opened = new WeakMap<IncomingMessage, { key: string; isSignedIn: boolean }>()
	const asked = new Set<Promise<void>>()
	const sums = createSums({ write, onError, asked })

	function see(req: IncomingMessage): void {
		if (!pattern.test(req.url ?? '') || !isView(req) || !isBrowser(req)) return
		const path = (req.url ?? '').replace(/\.data(?=\?|$)/, '')
		// A digest: nobody's words of a search are to be found in memory half an hour later.
		const key = hash('sha256', `${path} ${clientAddress(req, trustProxy)} ${req.headers['user-agent']}`, 'base64')
		opened.set(req, { key, isSignedIn: req.headers.cookie !== undefined })
	}

	function shown(req: IncomingMessage, tags: readonly string[]): void {
		const list = opened.get(req)
		if (list === undefined || !isNew(list.key)) return
		const ids = new Set(tags.flatMap((name) => tag.exec(name)?.slice(1, 2).map(Number) ?? []))
		if (ids.size === 0) return
		if (!list.isSignedIn) return count(ids, new Set())
		const asking = ownOf(req)
			.then((own) => (own === null ? undefined : count(ids, own)), onError)
			.finally(() => asked.delete(asking))
		asked.add(asking)
	}

	function count(ids: ReadonlySet<number>, except: ReadonlySet<number>): void {
		for (const id of ids) if (!except.has(id)) sums.add(id, 1)
	}

	return {
		see,
		shown,
		flush: sums.flush,
		close: sums.close,
	}
}

type SumOptions = Pick<CounterOptions, 'write' | 'onError'> & {
	/** What is still to be counted. */
	asked: ReadonlySet<Promise<void>>
}

/** Sums in memory that are written every few seconds. */
function createSums({ write, onError, asked }: SumOptions) {
	const counts = new Map<number, number>()
	let writing: Promise<void> = Promise.resolve()

	function add(id: number, more: number): void {
		if (counts.has(id) || counts.size < COUNTED) counts.set(id, (counts.get(id) ?? 0) + more)
	}

	async function writeCounts(): Promise<void> {
		await Promise.all(asked)
		if (counts.size === 0) return
		const taken = [...counts]
		counts.clear()
		try {
			await write(taken.map(([id, number]) => ({ id, count: number })))
		} catch (error) {
			// Added to the next report.
			for (const [id, number] of taken) add(id, number)
			onError(error)
		}
	}

	const flush = () => (writing = writing.then(writeCounts))
	const timer = setInterval(() => void flush(), FLUSH_MS)
	timer.unref()
	return {
		add,
		flush,
		close: async () => {
			clearInterval(timer)
			await flush()
		},
	}
}
