/** A reproducible source of choices: equal seeds give equal sequences on every machine. */
export type Random = {
	/** At least 0 and less than 1. */
	next: () => number
	/** An integer from 0 to `below` - 1. */
	below: (below: number) => number
	/** True in about `share` of all calls. */
	chance: (share: number) => boolean
	/** Throws for an empty list. */
	pick: <T>(list: readonly T[]) => T
	/** Picks by weight. */
	weighted: <T>(list: readonly (readonly [weight: number, value: T])[]) => T
}

/** Makes the generator of request `index` in the run of `seed`, so that one request can be replayed alone. */
export function randomFor(seed: number, index: number): Random {
	let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) | 0
	// mulberry32
	const next = () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const below = (limit: number) => Math.floor(next() * limit)
	const pick = <T>(list: readonly T[]): T => {
		if (list.length === 0) throw new Error('nothing to pick from')
		return list[below(list.length)] as T
	}
	return {
		next,
		below,
		pick,
		chance: (share) => next() < share,
		weighted(list) {
			let left = next() * list.reduce((sum, [weight]) => sum + weight, 0)
			for (const [weight, value] of list) {
				left -= weight
				if (left < 0) return value
			}
			return pick(list)[1]
		},
	}
}
