import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Database } from '../src/domain/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { clearStalePidFile, clusterFolder, isAlive, readPidFile } from '../src/platform/postgres-cluster.ts'

declare module 'vitest' {
	export interface ProvidedContext {
		/** Addresses of this run's databases, made in test/global-setup.ts. */
		databases: {
			/** Migrated, with geography and taxonomy. Shared by all tests, which roll back what they write. */
			shared: string
			/** For making databases. */
			maintenance: string
			/** Name of the database that others are copied from. Nobody may be connected to it. */
			template: string
		}
	}
}

const PREFIX = 'shirube-test-'

/** One PostgreSQL for the whole run, in a folder that is thrown away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await removeAbandoned()
	const dataDir = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
	await chmod(dataDir, 0o711)
	const log = createLog('warn')
	const forget = () => rm(dataDir, { recursive: true, force: true })
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log }).catch(async (error: unknown) => {
		await forget()
		throw error
	})
	const teardown = async () => {
		await postgres.stop()
		await forget()
	}
	try {
		const opened = await openDatabase<Database>({ url: postgres.url, poolSize: 4, log, statementTimeoutMs: 0 })
		await migrateToLatest(opened.db)
		if (existsSync('seed/index.ts')) {
			const { seedAll } = await import('../seed/index.ts')
			await seedAll(opened.db, { demo: false, onProgress: () => undefined })
		}
		await opened.close()
		const maintenance = await openDatabase({ url: postgres.urlOf('postgres'), poolSize: 1, log })
		await maintenance.pool.query('create database testing template shirube strategy file_copy')
		await maintenance.close()
	} catch (error) {
		await teardown()
		throw error
	}
	project.provide('databases', { shared: postgres.urlOf('testing'), maintenance: postgres.urlOf('postgres'), template: 'shirube' })
	return teardown
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
