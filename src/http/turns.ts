/** Limits concurrency to `atOnce`; waiters are served in order of arrival. */
export function createTurns(atOnce: number): <T>(handler: () => Promise<T>) => Promise<T> {
	const waiting: (() => void)[] = []
	let running = 0

	return async (handler) => {
		if (running < atOnce) running++
		else await new Promise<void>((resolve) => waiting.push(resolve))
		try {
			return await handler()
		} finally {
			// Hand the slot to the next waiter directly so no newcomer can take it.
			const next = waiting.shift()
			if (next === undefined) running--
			else next()
		}
	}
}
