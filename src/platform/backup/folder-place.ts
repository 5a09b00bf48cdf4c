import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createFileStorage } from '../storage.ts'
import { randomToken } from '../token.ts'
import { type BackupPlace, isBackupName, MANIFEST } from './backup-place.ts'

/** A folder that is being written or removed; one left by a killed process is removed a day later. */
const unfinishedForm = /^\d{8}T\d{6}Z\.unfinished-/

/** Backups in a folder. What is written is on the disk before a backup is finished. */
export function createFolderPlace(root: string): BackupPlace {
	const entries = () =>
		readdir(root).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return []
			throw error
		})
	const unfinished = (name: string) => path.join(root, `${name}.unfinished-${randomToken(6)}`)
	return {
		label: root,
		files: createFileStorage(path.join(root, 'files'), { flush: true }),
		list: async () => (await entries()).filter(isBackupName),
		async read(name, file) {
			const handle = await open(path.join(root, name, file)).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return null
				throw error
			})
			return handle && handle.createReadStream()
		},
		async begin(name) {
			const folder = unfinished(name)
			await mkdir(folder, { recursive: true, mode: 0o700 })
			return {
				async write(file, content) {
					const place = path.join(folder, file)
					await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
					await pipeline(content, createWriteStream(place, { mode: 0o600, flush: true }))
				},
				async finish(manifest) {
					await writeFile(path.join(folder, MANIFEST), manifest, { mode: 0o600, flush: true })
					await rename(folder, path.join(root, name))
				},
				abandon: () => rm(folder, { recursive: true, force: true }),
			}
		},
		async remove(name) {
			// A backup that is half removed must not be listed.
			const folder = unfinished(name)
			await rename(path.join(root, name), folder)
			await rm(folder, { recursive: true, force: true })
		},
		async removeUnfinished(before) {
			for (const name of await entries())
				if (unfinishedForm.test(name) && name < before) await rm(path.join(root, name), { recursive: true, force: true })
		},
	}
}
