import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Folders for the files of requests under way. */
export type TemporaryFolders = {
	make: () => Promise<string>
	remove: (folder: string) => Promise<void>
	/** Removes folders left by requests of a crashed process. */
	sweep: () => Promise<void>
}

/** Longer than any request may take: the folder of another process that still runs is never removed. */
const LEFT_OVER_MS = 10 * 60_000

/** Creates the folders below `root`, which several processes may share. `root` itself is made with the first one. */
export function createTemporaryFolders(root: string, now: () => number = Date.now): TemporaryFolders {
	const remove = (folder: string) => rm(folder, { recursive: true, force: true })
	return {
		remove,
		async make() {
			await mkdir(root, { recursive: true, mode: 0o700 })
			return mkdtemp(path.join(root, 'request-'))
		},
		async sweep() {
			const names = await readdir(root).catch(() => [])
			for (const name of names) {
				const folder = path.join(root, name)
				const found = await stat(folder).catch(() => null)
				if (found !== null && now() - found.mtimeMs > LEFT_OVER_MS) await remove(folder)
			}
		},
	}
}
