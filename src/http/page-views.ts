import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { clientAddress } from './request-origin.ts'

/** A viewed page and its number of views since the last report. */
export type SeenPage = { kind: string; id: number; count: number }

export type ViewCounter = {
	/** For every request, whatever answers it: also for pages out of the cache. */
	see: (req: IncomingMessage) => void
	/** Writes what has been counted. */
	flush: () => Promise<void>
	/** Stops, and writes the rest. */
	close: () => Promise<void>
}

const FLUSH_MS = 5_000
/** One person who opens a page again within so long is counted once. */
const ONCE_MS = 30 * 60_000
const REMEMBERED = 50_000
const AGENTS = 2_000
const PAGES = 20_000

/**
 * Counts looks at pages in memory and writes the sums every few seconds, so that a page from the cache costs no write. Only
 * what a browser asks for to show counts: no programs that say what they are, nothing fetched ahead (for that the page asks
 * by HEAD once somebody looks at it), each viewer once in half an hour, never an owner on their own page. Whom it saw is known
 * to this process's memory alone, for that long.
 */
export function createViewCounter(options: {
	/** With the kind and the id of the page as its two groups. */
	pattern: RegExp
	trustProxy: number
	write: (pages: SeenPage[]) => Promise<void>
	/** Returns whether the signed-in viewer owns the page or is staff; such views are not counted. */
	isOwn?: (req: IncomingMessage, page: Omit<SeenPage, 'count'>) => Promise<boolean>
	onError: (error: unknown) => void
	now?: () => number
}): ViewCounter {
	const { pattern, trustProxy, write, onError, now = Date.now, isOwn } = options
	const counts = new Map<string, number>()
	let seen = new Set<string>()
	let before = new Set<string>()
	let turnedAt = now()
	const agents = new Map<string, boolean>()
	let writing: Promise<void> = Promise.resolve()
	const asked = new Set<Promise<void>>()

	function isPerson({ headers }: IncomingMessage): boolean {
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

	/** A page, or the word of one in front of somebody that had been fetched ahead (web/layout/enhance.ts). */
	function shows({ method, headers }: IncomingMessage): boolean {
		return method === 'GET' || (method === 'HEAD' && headers['sec-fetch-site'] === 'same-origin')
	}

	function isNew(key: string): boolean {
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

	function see(req: IncomingMessage): void {
		if (!shows(req)) return
		const match = pattern.exec(req.url ?? '')
		if (match === null || !isPerson(req)) return
		const page = `${match[1]} ${match[2]}`
		if (!isNew(`${page} ${clientAddress(req, trustProxy)} ${req.headers['user-agent']}`)) return
		if (isOwn === undefined || req.headers.cookie === undefined) return count(page)
		const asking = isOwn(req, { kind: match[1] ?? '', id: Number(match[2]) })
			.then((own) => (own ? undefined : count(page)), onError)
			.finally(() => asked.delete(asking))
		asked.add(asking)
	}

	function count(page: string): void {
		if (counts.has(page) || counts.size < PAGES) counts.set(page, (counts.get(page) ?? 0) + 1)
	}

	async function writeCounts(): Promise<void> {
		await Promise.all(asked)
		if (counts.size === 0) return
		const pages = [...counts].map(([page, count]) => ({ kind: page.split(' ')[0] ?? '', id: Number(page.split(' ')[1]), count }))
		counts.clear()
		try {
			await write(pages)
		} catch (error) {
			// Counted once more with the next ones.
			for (const { kind, id, count } of pages) counts.set(`${kind} ${id}`, (counts.get(`${kind} ${id}`) ?? 0) + count)
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
