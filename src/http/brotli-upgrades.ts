import type { PageEntry } from './page-store.ts'

export type BrotliUpgrades = {
	offer: (entry: PageEntry) => void
	isBusy: () => boolean
	idle: () => Promise<void>
	close: () => void
}

const QUEUE_LENGTH = 200
/** Pauses four times as long as it works: at most a fifth of one core. */
const PAUSE_PER_WORK = 4

/** Recompresses popular pages at the highest level, one at a time, in idle time. */
export function createBrotliUpgrades(options: {
	upgrade: (entry: PageEntry) => Promise<void>
	onError: (error: unknown) => void
}): BrotliUpgrades {
	const queue: PageEntry[] = []
	let running: Promise<void> | null = null
	let timer: NodeJS.Timeout | null = null

	function next() {
		timer = null
		const entry = queue.shift()
		if (entry === undefined) return
		const startedAt = performance.now()
		running = options
			.upgrade(entry)
			.catch(options.onError)
			.finally(() => {
				running = null
				schedule((performance.now() - startedAt) * PAUSE_PER_WORK)
			})
	}

	function schedule(delay: number) {
		if (queue.length === 0 || running !== null || timer !== null) return
		timer = setTimeout(next, delay)
		timer.unref()
	}

	return {
		offer(entry) {
			if (queue.length >= QUEUE_LENGTH) return
			queue.push(entry)
			schedule(0)
		},
		isBusy: () => queue.length > 0 || running !== null,
		idle: async () => {
			if (running === null && timer !== null) await new Promise((resolve) => setTimeout(resolve, 5))
			await running
		},
		close() {
			queue.length = 0
			if (timer !== null) clearTimeout(timer)
			timer = null
		},
	}
}
