import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { BusyQuery, BusySpan } from './busy-reading.ts'
import { programPath } from './source-path.ts'

const WITHIN_MS = 5_000
const MOST_MEGABYTES = 128

/**
 * Reads when a calendar is busy (`readBusySpans`) in a thread of its own, which is ended after five seconds. Returns null for a text that is no
 * calendar, or that takes longer.
 */
export function readBusyCalendar(query: BusyQuery): Promise<BusySpan[] | null> {
	const worker = new Worker(pathToFileURL(programPath('src/platform/busy-thread')), {
		workerData: query,
		resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
	})
	return new Promise((settle) => {
		const finish = (spans: BusySpan[] | null) => {
			clearTimeout(timer)
			settle(spans)
			void worker.terminate()
		}
		const timer = setTimeout(() => finish(null), WITHIN_MS)
		worker.once('message', finish)
		worker.once('error', () => finish(null))
	})
}
