import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type PdfFinding, readPdf } from './pdf-reading.ts'

/**
 * The program of the process that reads one PDF of a stranger (see `pdf-pages.ts`). Its first thread watches memory and time
 * and ends the process; its second reads and draws the file, which may be made to unpack to gigabytes or never to end.
 */
export type PdfJob = { content: Uint8Array; maxPages: number; drawnPages: number }

/** A page that was scanned with 600 dots to the inch takes some 300 MB. */
const MOST_BYTES = 512 * 1_048_576
const WITHIN_MS = 20_000
const LOOK_EVERY_MS = 10

if (isMainThread) {
	const end = () => process.exit(0)
	process.once('disconnect', end)
	process.once('message', (job: PdfJob) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 256 } })
		const answer = (finding: PdfFinding) => process.send?.(finding, end)
		worker.once('message', answer)
		worker.once('error', () => answer({ fault: 'broken' }))
		const deadline = Date.now() + WITHIN_MS
		setInterval(() => {
			if (process.memoryUsage.rss() > MOST_BYTES || Date.now() > deadline) process.exit(3)
		}, LOOK_EVERY_MS)
	})
} else {
	const { content, maxPages, drawnPages } = workerData as PdfJob
	// A thread's port takes no origin.
	// oxlint-disable-next-line unicorn/require-post-message-target-origin
	void readPdf(content, maxPages, drawnPages).then((finding) => parentPort?.postMessage(finding))
}
