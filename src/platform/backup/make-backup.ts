import { StartError } from '../start-error.ts'
import type { Storage } from '../storage.ts'
import { beginBackup, listBackups, type NewBackup, pruneBackups, readBackup, sha256Of } from './backup-store.ts'
import { type FileInBackup, type Manifest, markOfKey, type TableInBackup } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { connect, copyOut, listSequences, listTables, queueVersionOf } from './backup-tables.ts'
import { encryptKey } from './key-encryption.ts'

export type BackupOptions = {
	databaseUrl: string
	storage: Storage
	secretKey: string
	/** Without it the key stays out of the backup. */
	passphrase: string | undefined
	place: BackupPlace
	/** How many backups stay. */
	keep: number
	now: () => Date
}

export type BackupReport = { name: string; rows: number; files: number; newFiles: number; removed: string[] }

/** Held while a backup is made: two at once would prune each other's files. */
const LOCK = 0x6261636b

/**
 * Makes a backup while the site runs: all tables as of one moment, and every file that they name. A file whose row was
 * written before that moment is copied in the first round or the second, also when it is deleted in between; one that
 * nothing names does no harm.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
	const { place, storage } = options
	const client = await connect(options.databaseUrl)
	try {
		const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
		if (!rows[0]?.taken) throw new StartError('Another backup is being made at the moment.')
		const backup = await beginBackup(place, options.now())
		try {
			const files = await knownFiles(place)
			const first = await keepFiles(place, storage, files)
			const tables = await copyDatabase(client, backup)
			const second = await keepFiles(place, storage, files)
			const named = [...new Set([...first.names, ...second.names])].toSorted()
			const { secretKey, passphrase } = options
			if (passphrase !== undefined) await backup.writeKey(await encryptKey({ secretKey, passphrase }))
			const manifest: Manifest = {
				format: 1,
				madeAt: options.now().toISOString(),
				...tables,
				files: named.map((name) => files.get(name)).filter((file) => file !== undefined),
				key: { mark: markOfKey(secretKey), isEnclosed: passphrase !== undefined },
			}
			await backup.finish(manifest)
			return {
				name: backup.name,
				rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
				files: manifest.files.length,
				newFiles: first.kept + second.kept,
				removed: await pruneBackups(place, options.keep, options.now()),
			}
		} catch (error) {
			await backup.abandon()
			throw error
		}
	} finally {
		await client.end()
	}
}

/** Files known from the newest backup, which need not be read again. */
async function knownFiles(place: BackupPlace): Promise<Map<string, FileInBackup>> {
	const [newest] = await listBackups(place)
	return new Map(newest === undefined ? [] : (await readBackup(place, newest)).files.map((file) => [file.name, file]))
}

async function keepFiles(
	place: BackupPlace,
	storage: Storage,
	files: Map<string, FileInBackup>,
): Promise<{ names: string[]; kept: number }> {
	const names: string[] = []
	let kept = 0
	for await (const name of storage.list()) {
		if (!files.has(name)) {
			const content = await storage.read(name)
			// Removed since it was listed.
			if (content === null) continue
			await place.files.write(name, content)
			files.set(name, { name, size: content.length, sha256: sha256Of(content) })
			kept += 1
		}
		names.push(name)
	}
	return { names, kept }
}

async function copyDatabase(
	client: Awaited<ReturnType<typeof connect>>,
	backup: NewBackup,
): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'queueVersion' | 'tables' | 'sequences'>> {
	await client.query('begin isolation level repeatable read, read only')
	const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
	const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name')
	const tables: TableInBackup[] = []
	for (const table of await listTables(client)) tables.push(await copyOut(client, table, (rows) => backup.writeTable(table.name, rows)))
	// A sequence ignores transactions; its value may only be too high.
	const sequences = await listSequences(client)
	const queueVersion = await queueVersionOf(client)
	await client.query('commit')
	return { postgres: versions[0]?.server_version ?? '', migrations: migrations.map(({ name }) => name), queueVersion, tables, sequences }
}
