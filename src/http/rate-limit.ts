import { clientBlock } from './request-origin.ts'

export type RateLimit = {
	/** Burst size. */
	burst: number
	/** Tokens refilled each second. */
	perSecond: number
}

export type RateLimiter = {
	/** Null when the request may go on, else the seconds to wait. */
	take: (address: string) => number | null
	readonly size: () => number
}

const CLIENTS = 20_000

/** A token bucket for each block of addresses, in memory. The oldest client is evicted first, which only resets its bucket. */
export function createRateLimiter({ burst, perSecond }: RateLimit, now: () => number = Date.now): RateLimiter {
	const buckets = new Map<string, { tokens: number; at: number }>()
	return {
		size: () => buckets.size,
		take(address) {
			const block = clientBlock(address)
			const time = now()
			const bucket = buckets.get(block)
			const tokens = bucket === undefined ? burst : Math.min(burst, bucket.tokens + ((time - bucket.at) / 1_000) * perSecond)
			buckets.delete(block)
			buckets.set(block, { tokens: tokens < 1 ? tokens : tokens - 1, at: time })
			if (buckets.size > CLIENTS) {
				const oldest = buckets.keys().next().value
				if (oldest !== undefined) buckets.delete(oldest)
			}
			return tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : null
		},
	}
}
