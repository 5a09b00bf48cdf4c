import type { HttpMetrics } from './metrics.ts'

/** Counts by slice: the upper bound of the time of pages, `5xx`, `all` (domain/operations/insights/served-requests.ts). */
type Counts = Map<string, number>

export type ServedCounter = {
	/** The metrics that were passed in, counting on the way. */
	metrics: HttpMetrics
	/** Writes the counts of the rest, and stops. */
	close: () => Promise<void>
}

const FLUSH_MS = 30_000

type CounterOptions = {
	metrics: HttpMetrics
	/** Whether visitors see the pages of a route. */
	isPage: (route: string) => boolean
	/** The upper bound under which a time in milliseconds is counted. */
	boundOf: (milliseconds: number) => number
	write: (counts: Counts) => Promise<void>
	onError: (error: unknown) => void
}

/**
 * Counts served requests in memory and writes the sums twice a minute, so that staff see the speed of the last year without a
 * monitoring system, which `/metrics` is for. A page from memory counts as the fastest.
 */
export function createServedCounter({ metrics, isPage, boundOf, write, onError }: CounterOptions): ServedCounter {
	const fastest = `${boundOf(0)}`
	let counts: Counts = new Map()
	let writing: Promise<void> = Promise.resolve()
	const add = (slice: string, count = 1) => counts.set(slice, (counts.get(slice) ?? 0) + count)

	async function flush(): Promise<void> {
		if (counts.size === 0) return
		const written = counts
		counts = new Map()
		try {
			await write(written)
		} catch (error) {
			// Added to the next report.
			for (const [slice, count] of written) add(slice, count)
			onError(error)
		}
	}

	const timer = setInterval(() => void (writing = writing.then(flush)), FLUSH_MS)
	timer.unref()
	return {
		metrics: {
			...metrics,
			observe(request) {
				metrics.observe(request)
				add('all')
				if (request.status >= 500) add('5xx')
				else if (request.method === 'GET' && request.status < 400 && isPage(request.route)) add(`${boundOf(request.seconds * 1_000)}`)
			},
			hit(route) {
				metrics.hit(route)
				add('all')
				if (isPage(route)) add(fastest)
			},
		},
		async close() {
			clearInterval(timer)
			await (writing = writing.then(flush))
		},
	}
}
