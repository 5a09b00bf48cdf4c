import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { clearStalePidFile, clusterFolder, isAlive, readPidFile } from '../src/platform/postgres-cluster.ts'
import { hashSources } from '../src/platform/source-hash.ts'

declare module 'vitest' {
	export interface ProvidedContext {
		/** Connection strings of this run's databases, created in test/global-setup.ts. */
		databases: {
			/** Migrated, with geography and taxonomy. Shared by all tests, which roll back what they write. */
			shared: string
			/** For creating databases. */
			maintenance: string
			/** Name of the database that others are copied from. It must have no connections. */
			template: string
		}
	}
}

const PREFIX = 'shirube-test-'

/** Rooms whose indexes and listings the seed builds. */
const SEEDED_ROOMS = ['geography', 'taxonomy', 'listings', 'memberships', 'experts', 'offices'].map((room) => `src/domain/${room}`)

/** Everything that determines the content of the seeded database. */
const SOURCES = ['migrations', 'content', 'seed', ...SEEDED_ROOMS, 'package-lock.json']
const CACHE = path.resolve('.cache')

const log = createLog('warn')

/** Starts one PostgreSQL for the run, in a folder that is deleted afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await removeAbandoned()
	const dataDir = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
	const forget = () => rm(dataDir, { recursive: true, force: true })
	try {
		await chmod(dataDir, 0o711)
		await seedOrCopy(dataDir)
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log })
		const release = endWithProcess(await postgres.pid())
		const maintenance = await openDatabase({ url: postgres.urlOf('postgres'), poolSize: 1, log })
		await maintenance.pool.query('create database testing template shirube strategy file_copy')
		await maintenance.close()
		project.provide('databases', { shared: postgres.urlOf('testing'), maintenance: postgres.urlOf('postgres'), template: 'shirube' })
		return async () => {
			release()
			await postgres.stop()
			await forget()
		}
	} catch (error) {
		await forget()
		throw error
	}
}

/**
 * At SIGTERM vitest exits without teardown, and nothing can be awaited then: PostgreSQL is told to stop at
 * once. Returns a function that removes this handler. The folder is removed by the next run.
 */
function endWithProcess(pid: number | null): () => void {
	const end = () => {
		if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGQUIT')
	}
	const exit = () => process.exit(143)
	process.once('exit', end).once('SIGTERM', exit).once('SIGHUP', exit)
	return () => process.off('exit', end).off('SIGTERM', exit).off('SIGHUP', exit)
}

/** Seeding takes seconds, so a stopped and seeded database is kept for the next run on the same sources. */
async function seedOrCopy(dataDir: string): Promise<void> {
	const kept = path.join(CACHE, `test-database-${await hashSources('.', SOURCES)}`)
	// Unreadable when another user created it; then it is seeded again and not cached.
	const found = await copyTree(path.join(kept, 'postgres'), dataDir).catch(() => false)
	if (found) return
	await rm(clusterFolder(dataDir), { recursive: true, force: true })
	await seedNew(dataDir)
	try {
		await mkdir(CACHE, { recursive: true })
		for (const name of await readdir(CACHE)) if (name.startsWith('test-database-')) await rm(path.join(CACHE, name), { recursive: true })
		const unfinished = await mkdtemp(path.join(CACHE, 'unfinished-'))
		await copyTree(clusterFolder(dataDir), unfinished)
		await rename(unfinished, kept)
	} catch (error) {
		log.debug({ err: error }, 'the seeded test database is not kept')
	}
}

async function seedNew(dataDir: string): Promise<void> {
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log })
	try {
		const opened = await openDatabase<Database>({ url: postgres.url, poolSize: 4, log, statementTimeoutMs: 0 })
		await migrateToLatest(opened.db)
		const { seedAll } = await import('../seed/index.ts')
		await seedAll(opened.db, { demo: false, onProgress: () => undefined })
		await opened.close()
	} finally {
		await postgres.stop()
	}
}

/** Copies a folder with its owners into another folder; several times faster than fs.cp() for a thousand small files. */
async function copyTree(from: string, into: string): Promise<boolean> {
	await promisify(execFile)('cp', ['-rp', from, into])
	return true
}

/** Runs that were killed leave their PostgreSQL behind. */
async function removeAbandoned(): Promise<void> {
	for (const name of await readdir(os.tmpdir())) {
		const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
		if (Number.isNaN(owner) || isAlive(owner)) continue
		const dataDir = path.join(os.tmpdir(), name)
		const cluster = clusterFolder(dataDir)
		const left = await readPidFile(cluster)
		if (left && !(await clearStalePidFile(cluster, { host: cluster, port: left.port, password: undefined })))
			process.kill(left.pid, 'SIGQUIT')
		await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
	}
}
