import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream, type PDFObject } from 'pdf-lib'

/**
 * The program of the process that looks into one PDF of a stranger (see `pdf-check.ts`). Its first thread watches memory
 * and time and ends the process; its second reads the file, which may be made to unpack to gigabytes or never to end.
 */
export type PdfFinding = { pages: number } | { fault: 'locked' | 'active' | 'broken' }

const MOST_BYTES = 320 * 1_048_576
const WITHIN_MS = 10_000
const LOOK_EVERY_MS = 10

/** What makes a PDF do something, or carry another file. */
const ACTIVE = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'SubmitForm', 'ImportData', 'XFA'])

if (isMainThread) {
	const end = () => process.exit(0)
	process.once('disconnect', end)
	process.once('message', (content: Uint8Array) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: content, resourceLimits: { maxOldGenerationSizeMb: 192 } })
		const answer = (finding: PdfFinding) => process.send?.(finding, end)
		worker.once('message', answer)
		worker.once('error', () => answer({ fault: 'broken' }))
		const deadline = Date.now() + WITHIN_MS
		setInterval(() => {
			if (process.memoryUsage.rss() > MOST_BYTES || Date.now() > deadline) process.exit(3)
		}, LOOK_EVERY_MS)
	})
} else {
	// A thread's port takes no origin.
	// oxlint-disable-next-line unicorn/require-post-message-target-origin
	void read(workerData as Uint8Array).then((finding) => parentPort?.postMessage(finding))
}

async function read(content: Uint8Array): Promise<PdfFinding> {
	try {
		const document = await PDFDocument.load(content, { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: Infinity })
		const isActive = document.context.enumerateIndirectObjects().some(([, object]) => holdsActive(object, 0))
		return isActive ? { fault: 'active' } : { pages: document.getPageCount() }
	} catch (error) {
		return { fault: error instanceof Error && /encrypted/i.test(error.message) ? 'locked' : 'broken' }
	}
}

/** References are not followed: what they lead to is looked at on its own. */
function holdsActive(object: PDFObject, depth: number): boolean {
	if (depth > 50) return true
	if (object instanceof PDFName) return ACTIVE.has(object.decodeText())
	if (object instanceof PDFArray) return object.asArray().some((one) => holdsActive(one, depth + 1))
	if (object instanceof PDFRawStream || object instanceof PDFStream) return holdsActive(object.dict, depth + 1)
	if (!(object instanceof PDFDict)) return false
	return object.entries().some(([key, value]) => ACTIVE.has(key.decodeText()) || holdsActive(value, depth + 1))
}
