import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBrotliUpgrades } from './brotli-upgrades.ts'
import { compress, decompress, negotiateCoding, type Coding } from './content-coding.ts'
import { hasSessionCookie } from './cookies.ts'
import { entryOf, isKept, isKnown, plainOf, variantOf } from './page-entry.ts'
import { compilePageRules, type PageKey, type PageRule } from './page-rules.ts'
import { createPageStore, type PageEntry, type PageVariant } from './page-store.ts'
import { createTurns } from './turns.ts'

/** Carries dropped tags between processes. A tag names what a page shows: `office:12`, `list:305:13`. */
export type TagBus = {
	publish: (tags: readonly string[]) => Promise<void>
	/** `onGap`: the connection was lost, so that drops may have been missed. Returns what ends the subscription. */
	subscribe: (listener: { onTags: (tags: readonly string[]) => void; onGap: () => void }) => () => void
}

/** A body that is in one piece already is not copied through a Response. */
export type RenderedAnswer = Response | { status: number; headers: Headers; body: Buffer }

export type PageCacheOptions = {
	/** Origin under which pages are rendered. */
	publicUrl: string
	/** 0 turns the cache off. */
	maxBytes: number
	rules: readonly PageRule[]
	/** Renders a page for a visitor of whom nothing is known. */
	render: (request: Request) => RenderedAnswer | Promise<RenderedAnswer>
	/** Answers whatever is not for the cache. */
	next: (req: IncomingMessage, res: ServerResponse) => void
	/** Set-Cookie values that go out with a page and are never kept. */
	cookiesFor?: (req: IncomingMessage) => readonly string[]
	bus?: TagBus
	onError?: (error: unknown) => void
	/** What a visitor gets when a page could not be made. */
	answerFailure?: (req: IncomingMessage, res: ServerResponse, status: 500 | 503) => void
	/** Milliseconds; passed in by tests. */
	now?: () => number
}

export type PageCacheStats = {
	hits: number
	staleHits: number
	misses: number
	bypasses: number
	notModified: number
	/** Renders that were not kept because what they show changed meanwhile. */
	overtaken: number
	entries: number
	bytes: number
}

export type PageCache = {
	/** For `node:http`: answers from memory, renders once, or calls `next`. */
	listener: (req: IncomingMessage, res: ServerResponse) => void
	/** The quick way for a target that was answered before; null when it needs `listener`. Returns the page's pattern. */
	answerKnown: (req: IncomingMessage, res: ServerResponse) => string | null
	/** Forgets every page that shows one of `tags`, here and in the other processes. */
	dropTags: (tags: readonly string[]) => Promise<void>
	clear: () => void
	stats: () => PageCacheStats
	/** Resolves when nothing is being rendered or compressed any more. */
	settled: () => Promise<void>
	close: () => void
}

type Flight = { droppedMeanwhile: Set<string>; allDropped: boolean; page: Promise<Rendered> }
type Rendered = { entry: PageEntry; isShareable: boolean }

/** After a failed renewal the old page is good for this long before the next attempt. */
const RETRY_SECONDS = 5
const RENDER_TIMEOUT_MS = 30_000
/** Rendered and waiting for their turn; more are refused. */
const FLIGHTS_AT_ONCE = 256
/** One thread renders them all: more at once are no faster, but hold their data all the while, and age with it. */
const RENDERS_AT_ONCE = 4

/**
 * The cache of whole pages for visitors without a session, in front of everything else. A page opts in by a rule and
 * by naming its tags in `x-cache-tags`; it is rendered from its address alone, so that nothing of one visitor can
 * reach another.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
	const { publicUrl, render, next, cookiesFor, bus } = options
	const { host } = new URL(publicUrl)
	const now = options.now ?? Date.now
	const onError = options.onError ?? (() => {})
	const answerFailure = options.answerFailure ?? ((_req, res, status) => void res.writeHead(status).end())
	const store = createPageStore(options.maxBytes)
	const keyOf = compilePageRules(options.rules)
	const takeTurn = createTurns(RENDERS_AT_ONCE)
	const upgrades = createBrotliUpgrades({
		upgrade: async (entry) => {
			const before = entry.variants.br
			if (entry.removed || before === undefined) return
			const body = await compress(await plainBody(entry), 'br', 11)
			if (body.length < before.body.length) store.grow(entry, 'br', variantOf(entry, 'br', body, 'b11'))
		},
		onError,
	})
	/** What later requests may wait for. A drop empties it: they must not get a page begun before. */
	const joinable = new Map<string, Flight>()
	const flights = new Set<Flight>()
	const counts = { hits: 0, staleHits: 0, misses: 0, bypasses: 0, notModified: 0, overtaken: 0 }
	const compressing = new Set<Promise<unknown>>()

	const unsubscribe = bus?.subscribe({ onTags: dropHere, onGap: clear })

	function dropHere(tags: readonly string[]) {
		store.dropTags(tags)
		for (const flight of flights) for (const tag of tags) flight.droppedMeanwhile.add(tag)
		joinable.clear()
	}

	function clear() {
		store.clear()
		for (const flight of flights) flight.allDropped = true
		joinable.clear()
	}

	function fly(key: PageKey): Flight {
		const waiting = joinable.get(key.target)
		if (waiting !== undefined) return waiting
		const flight: Flight = { droppedMeanwhile: new Set(), allDropped: false, page: Promise.resolve().then(() => land(key, flight)) }
		joinable.set(key.target, flight)
		flights.add(flight)
		return flight
	}

	async function land(key: PageKey, flight: Flight): Promise<Rendered> {
		try {
			return await renderPage(key, flight)
		} finally {
			flights.delete(flight)
			if (joinable.get(key.target) === flight) joinable.delete(key.target)
		}
	}

	async function renderPage(key: PageKey, flight: Flight): Promise<Rendered> {
		const { response, body } = await takeTurn(() =>
			withTimeout(async (signal) => {
				const response = await render(new Request(publicUrl + key.target, { headers: { accept: 'text/html', host }, signal }))
				return { response, body: response instanceof Response ? Buffer.from(await response.arrayBuffer()) : response.body }
			}),
		)
		const entry = entryOf(key, response, body, now())
		if (entry.isCompressible) await squeeze(entry)
		const isShareable = response.headers.getSetCookie().length === 0
		const overtaken = flight.allDropped || entry.tags.some((tag) => flight.droppedMeanwhile.has(tag))
		if (overtaken) counts.overtaken++
		if (isShareable && !overtaken && isKept(response)) {
			entry.removed = false
			store.put(entry)
		}
		return { entry, isShareable }
	}

	async function renew(key: PageKey, stale: PageEntry) {
		try {
			const { entry } = await fly(key).page
			if (entry.status >= 500) throw new Error(`page answered ${entry.status} while being renewed`)
			// It may have become a page that must not be kept.
			if (entry.removed) store.remove(stale)
		} catch (error) {
			stale.freshUntil = now() + RETRY_SECONDS * 1_000
			onError(error)
		}
	}

	function send(req: IncomingMessage, res: ServerResponse, entry: PageEntry) {
		const coding = entry.isCompressible ? negotiateCoding(req.headers['accept-encoding']) : 'identity'
		const variant = entry.variants[coding]
		if (variant !== undefined) {
			if (coding === 'br' && ++entry.brotliHits === 3) upgrades.offer(entry)
			write(req, res, entry, variant)
			return
		}
		void sendMade(req, res, entry, coding)
	}

	async function sendMade(req: IncomingMessage, res: ServerResponse, entry: PageEntry, coding: Coding) {
		let variant: PageVariant
		try {
			variant = await (entry.pending[coding] ??= makeVariant(entry, coding))
		} catch (error) {
			onError(error)
			answerFailure(req, res, 500)
			return
		}
		write(req, res, entry, variant)
	}

	/** Leaves nothing but the Brotli bytes: a tenth of the page, and what nearly everybody is sent. */
	async function squeeze(entry: PageEntry) {
		const plain = entry.variants.identity
		if (plain === undefined) return
		try {
			const variant = variantOf(entry, 'br', await compress(plain.body, 'br'), 'b5')
			entry.variants = { br: variant }
			entry.bytes += variant.body.length - plain.body.length
		} catch (error) {
			onError(error)
		}
	}

	async function plainBody({ variants }: PageEntry): Promise<Buffer> {
		if (variants.identity !== undefined) return variants.identity.body
		if (variants.br === undefined) throw new Error('a page without a body')
		return decompress(variants.br.body)
	}

	async function makeVariant(entry: PageEntry, coding: Coding): Promise<PageVariant> {
		const work = plainBody(entry).then((body) => (coding === 'identity' ? body : compress(body, coding)))
		compressing.add(work)
		try {
			const body = await work
			// The few who take no compression are worth the work each time, but not the memory.
			if (coding === 'identity') return plainOf(entry, body)
			const variant = variantOf(entry, coding, body, coding === 'br' ? 'b5' : 'gz')
			store.grow(entry, coding, variant)
			return variant
		} finally {
			compressing.delete(work)
			delete entry.pending[coding]
		}
	}

	function write(req: IncomingMessage, res: ServerResponse, entry: PageEntry, variant: PageVariant) {
		let extra: string[] | undefined
		if (entry.isPage && cookiesFor !== undefined) {
			for (const cookie of cookiesFor(req)) (extra ??= []).push('set-cookie', cookie)
		}
		const known = req.headers['if-none-match']
		if (known !== undefined && entry.status === 200 && isKnown(known, entry.hash)) {
			counts.notModified++
			const headers = ['etag', variant.etag, ...entry.unchanged]
			res.writeHead(304, extra === undefined ? headers : headers.concat(extra))
			res.end()
			return
		}
		res.writeHead(entry.status, extra === undefined ? variant.headers : variant.headers.concat(extra))
		if (req.method === 'HEAD') res.end()
		else res.end(variant.body)
	}

	/** A hit, if the entry may still be sent; starts its renewal when it is no longer new. */
	function answerFrom(entry: PageEntry, key: PageKey | null, req: IncomingMessage, res: ServerResponse): boolean {
		const time = now()
		if (time >= entry.freshUntil) {
			if (time >= entry.staleUntil) {
				store.remove(entry)
				return false
			}
			const wanted = key ?? keyOf(entry.key)
			if (wanted !== null && !joinable.has(wanted.target)) void renew(wanted, entry)
			counts.staleHits++
		} else {
			counts.hits++
		}
		store.touch(entry, time)
		send(req, res, entry)
		return true
	}

	function isForCache(req: IncomingMessage): boolean {
		if (req.method !== 'GET' && req.method !== 'HEAD') return false
		const { headers } = req
		return !hasSessionCookie(headers.cookie) && headers.range === undefined && headers.authorization === undefined
	}

	function answerKnown(req: IncomingMessage, res: ServerResponse): string | null {
		const entry = store.getByTarget(req.url ?? '')
		if (entry === undefined || !isForCache(req)) return null
		return answerFrom(entry, null, req, res) ? entry.route : null
	}

	function listener(req: IncomingMessage, res: ServerResponse) {
		const target = req.url ?? ''
		const key = options.maxBytes > 0 && isForCache(req) ? keyOf(target) : null
		if (key === null) {
			counts.bypasses++
			next(req, res)
			return
		}
		const entry = store.get(key.target)
		if (entry !== undefined) {
			store.remember(entry, target)
			if (answerFrom(entry, key, req, res)) return
		}
		counts.misses++
		if (flights.size >= FLIGHTS_AT_ONCE && !joinable.has(key.target)) {
			answerFailure(req, res, 503)
			return
		}
		void answerFromRender(req, res, key, target)
	}

	async function answerFromRender(req: IncomingMessage, res: ServerResponse, key: PageKey, target: string) {
		const isFirst = !joinable.has(key.target)
		try {
			const { entry, isShareable } = await fly(key).page
			if (!isFirst && !isShareable) {
				next(req, res)
				return
			}
			store.remember(entry, target)
			send(req, res, entry)
		} catch (error) {
			if (isFirst) onError(error)
			answerFailure(req, res, error instanceof RenderTimeout ? 503 : 500)
		}
	}

	return {
		listener,
		answerKnown,
		async dropTags(tags) {
			dropHere(tags)
			await bus?.publish(tags)
		},
		clear,
		stats: () => ({ ...counts, ...store.size() }),
		async settled() {
			while (flights.size > 0 || compressing.size > 0 || upgrades.isBusy()) {
				await Promise.allSettled([...[...flights].map((flight) => flight.page), ...compressing, upgrades.idle()])
			}
		},
		close() {
			unsubscribe?.()
			upgrades.close()
			clear()
		},
	}
}

class RenderTimeout extends Error {}

async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			const error = new RenderTimeout('a page took too long to render')
			controller.abort(error)
			reject(error)
		}, RENDER_TIMEOUT_MS)
	})
	try {
		return await Promise.race([work(controller.signal), late])
	} finally {
		clearTimeout(timer)
	}
}
