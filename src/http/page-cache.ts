import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBrotliUpgrades } from './brotli-upgrades.ts'
import { compress, COMPRESS_FROM_BYTES, isCompressible, negotiateCoding, type Coding } from './content-coding.ts'
import { hasSessionCookie } from './cookies.ts'
import { compilePageRules, type PageKey, type PageRule } from './page-rules.ts'
import { createPageStore, type PageEntry, type PageVariant } from './page-store.ts'

/** Carries dropped tags between processes. A tag names what a page shows: `office:12`, `list:305:13`. */
export type TagBus = {
	publish: (tags: readonly string[]) => Promise<void>
	/** `onGap`: the connection was lost, so that drops may have been missed. Returns what ends the subscription. */
	subscribe: (listener: { onTags: (tags: readonly string[]) => void; onGap: () => void }) => () => void
}

export type PageCacheOptions = {
	/** Origin under which pages are rendered. */
	publicUrl: string
	/** 0 turns the cache off. */
	maxBytes: number
	rules: readonly PageRule[]
	/** Renders a page for a visitor of whom nothing is known. */
	render: (request: Request) => Response | Promise<Response>
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
	/** For `node:http`: answers from memory, or renders once, or hands over to `next`. */
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

const FRESH_SECONDS = 300
const STALE_SECONDS = 3_600
const MISSING_SECONDS = 10
/** After a failed renewal the old page is good for this long before the next attempt. */
const RETRY_SECONDS = 5
const RENDER_TIMEOUT_MS = 30_000
const RENDERS_AT_ONCE = 256

const keptStatus = new Set([200, 301, 308, 404, 410])
const missingStatus = new Set([404, 410])
/** Made here for each variant, or meant for this cache alone, or of one connection only. */
const ownHeaders = new Set([
	'cache-control',
	'connection',
	'content-encoding',
	'content-length',
	'date',
	'etag',
	'keep-alive',
	'set-cookie',
	'transfer-encoding',
	'vary',
	'x-cache-tags',
])
const weaklySame = /^(?:W\/)?"([^"]{16})(?:-[a-z0-9]+)?"$/

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
	const upgrades = createBrotliUpgrades({
		upgrade: async (entry) => {
			const before = entry.variants.br
			if (entry.removed || before === undefined) return
			const body = await compress(entry.variants.identity.body, 'br', 11)
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
		const flight: Flight = { droppedMeanwhile: new Set(), allDropped: false, page: Promise.resolve().then(() => renderPage(key, flight)) }
		joinable.set(key.target, flight)
		flights.add(flight)
		const land = () => {
			flights.delete(flight)
			if (joinable.get(key.target) === flight) joinable.delete(key.target)
		}
		flight.page.then(land, land)
		return flight
	}

	async function renderPage(key: PageKey, flight: Flight): Promise<Rendered> {
		const { response, body } = await withTimeout(async (signal) => {
			const response = await render(new Request(publicUrl + key.target, { headers: { accept: 'text/html', host }, signal }))
			return { response, body: Buffer.from(await response.arrayBuffer()) }
		})
		const entry = entryOf(key, response, body, now())
		const isShareable = response.headers.getSetCookie().length === 0
		const overtaken = flight.allDropped || entry.tags.some((tag) => flight.droppedMeanwhile.has(tag))
		if (overtaken) counts.overtaken++
		if (isShareable && !overtaken && isKept(response)) {
			entry.removed = false
			store.put(entry)
		}
		return { entry, isShareable }
	}

	function renew(key: PageKey, stale: PageEntry) {
		fly(key)
			.page.then(({ entry }) => {
				if (entry.status >= 500) throw new Error(`page answered ${entry.status} while being renewed`)
				// It may have become a page that must not be kept.
				if (entry.removed) store.remove(stale)
			})
			.catch((error: unknown) => {
				stale.freshUntil = now() + RETRY_SECONDS * 1_000
				onError(error)
			})
	}

	function send(req: IncomingMessage, res: ServerResponse, entry: PageEntry) {
		const coding = entry.isCompressible ? negotiateCoding(req.headers['accept-encoding']) : 'identity'
		const variant = entry.variants[coding]
		if (variant !== undefined) {
			if (coding === 'br' && ++entry.brotliHits === 3) upgrades.offer(entry)
			write(req, res, entry, variant)
			return
		}
		makeVariant(entry, coding).then(
			(made) => write(req, res, entry, made),
			(error: unknown) => {
				onError(error)
				write(req, res, entry, entry.variants.identity)
			},
		)
	}

	function makeVariant(entry: PageEntry, coding: Coding): Promise<PageVariant> {
		if (coding === 'identity') return Promise.resolve(entry.variants.identity)
		const running = entry.pending[coding]
		if (running !== undefined) return running
		const made = compress(entry.variants.identity.body, coding).then((body) => {
			const variant = variantOf(entry, coding, body, coding === 'br' ? 'b5' : 'gz')
			store.grow(entry, coding, variant)
			return variant
		})
		entry.pending[coding] = made
		const done = () => {
			delete entry.pending[coding]
			compressing.delete(made)
		}
		compressing.add(made)
		made.then(done, done)
		return made
	}

	function write(req: IncomingMessage, res: ServerResponse, entry: PageEntry, variant: PageVariant) {
		let extra: string[] | undefined
		if (entry.isPage && cookiesFor !== undefined) {
			for (const cookie of cookiesFor(req)) (extra ??= []).push('set-cookie', cookie)
		}
		const known = req.headers['if-none-match']
		if (known !== undefined && entry.status === 200 && isKnown(known, entry.hash)) {
			counts.notModified++
			const headers = ['etag', variant.etag, 'cache-control', cacheControlOf(entry), 'vary', 'Accept-Encoding']
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
			if (wanted !== null && !joinable.has(wanted.target)) renew(wanted, entry)
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
		if (flights.size >= RENDERS_AT_ONCE && !joinable.has(key.target)) {
			answerFailure(req, res, 503)
			return
		}
		const first = !joinable.has(key.target)
		fly(key).page.then(
			({ entry: page, isShareable }) => {
				if (!first && !isShareable) return next(req, res)
				store.remember(page, target)
				send(req, res, page)
			},
			(error: unknown) => {
				if (first) onError(error)
				answerFailure(req, res, error instanceof RenderTimeout ? 503 : 500)
			},
		)
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

function isKept({ status, headers }: Response): boolean {
	if (!keptStatus.has(status)) return false
	if (/\b(?:no-store|private)\b/i.test(headers.get('cache-control') ?? '')) return false
	return missingStatus.has(status) || headers.has('x-cache-tags')
}

function entryOf({ target, rule }: PageKey, { status, headers }: Response, body: Buffer, time: number): PageEntry {
	const type = headers.get('content-type')
	const isPage = /^text\/(?:html|x-script)/i.test(type ?? '')
	const declared = headers.get('cache-control')
	// Only what is no page may be kept by others: a page comes with a cookie and changes when its reader signs in.
	const cacheControl = declared !== null && (!isPage || /no-store/i.test(declared)) ? declared : 'private, no-cache'
	const kept = ['cache-control', cacheControl, 'vary', 'Accept-Encoding']
	for (const [name, value] of headers) if (!ownHeaders.has(name)) kept.push(name, value)
	const hash = createHash('sha256')
		.update(`${status}\n${kept.join('\n')}\n`)
		.update(body)
		.digest('base64url')
		.slice(0, 16)
	const isMissing = missingStatus.has(status)
	const freshFor = isMissing ? MISSING_SECONDS : (rule.freshSeconds ?? FRESH_SECONDS)
	const staleFor = isMissing ? 0 : (rule.staleSeconds ?? STALE_SECONDS)
	const identity: PageVariant = { body, etag: `"${hash}"`, headers: [...kept, 'etag', `"${hash}"`, 'content-length', String(body.length)] }
	const cookies = headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie])
	if (cookies.length > 0) identity.headers.push(...cookies)
	return {
		key: target,
		route: rule.pattern,
		status,
		headers: [...kept, ...cookies],
		isCompressible: isCompressible(type) && body.length >= COMPRESS_FROM_BYTES,
		isPage,
		tags: (headers.get('x-cache-tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== ''),
		hash,
		variants: { identity },
		pending: {},
		freshUntil: time + freshFor * 1_000,
		staleUntil: time + (freshFor + staleFor) * 1_000,
		brotliHits: 0,
		bytes: body.length + 2 * kept.join('').length,
		touchedAt: time,
		place: isMissing ? 'missing' : 'probation',
		// Until it is put into the store.
		removed: true,
		aliases: [],
	}
}

function variantOf(entry: PageEntry, coding: 'br' | 'gzip', body: Buffer, mark: string): PageVariant {
	const etag = `"${entry.hash}-${mark}"`
	return { body, etag, headers: [...entry.headers, 'etag', etag, 'content-encoding', coding, 'content-length', String(body.length)] }
}

function cacheControlOf(entry: PageEntry): string {
	return entry.headers[1] ?? 'private, no-cache'
}

/** Weak comparison, as If-None-Match wants: any encoding of the same page will do. */
function isKnown(header: string, hash: string): boolean {
	if (header.trim() === '*') return true
	return header.split(',').some((part) => weaklySame.exec(part.trim())?.[1] === hash)
}
