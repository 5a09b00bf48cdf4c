import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './token.ts'

/** Files that people have given us, by names that we have made. */
export type Storage = {
	write: (name: string, content: Uint8Array) => Promise<void>
	/** Null when there is none of this name. */
	read: (name: string) => Promise<Buffer | null>
	remove: (name: string) => Promise<void>
}

/** Two generated levels: typed text never becomes a path. */
const nameForm = /^[a-z]{1,20}\/[A-Za-z0-9_-]{16,64}\.[a-z0-9]{1,5}$/
export const isStoredName = (name: string): boolean => nameForm.test(name)

/** Keeps files in a folder. A file is there as a whole or not at all. */
export function createFileStorage(folder: string): Storage {
	const fileOf = (name: string) => {
		if (!isStoredName(name)) throw new Error('this is no name of a stored file')
		return path.join(folder, name)
	}
	return {
		async write(name, content) {
			const file = fileOf(name)
			await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
			const draft = `${file}.${randomToken(6)}`
			await writeFile(draft, content, { mode: 0o600 })
			await rename(draft, file)
		},
		async read(name) {
			if (!isStoredName(name)) return null
			return readFile(fileOf(name)).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return null
				throw error
			})
		},
		async remove(name) {
			await rm(fileOf(name), { force: true })
		},
	}
}
