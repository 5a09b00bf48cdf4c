import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './token.ts'

const keyFile = (dataDir: string) => path.join(dataDir, 'secret.key')

/** The secret kept in DATA_DIR, or null where there is none. */
export const readKeyFile = (dataDir: string): Promise<string | null> => readKey(keyFile(dataDir))

/** The secret kept in DATA_DIR, made at the first start. Two processes that start at once get the same one. */
export async function readOrMakeKeyFile(dataDir: string): Promise<string> {
	return (await readKeyFile(dataDir)) ?? writeKeyFile(dataDir, randomToken())
}

/** Keeps a secret in DATA_DIR; one that is there already stays. Returns the one that is kept. */
export async function writeKeyFile(dataDir: string, secretKey: string): Promise<string> {
	const file = keyFile(dataDir)
	await mkdir(dataDir, { recursive: true })
	// Linking a complete file either succeeds or loses to another process; a half-written key is never readable.
	const draft = `${file}.${process.pid}`
	await writeFile(draft, `${secretKey}\n`, { mode: 0o600 })
	await link(draft, file).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error
	})
	await rm(draft, { force: true })
	const made = await readKey(file)
	if (made === null) throw new Error(`${file} cannot be read`)
	return made
}

async function readKey(file: string): Promise<string | null> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null
		throw error
	})
	return text === null ? null : text.trim()
}
