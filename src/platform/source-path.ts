import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The path of a file or folder of the sources (`src/platform/common-words.txt`), also for a module that was bundled and so no longer lies
 * beside it. Throws when there is no such file.
 */
export const sourcePath = (file: string): string => findAbove([file])

/** The path of a program, named without its ending (`src/web-process`): a release has it as JavaScript. */
export const programPath = (name: string): string => findAbove([`${name}.ts`, `${name}.js`])

function findAbove(files: readonly string[]): string {
	for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
		const found = files.map((file) => path.join(folder, file)).find((file) => existsSync(file))
		if (found !== undefined) return found
		if (folder === path.dirname(folder)) throw new Error(`${files.join(' or ')} was not found above ${import.meta.dirname}`)
	}
}
