import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '../start-error.ts'
import { type FileInBackup, type Manifest, parseManifest } from './backup-manifest.ts'
import { type BackupPlace, isBackupName, MANIFEST } from './backup-place.ts'

const KEY = 'secret.key.age'

/** `20261123T034000Z` */
const nameOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Names of the finished backups, newest first. */
export const listBackups = async (place: BackupPlace): Promise<string[]> => (await place.list()).toSorted().toReversed()

/** The manifest of a backup; throws `StartError` where there is none, or none that this release can read. */
export async function readBackup(place: BackupPlace, name: string): Promise<Manifest> {
	if (!isBackupName(name)) throw new StartError(`${name} is no name of a backup: npm run backup -- list shows them.`)
	const found = await place.read(name, MANIFEST)
	if (found === null) throw new StartError(`There is no backup ${name} in ${place.label}.`)
	const manifest = await text(found)
	try {
		return parseManifest(manifest)
	} catch (error) {
		throw new StartError(`The backup ${name} is damaged, or was made by a newer release.`, error)
	}
}

const tableFile = (table: string) => `tables/${table}.zst`

export async function readTable(place: BackupPlace, name: string, table: string): Promise<Readable> {
	const stored = await place.read(name, tableFile(table))
	if (stored === null) throw new StartError(`The backup ${name} is damaged: the rows of ${table} are missing.`)
	const rows = createZstdDecompress()
	// A damaged file ends the reader's own stream with the error.
	void pipeline(stored, rows).catch(() => undefined)
	return rows
}

export async function readEnclosedKey(place: BackupPlace, name: string): Promise<Buffer> {
	const stored = await place.read(name, KEY)
	if (stored === null) throw new StartError(`The backup ${name} is damaged: its key is missing.`)
	return buffer(stored)
}

/** Reads a file of people, or throws `StartError` when it is missing or damaged. */
export async function readKeptFile(place: BackupPlace, { name, size, sha256 }: FileInBackup): Promise<Buffer> {
	const content = await place.files.read(name)
	if (content === null) throw new StartError(`The backup is damaged: the file ${name} is missing.`)
	if (content.length !== size || sha256Of(content) !== sha256)
		throw new StartError(`The backup is damaged: the file ${name} is not what it was.`)
	return content
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

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

export async function beginBackup(place: BackupPlace, now: Date): Promise<NewBackup> {
	const name = nameOf(now)
	const draft = await place.begin(name)
	return {
		name,
		writeTable: (table, rows) => pipeline(rows, createZstdCompress(), (compressed) => draft.write(tableFile(table), compressed)),
		writeKey: (sealed) => draft.write(KEY, onlyOf(sealed)),
		finish: (manifest) => draft.finish(`${JSON.stringify(manifest, null, '\t')}\n`),
		abandon: draft.abandon,
	}
}

async function* onlyOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
	yield content
}

/** Keeps the newest `keep` backups and the files that they name. Returns the names of those removed. */
export async function pruneBackups(place: BackupPlace, keep: number, now: Date): Promise<string[]> {
	const names = await listBackups(place)
	const removed = names.slice(keep)
	const dayBefore = new Date(now)
	dayBefore.setUTCDate(now.getUTCDate() - 1)
	for (const name of removed) await place.remove(name)
	await place.removeUnfinished(nameOf(dayBefore))
	if (removed.length === 0) return []
	const named = new Set<string>()
	for (const name of names.slice(0, keep)) for (const file of (await readBackup(place, name)).files) named.add(file.name)
	for await (const name of place.files.list()) if (!named.has(name)) await place.files.remove(name)
	return removed
}
