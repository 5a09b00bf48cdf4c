import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Admission, createQueues } from './admission.ts'
import { negotiateCoding, type Coding } from './content-coding.ts'
import { hasSessionCookie } from './cookies.ts'
import { isKnown } from './page-entry.ts'
import { type Audience, compilePageRules, type PageKey, type PageRule } from './page-rules.ts'
import { createRenders, DOUBT_MS, type RenderedAnswer, RenderRefused, RenderTimeout, type Renders } from './page-renders.ts'
import { createPageStore, type PageEntry, type PageStore, type PageVariant } from './page-store.ts'
import { createPageVariants, type PageVariants } from './page-variants.ts'
import { createReaderPages, type FindReader, isPlainRead } from './reader-pages.ts'

/** Carries dropped tags between processes. A tag names what a page shows: `office:12`, `list:305:13`. */
export type TagBus = {
	publish: (tags: readonly string[]) => Promise<void>
	/** Whether no drop of more than two seconds ago can have been missed; always, when there is nothing to ask. */
	isTrusted?: () => boolean
	/**
	 * `onAll`: a change too large to name. `onGap`: the connection was lost, so that drops may have been missed. Returns what
	 * ends the subscription.
	 */
	subscribe: (listener: { onTags: (tags: readonly string[]) => void; onAll: () => void; onGap: () => void }) => () => void
}

export type PageCacheOptions = {
	/** Origin under which pages are rendered. */
	publicUrl: string
	/** 0 turns the cache off. */
	maxBytes: number
	rules: readonly PageRule[]
	/** Renders a page for an anonymous visitor, or for the stand-in of signed-in readers. */
	render: (request: Request, audience: Audience) => RenderedAnswer | Promise<RenderedAnswer>
	/** Where renders wait for their turn. */
	queue?: Pick<Admission, 'enter'>
	/** Handles requests that are not cacheable. */
	next: (req: IncomingMessage, res: ServerResponse) => void
	/** Set-Cookie values that are sent with a page and never stored. */
	cookiesFor?: (req: IncomingMessage) => readonly string[]
	/** Called with the tags of each page that is sent, kept or not. */
	onSend?: ((req: IncomingMessage, tags: readonly string[]) => void) | undefined
	/** Whose page it is, for pages that signed-in readers get from memory. Without it they are all handed on. */
	findReader?: FindReader
	bus?: TagBus
	onError?: (error: unknown) => void
	/** The response when rendering fails. */
	answerFailure?: (req: IncomingMessage, res: ServerResponse, status: 500 | 503) => void
	/** Milliseconds; passed in by tests. */
	now?: () => number
}

export type PageCacheStats = {
	hits: number
	staleHits: number
	misses: number
	bypasses: number
	/** Pages sent to signed-in readers from memory. */
	filled: number
	notModified: number
	/** Renders that were not stored because their data changed meanwhile. */
	overtaken: number
	entries: number
	bytes: number
}

export type PageCache = {
	/** For `node:http`: answers from memory, renders once, or calls `next`. */
	listener: (req: IncomingMessage, res: ServerResponse) => void
	/** Fast path for a target that is in memory. Returns the page's pattern; null when it needs `listener`. */
	answerKnown: (req: IncomingMessage, res: ServerResponse) => string | null
	/** What the answer to a request takes: nothing but memory or a render that is under way, a render of its own, or a handler. */
	needs: (req: IncomingMessage) => 'nothing' | 'render' | 'handler'
	/** A signed-in reader writes: what they read next is rendered for them, since the drops of the write may still be under way. */
	noteWrite: (req: IncomingMessage) => void
	/** Drops every page with one of `tags`, here and in the other processes. */
	dropTags: (tags: readonly string[]) => Promise<void>
	clear: () => void
	/** Addresses of pages for visitors, most recently asked for first; none with a query, which may be text that somebody typed. */
	hottest: (count: number) => string[]
	/** Renders pages for visitors that are not in memory, a few at a time, until all are there or the signal comes. Never rejects. */
	warm: (targets: readonly string[], signal: AbortSignal) => Promise<void>
	stats: () => PageCacheStats
	/** Resolves when no rendering or compression is running. */
	settled: () => Promise<void>
	close: () => void
}

type Counts = Omit<PageCacheStats, 'entries' | 'bytes'>

/** After a failed renewal the stale page is served for this long before the next attempt. */
const RETRY_SECONDS = 5
/** While no page can be rendered, kept ones are sent without an attempt for so long. */
const OUTAGE_MS = 1_000

/**
 * Caches rendered pages for visitors without a session, in front of everything else. A page opts in by a rule and by naming
 * its tags in `x-cache-tags`; it is rendered from its address alone, so that nothing of one visitor can reach another.
 */
export function createPageCache(given: PageCacheOptions): PageCache {
	const options = withDefaults(given)
	const { bus, onError, answerFailure } = options
	const store = createPageStore(options.maxBytes)
	const keyOf = options.maxBytes > 0 ? compilePageRules(options.rules) : () => null
	const counts: Counts = { hits: 0, staleHits: 0, misses: 0, bypasses: 0, filled: 0, notModified: 0, overtaken: 0 }
	const variants = createPageVariants(store, options.maxBytes, onError)
	const renders = createRenders(options, { store, variants, counts })
	const unsubscribe = bus?.subscribe({ onTags: renders.drop, onAll: renders.clear, onGap: renders.expire })
	const doubt = createDoubt(options)
	const renew = createRenewal(options, { store, renders })
	const readers = createReaderPages(options, { store, renders, counts, isDoubtful: doubt.isAbout, renew })
	const answers = createAnswers(options, { store, renders, counts, doubt, renew, keyOf, send: createSender(options, { variants, counts }) })

	function answerKnown(req: IncomingMessage, res: ServerResponse): string | null {
		const entry = store.getByTarget(req.url ?? '')
		if (entry === undefined || !isForCache(req)) return null
		return answers.fromMemory(entry, null, req, res) ? entry.route : null
	}

	function listener(req: IncomingMessage, res: ServerResponse) {
		const target = req.url ?? ''
		const key = isForCache(req) ? keyOf(target) : null
		if (key === null) return readers.answer(req, res, keyOf)
		const entry = store.get(key.target)
		if (entry !== undefined) {
			store.remember(entry, target)
			if (answers.fromMemory(entry, key, req, res)) return
		}
		counts.misses++
		if (renders.isFull() && !renders.isJoinable(key)) {
			if (entry?.removed === false) answers.fromOutage(entry, req, res)
			else answerFailure(req, res, 503)
		} else void answers.fromRender(req, res, key, { target, kept: entry?.removed === false ? entry : null })
	}

	return {
		listener,
		answerKnown,
		needs: createNeeds({ store, renders, keyOf, mayAnswerReader: readers.mayAnswer }),
		noteWrite: readers.noteWrite,
		async dropTags(tags) {
			renders.drop(tags)
			await bus?.publish(tags)
		},
		clear: renders.clear,
		hottest: store.hottest,
		warm: (targets, signal) => warmPages(targets, signal, { store, renders, keyOf }),
		stats: () => ({ ...counts, ...store.size() }),
		async settled() {
			while (renders.isBusy() || variants.isBusy()) await Promise.all([renders.settled(), variants.settled()])
		},
		close() {
			unsubscribe?.()
			variants.close()
			renders.clear()
		},
	}
}

const withDefaults = (options: PageCacheOptions) => ({
	...options,
	queue: options.queue ?? createQueues().renders,
	now: options.now ?? Date.now,
	onError: options.onError ?? (() => {}),
	answerFailure:
		options.answerFailure ?? ((_req: IncomingMessage, res: ServerResponse, status: 500 | 503) => void res.writeHead(status).end()),
})
type Options = ReturnType<typeof withDefaults>

/** Whether the answer depends on the address alone. */
const isForCache = (req: IncomingMessage): boolean => isPlainRead(req) && !hasSessionCookie(req.headers.cookie)

function createNeeds({
	store,
	renders,
	keyOf,
	mayAnswerReader,
}: Pick<AnswerParts, 'store' | 'renders' | 'keyOf'> & {
	mayAnswerReader: (req: IncomingMessage, key: PageKey) => boolean
}): PageCache['needs'] {
	return (req) => {
		const target = req.url ?? ''
		if (store.getByTarget(target) !== undefined && isForCache(req)) return 'nothing'
		const key = keyOf(target)
		if (key === null) return 'handler'
		if (!isForCache(req)) return mayAnswerReader(req, key) ? 'nothing' : 'handler'
		return store.get(key.target) === undefined && !renders.isJoinable(key) ? 'render' : 'nothing'
	}
}

type AnswerParts = {
	store: PageStore
	renders: Renders
	counts: Counts
	doubt: Doubt
	renew: (key: PageKey, stale: PageEntry) => Promise<void>
	keyOf: (target: string) => PageKey | null
	send: Send
}

function createRenewal({ now, onError }: Pick<Options, 'now' | 'onError'>, { store, renders }: Pick<AnswerParts, 'store' | 'renders'>) {
	return async (key: PageKey, stale: PageEntry): Promise<void> => {
		try {
			const { entry } = await renders.join(key)
			if (entry.status >= 500) throw new Error(`page answered ${entry.status} while being renewed`)
			// It may have become uncacheable.
			if (entry.removed) store.remove(stale)
		} catch (error) {
			stale.freshUntil = now() + RETRY_SECONDS * 1_000
			if (!(error instanceof RenderRefused)) onError(error)
		}
	}
}

/** Two at a time leave a place to what visitors wait for. */
const WARMED_AT_ONCE = 2

async function warmPages(
	targets: readonly string[],
	signal: AbortSignal,
	{ store, renders, keyOf }: Pick<AnswerParts, 'store' | 'renders' | 'keyOf'>,
): Promise<void> {
	const rest = targets.values()
	const work = async () => {
		for (const target of rest) {
			if (signal.aborted) return
			const key = keyOf(target)
			// A page that cannot be rendered is rendered, or fails, when somebody asks for it.
			if (key !== null && store.get(key.id) === undefined) await renders.join(key).catch(() => undefined)
		}
	}
	await Promise.all(Array.from({ length: WARMED_AT_ONCE }, work))
}

type Doubt = ReturnType<typeof createDoubt>

/** In doubt a page is rendered again, and sent as it was only where that fails: better old than none. */
function createDoubt({ now, bus }: Pick<Options, 'now' | 'bus'>) {
	let triedUntil = 0
	return {
		isAbout: (entry: PageEntry, time: number): boolean =>
			bus?.isTrusted?.() === false && time - entry.madeAt > DOUBT_MS && time >= triedUntil,
		stopTrying: () => void (triedUntil = now() + OUTAGE_MS),
	}
}

/** Answers from a kept page, and from one that is being rendered for the request. */
function createAnswers({ next, now, onError, answerFailure }: Options, { store, renders, counts, doubt, renew, keyOf, send }: AnswerParts) {
	/** Sends the entry if it is not too old, and starts its renewal when it is no longer fresh. */
	function fromMemory(entry: PageEntry, key: PageKey | null, req: IncomingMessage, res: ServerResponse): boolean {
		const time = now()
		if (doubt.isAbout(entry, time)) return false
		if (time >= entry.freshUntil) {
			if (time >= entry.staleUntil) {
				store.remove(entry)
				return false
			}
			const wanted = key ?? keyOf(entry.key)
			if (wanted !== null && !renders.isJoinable(wanted)) void renew(wanted, entry)
			counts.staleHits++
		} else {
			counts.hits++
		}
		store.touch(entry, time)
		send(req, res, entry)
		return true
	}

	function fromOutage(kept: PageEntry, req: IncomingMessage, res: ServerResponse): void {
		doubt.stopTrying()
		counts.staleHits++
		send(req, res, kept)
	}

	async function fromRender(
		req: IncomingMessage,
		res: ServerResponse,
		key: PageKey,
		{ target, kept }: { target: string; kept: PageEntry | null },
	) {
		const isFirst = !renders.isJoinable(key)
		try {
			const { entry, isShareable } = await renders.join(key)
			if (entry.status >= 500 && kept !== null) return fromOutage(kept, req, res)
			if (!isFirst && !isShareable) {
				next(req, res)
				return
			}
			store.remember(entry, target)
			send(req, res, entry)
		} catch (error) {
			const isOverload = error instanceof RenderRefused
			if (isFirst && !isOverload) onError(error)
			if (kept !== null) return fromOutage(kept, req, res)
			answerFailure(req, res, isOverload || error instanceof RenderTimeout ? 503 : 500)
		}
	}

	return { fromMemory, fromRender, fromOutage }
}

type Send = (req: IncomingMessage, res: ServerResponse, entry: PageEntry) => void

/** Sends an entry in the encoding that the browser takes, or 304 where it has the page already. */
function createSender(
	{ cookiesFor, onSend, onError, answerFailure }: Options,
	{ variants, counts }: { variants: PageVariants; counts: Counts },
): Send {
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

	async function writeMade(req: IncomingMessage, res: ServerResponse, entry: PageEntry, coding: Coding) {
		let variant: PageVariant
		try {
			variant = await variants.make(entry, coding)
		} catch (error) {
			onError(error)
			answerFailure(req, res, 500)
			return
		}
		write(req, res, entry, variant)
	}

	return (req, res, entry) => {
		onSend?.(req, entry.tags)
		const coding = entry.isCompressible ? negotiateCoding(req.headers['accept-encoding']) : 'identity'
		const variant = variants.ready(entry, coding)
		if (variant === undefined) void writeMade(req, res, entry, coding)
		else write(req, res, entry, variant)
	}
}
