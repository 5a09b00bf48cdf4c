import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '../start-error.ts'
import { createFileStorage } from '../storage.ts'
import { randomToken } from '../token.ts'
import { type FileInBackup, type Manifest, parseManifest } from './backup-manifest.ts'

/**
 * Layout of the backup folder:
 *
 *     files/…                      files of people; one copy for all backups, since a file never changes under its name
 *     20261123T034000Z/
 *         manifest.json            what is in it, with checksums
 *         tables/public.offices.zst
 *         secret.key.age           only with a passphrase
 */
export type BackupFolder = { root: string }

const MANIFEST = 'manifest.json'
const KEY = 'secret.key.age'
const nameForm = /^\d{8}T\d{6}Z$/
/** A folder that is being written; one left by a killed process is removed a day later. */
const unfinishedForm = /^\d{8}T\d{6}Z\.unfinished-/

/** `20261123T034000Z` */
const nameOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Names of the finished backups, newest first. */
export async function listBackups({ root }: BackupFolder): Promise<string[]> {
	const entries = await readdir(root).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	return entries
		.filter((name) => nameForm.test(name))
		.toSorted()
		.toReversed()
}

/** The manifest of a backup; throws `StartError` where there is none, or none that this release can read. */
export async function readBackup({ root }: BackupFolder, name: string): Promise<Manifest> {
	if (!nameForm.test(name)) throw new StartError(`${name} is no name of a backup: npm run backup -- list shows them.`)
	const text = await readFile(path.join(root, name, MANIFEST), 'utf8').catch((error: unknown) => {
		throw new StartError(`There is no backup ${name} in ${root}.`, error)
	})
	try {
		return parseManifest(text)
	} catch (error) {
		throw new StartError(`The backup ${name} is damaged, or was made by a newer release.`, error)
	}
}

const tableFile = (root: string, name: string, table: string) => path.join(root, name, 'tables', `${table}.zst`)

export async function readTable({ root }: BackupFolder, name: string, table: string): Promise<Readable> {
	const file = tableFile(root, name, table)
	await stat(file).catch((error: unknown) => {
		throw new StartError(`The backup ${name} is damaged: the rows of ${table} are missing.`, error)
	})
	const rows = createZstdDecompress()
	// A damaged file ends the reader's own stream with the error.
	void pipeline(createReadStream(file), rows).catch(() => undefined)
	return rows
}

export const readEnclosedKey = ({ root }: BackupFolder, name: string): Promise<Buffer> => readFile(path.join(root, name, KEY))

/** Reads a file of people, or throws `StartError` when it is missing or damaged. */
export async function readKeptFile({ root }: BackupFolder, { name, size, sha256 }: FileInBackup): Promise<Buffer> {
	const content = await readFile(path.join(root, 'files', name)).catch((error: unknown) => {
		throw new StartError(`The backup is damaged: the file ${name} is missing.`, error)
	})
	if (content.length !== size || sha256Of(content) !== sha256)
		throw new StartError(`The backup is damaged: the file ${name} is not what it was.`)
	return content
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Stores a file for all backups; an existing one stays. */
export async function keepFile({ root }: BackupFolder, name: string, content: Uint8Array): Promise<void> {
	const file = path.join(root, 'files', name)
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
	const draft = `${file}.${randomToken(6)}`
	await writeFile(draft, content, { mode: 0o600, flush: true })
	await rename(draft, file)
}

export type NewBackup = {
	name: string
	/** Compresses and writes the rows of a table as they come. */
	writeTable: (table: string, rows: Readable) => Promise<void>
	writeKey: (sealed: Uint8Array) => Promise<void>
	/** Completes the backup. */
	finish: (manifest: Manifest) => Promise<void>
	/** Removes what was written. */
	abandon: () => Promise<void>
}

export async function beginBackup({ root }: BackupFolder, now: Date): Promise<NewBackup> {
	const name = nameOf(now)
	const folder = `${name}.unfinished-${randomToken(6)}`
	await mkdir(path.join(root, folder, 'tables'), { recursive: true, mode: 0o700 })
	return {
		name,
		async writeTable(table, rows) {
			await pipeline(rows, createZstdCompress(), createWriteStream(tableFile(root, folder, table), { mode: 0o600, flush: true }))
		},
		writeKey: (sealed) => writeFile(path.join(root, folder, KEY), sealed, { mode: 0o600, flush: true }),
		async finish(manifest) {
			await writeFile(path.join(root, folder, MANIFEST), `${JSON.stringify(manifest, null, '\t')}\n`, { mode: 0o600, flush: true })
			await rename(path.join(root, folder), path.join(root, name))
		},
		abandon: () => rm(path.join(root, folder), { recursive: true, force: true }),
	}
}

/** Keeps the newest `keep` backups and the files that they name. Returns the names of those removed. */
export async function pruneBackups(folder: BackupFolder, keep: number, now: Date): Promise<string[]> {
	const { root } = folder
	const names = await listBackups(folder)
	const removed = names.slice(keep)
	const dayBefore = new Date(now)
	dayBefore.setUTCDate(now.getUTCDate() - 1)
	for (const name of removed) await rm(path.join(root, name), { recursive: true, force: true })
	for (const name of await readdir(root))
		if (unfinishedForm.test(name) && name < nameOf(dayBefore)) await rm(path.join(root, name), { recursive: true, force: true })
	if (removed.length === 0) return []
	const named = new Set<string>()
	for (const name of names.slice(0, keep)) for (const file of (await readBackup(folder, name)).files) named.add(file.name)
	const files = createFileStorage(path.join(root, 'files'))
	for await (const name of files.list()) if (!named.has(name)) await files.remove(name)
	return removed
}
