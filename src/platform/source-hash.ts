import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Returns one hash for files and folders of a checkout, the same on every machine. Tests are left out: changing one must
 * not cause a rebuild.
 */
export async function hashSources(root: string, sources: readonly string[]): Promise<string> {
	const hash = createHash('sha256').update(process.version)
	for (const source of sources) {
		for (const file of await filesOf(root, source)) {
			const content = await readFile(path.join(root, file))
			hash.update(`${file.replaceAll(path.sep, '/')}\0${content.length}\0`).update(content)
		}
	}
	return hash.digest('hex').slice(0, 16)
}

async function filesOf(root: string, source: string): Promise<string[]> {
	const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOTDIR') return null
		if (error.code === 'ENOENT') return []
		throw error
	})
	if (!entries) return [source]
	return entries
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
		.toSorted()
}
