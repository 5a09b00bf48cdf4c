import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './token.ts'

/** Files that people have given us, by names that we have made. */
export type Storage = {
	write: (name: string, content: Uint8Array) => Promise<void>
	/** Null when there is none of this name. */
	read: (name: string) => Promise<Buffer | null>
	remove: (name: string) => Promise<void>
	/** Names of all files, in no order. One that is written or removed meanwhile may be among them or not. */
	list: () => AsyncIterable<string>
}

/** Two generated levels: typed text never becomes a path. */
const nameForm = /^[a-z]{1,20}\/[A-Za-z0-9_-]{16,64}\.[a-z0-9]{1,5}$/
export const isStoredName = (name: string): boolean => nameForm.test(name)

/** Keeps files in a folder. A file is there completely or not at all; with `flush` it is on the disk once it is written. */
export function createFileStorage(folder: string, { flush = false }: { flush?: boolean } = {}): Storage {
	const fileOf = (name: string) => {
		if (!isStoredName(name)) throw new Error('this is no name of a stored file')
		return path.join(folder, name)
	}
	return {
		async write(name, content) {
			const file = fileOf(name)
			await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
			const draft = `${file}.${randomToken(6)}`
			await writeFile(draft, content, { mode: 0o600, flush })
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
		async *list() {
			for (const kind of await filesIn(folder))
				for (const file of await filesIn(path.join(folder, kind))) if (isStoredName(`${kind}/${file}`)) yield `${kind}/${file}`
		},
	}
}

/** What a folder holds; nothing where it is not there, or is no folder. */
const filesIn = (folder: string): Promise<string[]> =>
	readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
		throw error
	})
