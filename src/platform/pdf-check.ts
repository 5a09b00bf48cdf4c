import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import type { PdfFinding } from './pdf-process.ts'

/** Each takes a process of its own. */
const AT_ONCE = pLimit(2)
const PATIENCE_MS = 15_000

/**
 * How many pages a PDF has, or why it is none to be taken: locked by a password, able to act, or broken. A file that
 * unpacks to too much or takes too long counts as broken; the process that reads it is ended.
 */
export function checkPdf(content: Uint8Array): Promise<PdfFinding> {
	return AT_ONCE(
		() =>
			new Promise((resolve) => {
				const child = fork(programPath(), { serialization: 'advanced', execArgv: ['--max-old-space-size=64'], stdio: 'ignore' })
				const finish = (finding: PdfFinding) => {
					clearTimeout(timer)
					child.removeAllListeners()
					child.on('error', () => undefined)
					child.kill()
					resolve(finding)
				}
				const timer = setTimeout(() => finish({ fault: 'broken' }), PATIENCE_MS)
				child.once('message', (finding) => finish(finding as PdfFinding))
				child.once('error', () => finish({ fault: 'broken' }))
				child.once('exit', () => finish({ fault: 'broken' }))
				child.send(content, () => undefined)
			}),
	)
}

/** The program as it lies in the sources: this module may be part of the bundle in build/server. */
function programPath(): string {
	const below = ['src', 'platform', 'pdf-process.ts']
	for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
		const program = path.join(folder, ...below)
		if (existsSync(program)) return program
		if (folder === path.dirname(folder)) throw new Error(`${below.join('/')} was not found above ${import.meta.dirname}`)
	}
}
