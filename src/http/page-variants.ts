import { LRUCache } from 'lru-cache'
import { createBrotliUpgrades } from './brotli-upgrades.ts'
import { compress, type Coding, decompress } from './content-coding.ts'
import { plainOf, variantOf } from './page-entry.ts'
import type { PageEntry, PageStore, PageVariant } from './page-store.ts'

export type PageVariants = {
	/** Returns the entry in this encoding if it is in memory. Counts requests for Brotli, to compress popular pages better. */
	ready: (entry: PageEntry, coding: Coding) => PageVariant | undefined
	/** Encodes the entry, once for all requests that wait for it. */
	make: (entry: PageEntry, coding: Coding) => Promise<PageVariant>
	/** Replaces the plain bytes by Brotli's: a tenth of the size, and the encoding of nearly all clients. */
	squeeze: (entry: PageEntry) => Promise<void>
	isBusy: () => boolean
	settled: () => Promise<unknown>
	close: () => void
}

/** How often a page is sent in Brotli before it is recompressed at the highest level. */
const POPULAR_FROM = 3
/** The plain bytes of pages take this share of the cache's memory beside it: they are ten times the size of Brotli's. */
const PLAIN_SHARE = 0.25

/** Makes the encodings of pages and adds those worth their memory to `store`, whose pages take `maxBytes` at most. */
export function createPageVariants(store: PageStore, maxBytes: number, onError: (error: unknown) => void): PageVariants {
	const plain = createPlainPages(maxBytes * PLAIN_SHARE)
	const compressing = new Set<Promise<unknown>>()
	const upgrades = createBrotliUpgrades({
		async upgrade(entry) {
			const before = entry.variants.br
			if (entry.removed || before === undefined) return
			const body = await compress(await plainBody(entry), 'br', 11)
			if (body.length < before.body.length) store.grow(entry, 'br', variantOf(entry, 'br', body, 'b11'))
		},
		onError,
	})

	async function encode(entry: PageEntry, coding: Coding): Promise<PageVariant> {
		const work = plainBody(entry).then((body) => (coding === 'identity' ? body : compress(body, coding)))
		compressing.add(work)
		try {
			const body = await work
			if (coding === 'identity') return plain.keep(entry, plainOf(entry, body))
			const variant = variantOf(entry, coding, body, coding === 'br' ? 'b5' : 'gz')
			store.grow(entry, coding, variant)
			return variant
		} finally {
			compressing.delete(work)
			delete entry.pending[coding]
		}
	}

	return {
		ready(entry, coding) {
			const variant = entry.variants[coding] ?? (coding === 'identity' ? plain.find(entry) : undefined)
			if (variant !== undefined && coding === 'br' && ++entry.brotliHits === POPULAR_FROM) upgrades.offer(entry)
			return variant
		},
		make: (entry, coding) => (entry.pending[coding] ??= encode(entry, coding)),
		async squeeze(entry) {
			const plain = entry.variants.identity
			if (plain === undefined) return
			try {
				const variant = variantOf(entry, 'br', await compress(plain.body, 'br'), 'b5')
				entry.variants = { br: variant }
				entry.bytes += variant.body.length - plain.body.length
			} catch (error) {
				onError(error)
			}
		},
		isBusy: () => compressing.size > 0 || upgrades.isBusy(),
		settled: () => Promise.allSettled([...compressing, upgrades.idle()]),
		close: upgrades.close,
	}
}

/**
 * The plain bytes of the pages that clients without compression asked for last: robots, mostly, who would have each page
 * decompressed again. They have room of their own, so that asking for them pushes out no other page.
 */
function createPlainPages(maxBytes: number) {
	const pages =
		maxBytes < 1
			? null
			: new LRUCache<PageEntry, PageVariant>({ maxSize: Math.floor(maxBytes), sizeCalculation: ({ body }) => body.length + 1 })
	return {
		find: (entry: PageEntry): PageVariant | undefined => pages?.get(entry),
		keep(entry: PageEntry, variant: PageVariant): PageVariant {
			pages?.set(entry, variant)
			return variant
		},
	}
}

async function plainBody({ variants }: PageEntry): Promise<Buffer> {
	if (variants.identity !== undefined) return variants.identity.body
	if (variants.br === undefined) throw new Error('a page without a body')
	return decompress(variants.br.body)
}
