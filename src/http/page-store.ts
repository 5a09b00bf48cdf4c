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
	const segments = {
		probation: new Map<string, PageEntry>(),
		protected: new Map<string, PageEntry>(),
		missing: new Map<string, PageEntry>(),
	}
	const used = { probation: 0, protected: 0, missing: 0 }
	const byTarget = new Map<string, PageEntry>()
	const byTag = new Map<string, Set<PageEntry>>()

	const get = (key: string) => segments.protected.get(key) ?? segments.probation.get(key) ?? segments.missing.get(key)

	function remove(entry: PageEntry) {
		if (entry.removed) return
		entry.removed = true
		segments[entry.place].delete(entry.key)
		used[entry.place] -= entry.bytes
		for (const alias of entry.aliases) byTarget.delete(alias)
		for (const tag of entry.tags) {
			const tagged = byTag.get(tag)
			tagged?.delete(entry)
			if (tagged?.size === 0) byTag.delete(tag)
		}
	}

	function move(entry: PageEntry, place: 'probation' | 'protected') {
		segments[entry.place].delete(entry.key)
		used[entry.place] -= entry.bytes
		entry.place = place
		segments[place].set(entry.key, entry)
		used[place] += entry.bytes
	}

	const oldest = (place: PageEntry['place']) => segments[place].values().next().value

	function shrink() {
		while (used.missing > maxBytes * MISSING_SHARE || segments.missing.size > MISSING_ENTRIES) {
			const entry = oldest('missing')
			if (entry === undefined) break
			remove(entry)
		}
		while (used.protected > maxBytes * PROTECTED_SHARE) {
			const entry = oldest('protected')
			if (entry === undefined) break
			move(entry, 'probation')
		}
		while (used.probation + used.protected + used.missing > maxBytes) {
			const entry = oldest('probation') ?? oldest('protected') ?? oldest('missing')
			if (entry === undefined) break
			remove(entry)
		}
	}

	return {
		get,
		getByTarget: (target) => byTarget.get(target),
		put(entry) {
			const before = get(entry.key)
			// A page made anew keeps the place it has earned.
			if (before?.place === 'protected' && entry.place === 'probation') entry.place = 'protected'
			if (before !== undefined) remove(before)
			entry.bytes += ENTRY_OVERHEAD + 2 * entry.key.length
			if (entry.bytes > maxBytes / 4) {
				entry.removed = true
				return
			}
			segments[entry.place].set(entry.key, entry)
			used[entry.place] += entry.bytes
			for (const tag of entry.tags) {
				const tagged = byTag.get(tag)
				if (tagged === undefined) byTag.set(tag, new Set([entry]))
				else tagged.add(entry)
			}
			for (const alias of before?.aliases ?? []) {
				entry.aliases.push(alias)
				byTarget.set(alias, entry)
			}
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
			move(entry, 'protected')
			if (used.protected > maxBytes * PROTECTED_SHARE) shrink()
		},
		grow(entry, coding, variant) {
			const bytes = variant.body.length - (entry.variants[coding]?.body.length ?? 0)
			entry.variants[coding] = variant
			if (entry.removed) return
			entry.bytes += bytes
			used[entry.place] += bytes
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
			for (const segment of Object.values(segments)) for (const entry of segment.values()) remove(entry)
		},
		size: () => ({
			entries: segments.probation.size + segments.protected.size + segments.missing.size,
			bytes: used.probation + used.protected + used.missing,
		}),
	}
}
