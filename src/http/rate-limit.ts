import { clientBlock } from './request-origin.ts'

export type RateLimit = {
	/** Burst size. */
	burst: number
	/** Tokens refilled each second. */
	perSecond: number
}

/** What a request was counted as. */
export type Counted = {
	/** Null when the request may go on, else the seconds to wait. */
	wait: number | null
	/** Requests that may still come at once. */
	left: number
	/** Seconds until all of `burst` may come again. */
	fullIn: number
}

export type RateLimiter = {
	/** Null when the request may go on, else the seconds to wait. Counted for the caller's block of addresses. */
	take: (address: string) => number | null
	/** Counts a request for whatever `key` names. */
	count: (key: string) => Counted
	readonly size: () => number
}

const CLIENTS = 20_000

/** A token bucket for each client, in memory. The oldest client is evicted first, which only resets its bucket. */
export function createRateLimiter({ burst, perSecond }: RateLimit, now: () => number = Date.now): RateLimiter {
	const buckets = new Map<string, { tokens: number; at: number }>()
	function count(key: string): Counted {
		const time = now()
		const bucket = buckets.get(key)
		const tokens = bucket === undefined ? burst : Math.min(burst, bucket.tokens + ((time - bucket.at) / 1_000) * perSecond)
		const left = tokens < 1 ? tokens : tokens - 1
		buckets.delete(key)
		buckets.set(key, { tokens: left, at: time })
		if (buckets.size > CLIENTS) {
			const oldest = buckets.keys().next().value
			if (oldest !== undefined) buckets.delete(oldest)
		}
		return {
			wait: tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : null,
			left: Math.floor(left),
			fullIn: Math.ceil((burst - left) / perSecond),
		}
	}
	return { size: () => buckets.size, count, take: (address) => count(clientBlock(address)).wait }
}
