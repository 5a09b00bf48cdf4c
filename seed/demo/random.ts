/** A seeded source of choices: the same seed produces the same demo data on every machine. */
export type Random = {
	/** In [0, 1). */
	next: () => number
	/** An integer between both ends, inclusive. */
	int: (min: number, max: number) => number
	chance: (probability: number) => boolean
	pick: <T>(from: readonly T[]) => T
	/** Up to `count` different items, in random order. */
	some: <T>(from: readonly T[], count: number) => T[]
}

/** mulberry32 (public domain generator by Tommy Ettinger): 32 bits of state, good enough for texts and places. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0
		let t = state
		t = Math.imul(t ^ (t >>> 15), t | 1)
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296
	}
	const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
	const pick = <T>(from: readonly T[]): T => {
		if (from.length === 0) throw new Error('nothing to pick from')
		return from[Math.floor(next() * from.length)] as T
	}
	return {
		next,
		int,
		chance: (probability) => next() < probability,
		pick,
		some: (from, count) => {
			const rest = [...from]
			const taken: (typeof rest)[number][] = []
			while (taken.length < count && rest.length > 0) {
				const index = Math.floor(next() * rest.length)
				taken.push(rest[index] as (typeof rest)[number])
				rest[index] = rest.at(-1) as (typeof rest)[number]
				rest.pop()
			}
			return taken
		},
	}
}

/** Mixes integers into one seed, so that neighbouring ordinals do not get neighbouring streams. */
export function mixSeed(...parts: number[]): number {
	let hash = 0x811c9dc5
	for (const part of parts) {
		hash = Math.imul(hash ^ part, 0x01000193)
		hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
		hash ^= hash >>> 12
	}
	return hash >>> 0
}

/** Picks by weight: built once, then each pick is a binary search. */
export type Weighted<T> = {
	at: (u: number) => T
	/** Also how far into the item's own share `u` lies, from 0 to 1. */
	spotAt: (u: number) => { item: T; within: number }
	pick: (random: Random) => T
}

export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): Weighted<T> {
	if (items.length === 0) throw new Error('nothing to weigh')
	const sums = new Float64Array(items.length)
	let total = 0
	items.forEach((item, index) => {
		total += Math.max(0, weightOf(item))
		sums[index] = total
	})
	const spotAt = (u: number) => {
		const target = u * total
		let low = 0
		let high = items.length - 1
		while (low < high) {
			const middle = (low + high) >>> 1
			if ((sums[middle] as number) > target) high = middle
			else low = middle + 1
		}
		const start = low === 0 ? 0 : (sums[low - 1] as number)
		return { item: items[low] as T, within: (target - start) / ((sums[low] as number) - start) }
	}
	const at = (u: number): T => spotAt(u).item
	return { at, spotAt, pick: (random) => at(random.next()) }
}
