import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { DemoAccess } from '../seed/demo/access.ts'
import { prepareSeed, type Seeded, seedWhenChanged } from '../seed/when-changed.ts'
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

/** A database whose schema is up to date. Its promises reject with a `StartError`, for the caller that awaits them to report. */
export type PreparedDatabase = {
	/** Its address. */
	url: string
	/** Fulfilled when it has the content that pages need. */
	servable: Promise<void>
	/** Fulfilled when it has the rest as well. */
	complete: Promise<void>
}

/**
 * Starts the database where it is the embedded one, brings its schema up to date and begins to do so with its content. `onWait` is called
 * as soon as this process has nothing to do for it. Throws `StartError`.
 */
export async function prepareDatabase(config: Config, log: Log, surroundings: Surroundings, onWait: () => void): Promise<PreparedDatabase> {
	if (config.databaseUrl) {
		onWait()
		return fillDatabase(config, log, config.databaseUrl, surroundings)
	}
	const isNew = !existsSync(clusterFolder(config.dataDir))
	const postgres = await startEmbedded(config, log, surroundings, () => {
		// A failure is reported when they run.
		if (isNew) loadMigrations().catch(() => undefined)
		onWait()
	})
	const explained = async (error: unknown) => {
		throw await postgres.explainFailure(error)
	}
	const { url, servable, complete } = await fillDatabase(config, log, postgres.url, surroundings).catch(explained)
	return { url, servable: awaitedLater(servable.catch(explained)), complete: awaitedLater(complete.catch(explained)) }
}

/** A failure before somebody waits is not an unhandled one. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined)
	return promise
}

/** The first with WAL_ARCHIVE_TO, or after a start without it: the archive is of use from its base copy on. */
export async function makeFirstBaseCopy(config: Config, log: Log, databaseUrl: string, progress: Progress): Promise<void> {
	const copy = composeBaseCopy(config, { databaseUrl, log })
	if (copy !== null && !(await hasBaseCopy(await realpath(config.dataDir))))
		await progress.step('Archive', copy, () => 'first base copy made')
}

async function fillDatabase(config: Config, log: Log, url: string, surroundings: Surroundings): Promise<PreparedDatabase> {
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
	const isEmpty = (await readDone(migrations.db)).size === 0
	const prepared = isEmpty ? prepareSeed(signal) : undefined
	await progress.step(
		'Schema',
		() => migrateToLatest(migrations.db),
		(names) => (names.length > 0 ? `${names.length} migrations` : 'up to date'),
	)
	const seeding = seedDatabase(config, migrations.db, { url, prepared, signal, progress })
	const servable = awaitedLater(seeding.then(() => migrations.close()))
	return { url, servable, complete: awaitedLater(seeding.then(({ rest }) => rest)) }
}

type Seeding = Pick<Surroundings, 'signal' | 'progress'> & { url: string; prepared: ReturnType<typeof prepareSeed> | undefined }

async function seedDatabase(config: Config, db: Kysely<Database>, { url, prepared, signal, progress }: Seeding): Promise<Seeded> {
	const site = { name: config.siteName, publicUrl: config.publicUrl, operator: config.operator }
	const access = demoAccessOf(config)
	await (await import('../seed/demo/access.ts')).switchDemoAccess(db, access)
	const accounts = access === 'none' ? null : { password: config.demoPassword, site, files: { dataDir: config.dataDir, s3: config.s3 } }
	const options = { url, root: process.cwd(), demo: config.demo, accounts, signal, ...(prepared && { prepared }) }
	const seeded = await progress.step(
		'Content',
		(detail) => seedWhenChanged(db, { ...options, onProgress: detail }),
		({ ran }) => (!ran ? 'nothing new' : config.demo ? 'geography, taxonomy and demo' : 'geography and taxonomy'),
	)
	if (access !== 'none') {
		await (await import('../seed/demo/accounts.ts')).insertDemoAccounts(db, config.demoPassword)
		await (await import('../seed/demo/own-figures.ts')).insertDemoFigures(db)
	}
	return seeded
}

/** Connections that the site's processes may open to the embedded database, with room for scripts beside them. */
const connectionsOf = ({ webProcesses, databasePoolSize }: Config) =>
	webProcesses * (databasePoolSize + BESIDE_PAGES) + CONNECTIONS_OF_SCRIPTS

const demoAccessOf = ({ openDemo, demoPassword }: Config): DemoAccess => (openDemo ? 'open' : demoPassword === null ? 'none' : 'password')

async function startEmbedded(
	config: Config,
	log: Log,
	{ closers, progress, end }: Surroundings,
	onWait: () => void,
): Promise<EmbeddedPostgres> {
	const starting = startEmbeddedPostgres({
		dataDir: config.dataDir,
		role: 'server',
		label: `port ${config.port}`,
		archive: config.walArchive,
		connections: connectionsOf(config),
		log,
		onWait,
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
