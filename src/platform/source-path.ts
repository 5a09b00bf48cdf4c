import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The path of a file of the sources (`src/platform/common-words.txt`), also for a module that was bundled into
 * build/server and so no longer lies beside it. Throws when there is no such file.
 */
export function sourcePath(file: string): string {
	for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
		const found = path.join(folder, file)
		if (existsSync(found)) return found
		if (folder === path.dirname(folder)) throw new Error(`${file} was not found above ${import.meta.dirname}`)
	}
}
