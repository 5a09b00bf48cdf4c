import { LRUCache } from 'lru-cache'
import type { Coding } from './content-coding.ts'
import type { Template } from './slots.ts'

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
	/** Plain bytes for incompressible bodies only; otherwise Brotli, and gzip once it was requested. */
	variants: Partial<Record<Coding, PageVariant>>
	readonly pending: Partial<Record<Coding, Promise<PageVariant>>>
	/** Instead of variants, where the page is for signed-in readers. */
	template: Template | null
	freshUntil: number
	staleUntil: number
	/** Requests answered in Brotli; what is asked for often is compressed better. */
	brotliHits: number
	bytes: number
	/** When its rendering began: what it shows is at least as new. */
	readonly madeAt: number
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
	dropTags: (tags: readonly string[]) => void
	all: () => PageEntry[]
	/** Addresses of found pages for visitors without a query, most recently used first, those asked for more than once before the others. */
	hottest: (count: number) => string[]
	clear: () => void
	readonly size: () => { entries: number; bytes: number }
}

const ENTRY_OVERHEAD = 1_500
const ALIASES_PER_ENTRY = 6
/** Missing pages have a small separate share: made-up URLs evict nothing else. */
const MISSING_ENTRIES = 200
const MISSING_SHARE = 0.05
/** The rest of the room is for pages asked for once: a crawler's walk cannot push out what visitors read. */
const PROTECTED_SHARE = 0.8
const TOUCH_EVERY_MS = 1_000

/** Keeps pages in memory, bounded by `maxBytes`; the least recently used go first. */
export function createPageStore(maxBytes: number): PageStore {
	const indexes = createIndexes()
	const segments = createSegments(maxBytes, forget)

	/** Removes the entry from the indexes, after its segment has removed it. */
	function forget(entry: PageEntry) {
		entry.removed = true
		indexes.remove(entry)
	}

	function remove(entry: PageEntry) {
		if (entry.removed) return
		segments.take(entry)
		forget(entry)
	}

	return {
		get: segments.find,
		getByTarget: indexes.findByTarget,
		put(entry) {
			const before = segments.find(entry.key)
			// A re-rendered page keeps its segment.
			if (before?.place === 'protected' && entry.place === 'probation') entry.place = 'protected'
			if (before !== undefined) remove(before)
			entry.bytes += ENTRY_OVERHEAD + 2 * entry.key.length
			entry.removed = entry.bytes > maxBytes / 4
			if (entry.removed) return
			indexes.add(entry, before?.aliases ?? [])
			segments.add(entry, entry.place)
			segments.shrink()
		},
		remember(entry, target) {
			if (!entry.removed) indexes.addAlias(entry, target)
		},
		touch(entry, now) {
			if (now - entry.touchedAt < TOUCH_EVERY_MS || entry.removed || entry.place === 'missing') return
			entry.touchedAt = now
			segments.take(entry)
			segments.add(entry, 'protected')
		},
		grow(entry, coding, variant) {
			const bytes = variant.body.length - (entry.variants[coding]?.body.length ?? 0)
			entry.variants[coding] = variant
			if (entry.removed) return
			entry.bytes += bytes
			// Adding an existing entry would keep its former size.
			segments.take(entry)
			segments.add(entry, entry.place)
			segments.shrink()
		},
		remove,
		dropTags(tags) {
			for (const tag of tags) for (const entry of indexes.findByTag(tag)) remove(entry)
		},
		all: segments.all,
		hottest: (count) => hottestOf(segments.mostRecent(), count),
		clear: () => segments.all().forEach(remove),
		size: segments.size,
	}
}

/** Keys of pages for readers have a blank in them, those of data for React Router their own ending. */
const isForAll = ({ key, status }: PageEntry): boolean => status === 200 && !/[ ?]|\.data$/.test(key)

function hottestOf(mostRecent: Iterable<PageEntry>, count: number): string[] {
	const found: string[] = []
	for (const entry of mostRecent) {
		if (found.length >= count) break
		if (isForAll(entry)) found.push(entry.key)
	}
	return found
}

/** Finds entries by the spellings of their address and by what they show. */
function createIndexes() {
	const byTarget = new Map<string, PageEntry>()
	const byTag = new Map<string, Set<PageEntry>>()

	function addAlias(entry: PageEntry, target: string) {
		if (entry.aliases.length >= ALIASES_PER_ENTRY || byTarget.has(target)) return
		entry.aliases.push(target)
		byTarget.set(target, entry)
	}

	return {
		findByTarget: (target: string) => byTarget.get(target),
		findByTag: (tag: string): Iterable<PageEntry> => byTag.get(tag) ?? [],
		add(entry: PageEntry, aliases: readonly string[]) {
			for (const tag of entry.tags) {
				const tagged = byTag.get(tag)
				if (tagged === undefined) byTag.set(tag, new Set([entry]))
				else tagged.add(entry)
			}
			for (const alias of aliases) addAlias(entry, alias)
		},
		addAlias,
		remove(entry: PageEntry) {
			for (const alias of entry.aliases) byTarget.delete(alias)
			for (const tag of entry.tags) {
				const tagged = byTag.get(tag)
				tagged?.delete(entry)
				if (tagged?.size === 0) byTag.delete(tag)
			}
		},
	}
}

/** The entries themselves, in segments that are each in the order of use (segmented LRU). */
function createSegments(maxBytes: number, onEvicted: (entry: PageEntry) => void) {
	const segment = (limits: { max?: number; share: number }, onOut: (entry: PageEntry) => void) =>
		new LRUCache<string, PageEntry>({
			...(limits.max !== undefined && { max: limits.max }),
			// At least one byte, which fits no page: 0 would turn the limit off.
			maxSize: Math.max(1, Math.floor(maxBytes * limits.share)),
			sizeCalculation: ({ bytes }) => bytes,
			dispose: (entry, _key, reason) => reason === 'evict' && onOut(entry),
		})
	const probation = segment({ share: 1 }, onEvicted)
	const kept = segment({ share: PROTECTED_SHARE }, (entry) => add(entry, 'probation'))
	const missing = segment({ max: MISSING_ENTRIES, share: MISSING_SHARE }, onEvicted)
	const segments = { probation, protected: kept, missing }
	const bytes = () => probation.calculatedSize + kept.calculatedSize + missing.calculatedSize

	/** Adds the entry as the last to be evicted; one larger than its segment is not stored. */
	function add(entry: PageEntry, place: PageEntry['place']) {
		entry.place = place
		segments[place].set(entry.key, entry)
		if (segments[place].peek(entry.key) !== entry) onEvicted(entry)
	}

	return {
		find: (key: string) => kept.peek(key) ?? probation.peek(key) ?? missing.peek(key),
		add,
		take: (entry: PageEntry) => void segments[entry.place].delete(entry.key),
		/** Evicts until all fit: the segments' own limits add up to more than `maxBytes`. */
		shrink() {
			while (bytes() > maxBytes) {
				if (probation.size > 0) probation.pop()
				else if (kept.size > 0) kept.pop()
				else missing.pop()
			}
		},
		*mostRecent(): Generator<PageEntry> {
			yield* kept.values()
			yield* probation.values()
		},
		all: () => Object.values(segments).flatMap((one) => [...one.values()]),
		size: () => ({ entries: probation.size + kept.size + missing.size, bytes: bytes() }),
	}
}
