import { createRecentClients } from './recent-clients.ts'
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

/** A token bucket for each client, in memory; one that is full again is like none. */
export function createRateLimiter({ burst, perSecond }: RateLimit, now: () => number = Date.now): RateLimiter {
	const filled = (ms: number) => (ms / 1_000) * perSecond
	const buckets = createRecentClients<{ tokens: number }>(({ tokens }, ms) => tokens + filled(ms) >= burst)
	function count(key: string): Counted {
		const time = now()
		const bucket = buckets.get(key)
		const tokens = bucket === undefined ? burst : Math.min(burst, bucket.tokens + filled(time - bucket.at))
		const left = tokens < 1 ? tokens : tokens - 1
		buckets.put(key, { tokens: left, at: time })
		return {
			wait: tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : null,
			left: Math.floor(left),
			fullIn: Math.ceil((burst - left) / perSecond),
		}
	}
	return { size: buckets.size, count, take: (address) => count(clientBlock(address)).wait }
}
