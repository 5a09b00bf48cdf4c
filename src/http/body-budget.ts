/** Limits of the bytes of bodies in memory at one moment. */
export type BodyLimits = {
	/** Bytes in flight of one client block (`clientBlock`). */
	blockBytes: number
	/** Bytes in flight in all. */
	totalBytes: number
}

export const bodyLimits: BodyLimits = {
	blockBytes: 48 * 1_048_576,
	totalBytes: 256 * 1_048_576,
}

export type BodyBudget = {
	/** Reserves room for a body until `release`. Otherwise says whose limit is reached. */
	reserve: (block: string, bytes: number) => { release: () => void } | 'block' | 'total'
}

/** Even an empty body occupies a connection and its buffers. */
const LEAST_BYTES = 16 * 1_024

/** Bounds the bytes in flight per client block and in all, in memory. */
export function createBodyBudget(limits: BodyLimits): BodyBudget {
	const inFlight = new Map<string, number>()
	let total = 0
	return {
		reserve(block, given) {
			const bytes = Math.max(given, LEAST_BYTES)
			const before = inFlight.get(block) ?? 0
			if (before + bytes > limits.blockBytes) return 'block'
			if (total + bytes > limits.totalBytes) return 'total'
			inFlight.set(block, before + bytes)
			total += bytes
			let isHeld = true
			return {
				release() {
					if (!isHeld) return
					isHeld = false
					total -= bytes
					const left = (inFlight.get(block) ?? 0) - bytes
					if (left > 0) inFlight.set(block, left)
					else inFlight.delete(block)
				},
			}
		},
	}
}
