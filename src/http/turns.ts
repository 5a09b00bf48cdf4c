/** Lets at most `atOnce` pieces of work run; the others wait in the order in which they came. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: (() => void)[] = []
	let running = 0

	return async (work) => {
		if (running < atOnce) running++
		else await new Promise<void>((resolve) => waiting.push(resolve))
		try {
			return await work()
		} finally {
			// A turn is handed over, so that nobody comes between.
			const next = waiting.shift()
			if (next === undefined) running--
			else next()
		}
	}
}
