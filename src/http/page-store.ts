import { LRUCache } from 'lru-cache'
import type { Coding } from './content-coding.ts'

/** One encoding of a page, with its headers complete. */
export type PageVariant = { body: Buffer; headers: string[]; etag: string }

export type PageEntry = {
	readonly key: string
	/** The rule that let it in, for figures. */
	readonly route: string
	readonly status: number
	/** Flat name, value, name, value …; without those that differ by encoding. */
	readonly headers: readonly string[]
	/** Headers of a 304 beside its ETag. */
	readonly unchanged: readonly string[]
	readonly isCompressible: boolean
	/** A document or a page's data: the CSRF cookie goes with it. */
	readonly isPage: boolean
	readonly tags: readonly string[]
	/** Of the uncompressed bytes; every variant's ETag starts with it. */
	readonly hash: string
	/** Plain bytes of what is not compressible only; of the rest Brotli's, and gzip's once somebody wanted them. */
	variants: Partial<Record<Coding, PageVariant>>
	readonly pending: Partial<Record<Coding, Promise<PageVariant>>>
	freshUntil: number
	staleUntil: number
	/** Requests answered in Brotli; what is asked for often is compressed better. */
	brotliHits: number
	bytes: number
	touchedAt: number
	place: 'probation' | 'protected' | 'missing'
	removed: boolean
	/** Spellings of this page's address as they came in, for the look-up without parsing. */
	readonly aliases: string[]
}

export type PageStore = {
	get: (key: string) => PageEntry | undefined
	/** By the request target as it was sent. */
	getByTarget: (target: string) => PageEntry | undefined
	put: (entry: PageEntry) => void
	remember: (entry: PageEntry, target: string) => void
	/** Counts a hit for the order of eviction. */
	touch: (entry: PageEntry, now: number) => void
	grow: (entry: PageEntry, coding: Coding, variant: PageVariant) => void
	remove: (entry: PageEntry) => void
	dropTags: (tags: readonly string[]) => number
	clear: () => void
	readonly size: () => { entries: number; bytes: number }
}

const ENTRY_OVERHEAD = 1_500
const ALIASES_PER_ENTRY = 6
/** Pages that are not there get little room, and only among themselves: made-up addresses push nothing out. */
const MISSING_ENTRIES = 200
const MISSING_SHARE = 0.05
/** The rest of the room is for pages asked for once: a crawler's walk cannot push out what visitors read. */
const PROTECTED_SHARE = 0.8
const TOUCH_EVERY_MS = 1_000

/** Pages in memory, bounded by `maxBytes`; least recently used first out, in two segments. */
export function createPageStore(maxBytes: number): PageStore {
	const byTarget = new Map<string, PageEntry>()
	const byTag = new Map<string, Set<PageEntry>>()

	const segment = (limits: { max?: number; share: number }, onEvicted: (entry: PageEntry) => void) =>
		new LRUCache<string, PageEntry>({
			...(limits.max !== undefined && { max: limits.max }),
			// At least one byte, which fits no page: with no room at all the cache is off.
			maxSize: Math.max(1, Math.floor(maxBytes * limits.share)),
			sizeCalculation: ({ bytes }) => bytes,
			dispose: (entry, _key, reason) => reason === 'evict' && onEvicted(entry),
		})
	const segments = {
		probation: segment({ share: 1 }, forget),
		protected: segment({ share: PROTECTED_SHARE }, demote),
		missing: segment({ max: MISSING_ENTRIES, share: MISSING_SHARE }, forget),
	}

	const get = (key: string) => segments.protected.peek(key) ?? segments.probation.peek(key) ?? segments.missing.peek(key)
	const usedBytes = () => segments.probation.calculatedSize + segments.protected.calculatedSize + segments.missing.calculatedSize

	/** Takes the entry out of the indexes; its segment no longer has it. */
	function forget(entry: PageEntry) {
		entry.removed = true
		for (const alias of entry.aliases) byTarget.delete(alias)
		for (const tag of entry.tags) {
			const tagged = byTag.get(tag)
			tagged?.delete(entry)
			if (tagged?.size === 0) byTag.delete(tag)
		}
	}

	/** Adds the entry as the last to go; one that is larger than its whole segment is not kept. */
	function add(entry: PageEntry, place: PageEntry['place']) {
		entry.place = place
		segments[place].set(entry.key, entry)
		if (segments[place].peek(entry.key) !== entry) forget(entry)
	}

	function demote(entry: PageEntry) {
		add(entry, 'probation')
	}

	function remove(entry: PageEntry) {
		if (entry.removed) return
		segments[entry.place].delete(entry.key)
		forget(entry)
	}

	/** The segments' own limits add up to more than `maxBytes`. */
	function shrink() {
		while (usedBytes() > maxBytes) {
			if (segments.probation.size > 0) segments.probation.pop()
			else if (segments.protected.size > 0) segments.protected.pop()
			else segments.missing.pop()
		}
	}

	return {
		get,
		getByTarget: (target) => byTarget.get(target),
		put(entry) {
			const before = get(entry.key)
			// A re-rendered page keeps its segment.
			if (before?.place === 'protected' && entry.place === 'probation') entry.place = 'protected'
			if (before !== undefined) remove(before)
			entry.bytes += ENTRY_OVERHEAD + 2 * entry.key.length
			if (entry.bytes > maxBytes / 4) {
				entry.removed = true
				return
			}
			for (const tag of entry.tags) {
				const tagged = byTag.get(tag)
				if (tagged === undefined) byTag.set(tag, new Set([entry]))
				else tagged.add(entry)
			}
			for (const alias of before?.aliases ?? []) {
				entry.aliases.push(alias)
				byTarget.set(alias, entry)
			}
			add(entry, entry.place)
			shrink()
		},
		remember(entry, target) {
			if (entry.removed || entry.aliases.length >= ALIASES_PER_ENTRY || byTarget.has(target)) return
			entry.aliases.push(target)
			byTarget.set(target, entry)
		},
		touch(entry, now) {
			if (now - entry.touchedAt < TOUCH_EVERY_MS || entry.removed || entry.place === 'missing') return
			entry.touchedAt = now
			segments[entry.place].delete(entry.key)
			add(entry, 'protected')
		},
		grow(entry, coding, variant) {
			const bytes = variant.body.length - (entry.variants[coding]?.body.length ?? 0)
			entry.variants[coding] = variant
			if (entry.removed) return
			entry.bytes += bytes
			// Adding what is there already would keep its former size.
			segments[entry.place].delete(entry.key)
			add(entry, entry.place)
			shrink()
		},
		remove,
		dropTags(tags) {
			let dropped = 0
			for (const tag of tags) {
				for (const entry of byTag.get(tag) ?? []) {
					remove(entry)
					dropped++
				}
			}
			return dropped
		},
		clear() {
			const entries = Object.values(segments).flatMap((segment) => [...segment.values()])
			for (const entry of entries) remove(entry)
		},
		size: () => ({
			entries: segments.probation.size + segments.protected.size + segments.missing.size,
			bytes: usedBytes(),
		}),
	}
}
