import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { DemoAccess } from '../seed/demo/access.ts'
import { prepareSeed, seedWhenChanged } from '../seed/when-changed.ts'
import { composeBaseCopy } from './compose-outside.ts'
import type { Config } from './config.ts'
import type { Database } from './domain/shared/context.ts'
import { hasBaseCopy } from './platform/backup/wal-archive.ts'
import { openDatabase, unsuitableServer } from './platform/database.ts'
import { BESIDE_PAGES } from './platform/database-pools.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog, type Log } from './platform/log.ts'
import { readDone } from './platform/migration-marks.ts'
import { loadMigrations, migrateToLatest } from './platform/migrator.ts'
import { clusterFolder } from './platform/postgres-cluster.ts'
import type { Progress } from './platform/progress.ts'
import { explain, explainOutside, sentenceOf, StartError } from './platform/start-error.ts'
import { type Surroundings, within } from './process-run.ts'

const CONNECTIONS_OF_SCRIPTS = 10

/** Starts the database where it is the embedded one, and brings schema and content up to date. Returns its address. Throws `StartError`. */
export async function prepareDatabase(config: Config, log: Log, surroundings: Surroundings): Promise<string> {
	if (config.databaseUrl) return fillDatabase(config, log, config.databaseUrl, surroundings)
	// A failure is reported when they run.
	if (!existsSync(clusterFolder(config.dataDir))) loadMigrations().catch(() => undefined)
	const postgres = await startEmbedded(config, log, surroundings)
	try {
		return await fillDatabase(config, log, postgres.url, surroundings)
	} catch (error) {
		throw await postgres.explainFailure(error)
	}
}

/** The first with WAL_ARCHIVE_TO, or after a start without it: the archive is of use from its base copy on. */
export async function makeFirstBaseCopy(config: Config, log: Log, databaseUrl: string, progress: Progress): Promise<void> {
	const copy = composeBaseCopy(config, { databaseUrl, log })
	if (copy !== null && !(await hasBaseCopy(await realpath(config.dataDir))))
		await progress.step('Archive', copy, () => 'first base copy made')
}

async function fillDatabase(config: Config, log: Log, url: string, surroundings: Surroundings): Promise<string> {
	const { closers, signal, progress } = surroundings
	// A connection that breaks here ends the start with its reason: a line of the log beside it is no news.
	const quiet = log.isLevelEnabled('debug') ? log : createLog('error')
	const connecting = openDatabase<Database>({ url, poolSize: 4, log: quiet, name: 'shirube start', statementTimeoutMs: 0 }).catch(
		(error: unknown) => {
			throw new StartError(config.databaseUrl ? explainOutside(error) : explain(error, config.dataDir), error)
		},
	)
	const migrations = config.databaseUrl ? await progress.step('Database of DATABASE_URL', () => connecting) : await connecting
	// A statement of the seed may run for long; PostgreSQL's own end cuts it off.
	closers.push(() => within(500, migrations.close()))
	const unsuitable = await unsuitableServer(migrations.pool)
	if (unsuitable) throw new StartError(unsuitable)
	const root = process.cwd()
	const isEmpty = (await readDone(migrations.db)).size === 0
	const prepared = isEmpty ? prepareSeed({ root, signal }) : undefined
	await progress.step(
		'Schema',
		() => migrateToLatest(migrations.db),
		(names) => (names.length > 0 ? `${names.length} migrations` : 'up to date'),
	)
	const site = { name: config.siteName, publicUrl: config.publicUrl, operator: config.operator }
	const access = demoAccessOf(config)
	await (await import('../seed/demo/access.ts')).switchDemoAccess(migrations.db, access)
	const accounts = access === 'none' ? null : { password: config.demoPassword, site, files: { dataDir: config.dataDir, s3: config.s3 } }
	await progress.step(
		'Content',
		(detail) =>
			seedWhenChanged(migrations.db, { url, root, demo: config.demo, accounts, signal, ...(prepared && { prepared }), onProgress: detail }),
		(ran) => (!ran ? 'nothing new' : config.demo ? 'geography, taxonomy and demo' : 'geography and taxonomy'),
	)
	if (access !== 'none') {
		await (await import('../seed/demo/accounts.ts')).insertDemoAccounts(migrations.db, config.demoPassword)
		await (await import('../seed/demo/own-figures.ts')).insertDemoFigures(migrations.db)
	}
	await migrations.close()

	return url
}

/** Connections that the site's processes may open to the embedded database, with room for scripts beside them. */
const connectionsOf = ({ webProcesses, databasePoolSize }: Config) =>
	webProcesses * (databasePoolSize + BESIDE_PAGES) + CONNECTIONS_OF_SCRIPTS

const demoAccessOf = ({ openDemo, demoPassword }: Config): DemoAccess => (openDemo ? 'open' : demoPassword === null ? 'none' : 'password')

async function startEmbedded(config: Config, log: Log, { closers, progress, end }: Surroundings): Promise<EmbeddedPostgres> {
	const starting = startEmbeddedPostgres({
		dataDir: config.dataDir,
		role: 'server',
		label: `port ${config.port}`,
		archive: config.walArchive,
		connections: connectionsOf(config),
		log,
		onLost(error) {
			console.error(`The embedded database was lost and did not come back. ${sentenceOf(error)}`)
			void end(1)
		},
	})
	closers.push(async () => {
		const started = await starting.catch(() => null)
		await started?.stop()
	})
	const found = shown(config.dataDir)
	return progress.step(
		'Database',
		() => starting,
		({ created }) => (created ? `created in ${found}` : `found in ${found}`),
	)
}

/** A folder as a person sees it. */
export function shown(folder: string): string {
	const relative = path.relative(process.cwd(), folder)
	return relative.startsWith('..') ? folder : `./${relative}`
}
