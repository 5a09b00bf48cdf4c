import { fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import type { PdfJob } from './pdf-process.ts'
import type { PdfFinding } from './pdf-reading.ts'
import { programPath } from './source-path.ts'

/** Each runs in a separate process. */
const AT_ONCE = pLimit(2)
const PATIENCE_MS = 30_000

/**
 * The pages of a PDF as pictures of ours, the first `drawnPages` of them, or why it is refused. The file is read in a separate process without our settings,
 * which may read only its own program, write nothing and start nothing. A file that unpacks to too much or takes too long
 * counts as broken; its process is ended.
 */
export function renderPdf(content: Uint8Array, maxPages: number, drawnPages = maxPages): Promise<PdfFinding> {
	return AT_ONCE(
		() =>
			new Promise((resolve) => {
				const child = startReader()
				const finish = (finding: PdfFinding) => {
					clearTimeout(timer)
					child.removeAllListeners()
					child.on('error', () => undefined)
					child.kill('SIGKILL')
					resolve(finding)
				}
				const timer = setTimeout(() => finish({ fault: 'broken' }), PATIENCE_MS)
				child.once('message', (finding) => finish(finding as PdfFinding))
				child.once('error', () => finish({ fault: 'broken' }))
				child.once('exit', () => finish({ fault: 'broken' }))
				child.send({ content, maxPages, drawnPages } satisfies PdfJob, () => undefined)
			}),
	)
}

const PROGRAM = 'src/platform/pdf-process'

/** What the process may do: read its own program. sharp is native code, but is given only the points that PDFium drew. */
export function readerPermissions(): string[] {
	const platform = path.dirname(programPath(PROGRAM))
	const root = path.resolve(platform, '../..')
	const packages = path.join(root, 'node_modules')
	// Node resolves links before it asks, so packages that are linked in need both paths.
	const readable = [
		path.join(platform, '*'),
		path.join(packages, '*'),
		path.join(realpathSync(packages), '*'),
		path.join(root, 'package.json'),
	]
	return ['--permission', '--allow-worker', '--allow-addons', ...readable.map((one) => `--allow-fs-read=${one}`)]
}

const startReader = () =>
	fork(programPath(PROGRAM), {
		serialization: 'advanced',
		env: {},
		execArgv: [...readerPermissions(), '--max-old-space-size=64'],
		stdio: 'ignore',
	})
