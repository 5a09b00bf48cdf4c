import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { composeBackupPlace, composeStorage } from '../src/compose-outside.ts'
import { type Config, loadConfig } from '../src/config.ts'
import type { Database } from '../src/domain/shared/context.ts'
import type { BackupPlace } from '../src/platform/backup/backup-place.ts'
import { listBackups, readBackup } from '../src/platform/backup/backup-store.ts'
import { makeBackup } from '../src/platform/backup/make-backup.ts'
import { compareRows, fitsBackup, openEnclosedKey, restoreDatabase, restoreFiles } from '../src/platform/backup/restore-backup.ts'
import { forgetBaseCopy, placeBaseCopy } from '../src/platform/backup/wal-archive.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { clusterFolder } from '../src/platform/postgres-cluster.ts'
import { StartError } from '../src/platform/start-error.ts'
import { isOwnKey } from '../src/secret-key.ts'
import { readKeyFile, writeKeyFile } from '../src/platform/token-key-file.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run backup                   makes a backup in BACKUP_TO, also while the site runs
npm run backup -- list           shows the backups
npm run backup -- verify [NAME]  restores one in a temporary place and compares everything; the newest without NAME
npm run backup -- restore NAME   restores one into an empty database
npm run backup -- recover [TIME] restores the embedded database from WAL_ARCHIVE_TO, as it was at TIME (2026-11-23T12:34:56+09:00)`

/** `npm run backup`: see USAGE and docs/operations.md. */
await runScript(() => {
	const [verb = 'make', name, ...rest] = process.argv.slice(2)
	const config = loadConfig(process.env)
	if (verb === 'recover' && rest.length === 0) return recover(config, name)
	if (config.backup === null) throw new StartError('Set BACKUP_TO to the folder or the bucket of the backups.')
	const place = composeBackupPlace(config.backup.to)
	if (rest.length > 0) throw new StartError(USAGE)
	if (verb === 'make' && name === undefined) return make(config.backup, place)
	if (verb === 'list' && name === undefined) return list(place)
	if (verb === 'verify') return verify(config.backup, place, name)
	if (verb === 'restore' && name !== undefined) return restore(config.backup, place, name)
	throw new StartError(USAGE)
})

type BackupConfig = NonNullable<Config['backup']>

async function make({ keep, passphrase }: BackupConfig, place: BackupPlace): Promise<void> {
	await withDatabase(async ({ db, url }, config) => {
		const secretKey = config.secretKey ?? (await readKeyFile(config.dataDir))
		if (secretKey === null || !(await isOwnKey(db, secretKey)))
			throw new StartError('The key of the encrypted columns is missing or another one: start the site first, which says more.')
		const storage = composeStorage(config)
		const report = await makeBackup({ databaseUrl: url, storage, secretKey, passphrase, place, keep, now: () => new Date() })
		console.log(`Made ${report.name}: ${report.rows} rows, ${report.files} files (${report.newFiles} of them new).`)
		for (const removed of report.removed) console.log(`Removed ${removed}: BACKUP_KEEP=${keep}.`)
		if (passphrase === undefined)
			console.log('The key is not in it: keep SECRET_KEY or DATA_DIR/secret.key elsewhere, or set BACKUP_PASSPHRASE.')
	})
}

async function list(place: BackupPlace): Promise<void> {
	const names = await listBackups(place)
	if (names.length === 0) console.log(`There are no backups in ${place.label} yet.`)
	for (const name of names) {
		const { tables, files, key } = await readBackup(place, name)
		const rows = tables.reduce((sum, table) => sum + table.rows, 0)
		console.log(`${name}  ${rows} rows  ${files.length} files  ${key.isEnclosed ? 'with the key' : 'without the key'}`)
	}
}

async function verify({ passphrase }: BackupConfig, place: BackupPlace, asked: string | undefined): Promise<void> {
	const name = asked ?? (await listBackups(place))[0]
	if (name === undefined) throw new StartError(`There are no backups in ${place.label} yet.`)
	const manifest = await readBackup(place, name)
	const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-verify-'))
	try {
		await chmod(dataDir, 0o711)
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log: createLog('warn') })
		try {
			const database = await openDatabase<Database>({ url: postgres.url, poolSize: 2, log: createLog('error'), statementTimeoutMs: 0 })
			try {
				await restoreDatabase(database, place, name)
				const differing = await compareRows(postgres.url, manifest)
				if (differing.length > 0) throw new StartError(`The restored rows differ from the backup in ${differing.join(', ')}.`)
			} finally {
				await database.close()
			}
		} finally {
			await postgres.stop()
		}
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
	await restoreFiles(place, manifest, null)
	const secretKey = await openEnclosedKey(place, name, manifest, passphrase)
	const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
	console.log(`${name} is whole: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files.`)
	console.log(
		secretKey === null ? 'The key was not looked at: it is not in the backup, or BACKUP_PASSPHRASE is not set.' : 'The key opens.',
	)
}

/** Restores the database alone: files and key in DATA_DIR stay as they are. */
async function recover({ walArchive, dataDir: folder }: Config, time: string | undefined): Promise<void> {
	if (walArchive === null) throw new StartError('Set WAL_ARCHIVE_TO to the folder of the archive.')
	// Without a zone a time would mean another moment on each machine.
	const until =
		time === undefined ? null : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(time) ? new Date(time) : undefined
	if (until === undefined || Number.isNaN(until?.getTime() ?? 0))
		throw new StartError(`${time} is no time such as 2026-11-23T12:34:56+09:00.`)
	await mkdir(folder, { recursive: true })
	const dataDir = await realpath(folder)
	const cluster = clusterFolder(dataDir)
	if (existsSync(cluster)) throw new StartError(`There is a database in ${cluster}: stop the site and move that folder away first.`)
	const name = await placeBaseCopy(walArchive, cluster, until)
	try {
		const recovery = { root: walArchive.root, recovery: { until } }
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', archive: recovery, log: createLog('warn') })
		await postgres.stop()
	} catch (error) {
		await rm(cluster, { recursive: true, force: true })
		throw error
	}
	// The next start makes a base copy of what is now the truth.
	await forgetBaseCopy(dataDir)
	console.log(
		`Recovered from the base copy ${name} to ${until === null ? 'the end of the archive' : until.toISOString()}. Start the site now.`,
	)
}

async function restore({ passphrase }: BackupConfig, place: BackupPlace, name: string): Promise<void> {
	const manifest = await readBackup(place, name)
	await withDatabase(async (database, config) => {
		const { rows } = await database.pool.query<{ used: boolean }>(`select to_regclass('public.kysely_migration') is not null as used`)
		if (rows[0]?.used)
			throw new StartError('The database holds data already: restore into an empty one (another DATA_DIR or DATABASE_URL).')
		const secretKey = config.secretKey ?? (await readKeyFile(config.dataDir)) ?? (await openEnclosedKey(place, name, manifest, passphrase))
		if (secretKey === null)
			throw new StartError('The key is missing: set SECRET_KEY to the key of that site, or BACKUP_PASSPHRASE if the backup has the key.')
		if (!fitsBackup(manifest, secretKey)) throw new StartError('The key of SECRET_KEY or DATA_DIR/secret.key is not that of the backup.')
		await restoreDatabase(database, place, name)
		const files = await restoreFiles(place, manifest, composeStorage(config))
		if (config.secretKey === undefined) await writeKeyFile(config.dataDir, secretKey)
		const newer = await migrateToLatest(database.db)
		console.log(`Restored ${name} of ${manifest.madeAt}: ${manifest.tables.length} tables, ${files} files.`)
		if (newer.length > 0) console.log(`Ran ${newer.length} migrations of this release.`)
		console.log('Start the site now.')
	})
}
