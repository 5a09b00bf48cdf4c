import { realpath } from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as AppModule from './app.ts'
import type { App, AppDeps } from './app.ts'
import type { DemoAccess } from '../seed/demo/access.ts'
import { seedWhenChanged } from '../seed/when-changed.ts'
import { checkStorage, composeBackup, composeBaseCopy, composeMailer } from './compose-outside.ts'
import { type Config, loadConfig } from './config.ts'
import { withDemoIssuer } from './demo-issuer.ts'
import type { Database } from './domain/shared/context.ts'
import { hasBaseCopy } from './platform/backup/wal-archive.ts'
import { type OpenedDatabase, openDatabase, unsuitableServer } from './platform/database.ts'
import { type DatabasePools, openPools, SIZES } from './platform/database-pools.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createSecurityHeaders, withHeaders } from './http/security-headers.ts'
import { queueNames, retiredQueueNames } from './jobs/queues.ts'
import { type Address, checkPort, createHttpServer, type Handler } from './platform/http-server.ts'
import { type Listener, openListener } from './platform/listener.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrateToLatest } from './platform/migrator.ts'
import { createProgress, type Progress } from './platform/progress.ts'
import { startQueue } from './platform/queue.ts'
import { openReplicas } from './platform/replicas.ts'
import { onShutdown } from './platform/shutdown.ts'
import { buildSite } from './platform/site-build.ts'
import type { Telemetry } from './platform/telemetry/open-telemetry.ts'
import { recordedSpan } from './platform/telemetry/tracing.ts'
import { explain, explainOutside, sentenceOf, StartError } from './platform/start-error.ts'
import { createEncryptor } from './platform/token.ts'
import { VERSION } from './platform/version.ts'
import { findSecretKey } from './secret-key.ts'

const FINISH_REQUESTS_WITHIN_MS = 10_000
const CLOSE_STEP_WITHIN_MS = FINISH_REQUESTS_WITHIN_MS + 2_000
const FORCED_WITHIN_MS = 2_000

type Mode = 'production' | 'development'

/** Starts everything and serves until a signal comes. Ends the process with one sentence when it cannot. */
export async function serve(mode: Mode): Promise<void> {
	// React is loaded after this: unset, it would be its development build, which renders a page in five times the time.
	process.env['NODE_ENV'] = mode
	const say = (line: string) => console.log(line)
	/** What has been opened so far, last first: also right when a signal comes in the middle of the start. */
	const closers: (() => Promise<void>)[] = []
	const abort = new AbortController()
	let cut = () => {}
	let drainMs = 0
	const end = onShutdown({
		say,
		force() {
			cut()
			setTimeout(() => process.exit(130), FORCED_WITHIN_MS)
		},
		async stop() {
			abort.abort()
			for (const close of closers.toReversed()) await within(drainMs + CLOSE_STEP_WITHIN_MS, close())
		},
	})
	let log: Log | undefined
	const crash = (error: unknown) => {
		log?.fatal({ err: error }, 'unexpected error')
		console.error('The server met an unexpected error and stops; the log line above tells which.')
		void end(1)
	}
	process.on('uncaughtException', crash)
	process.on('unhandledRejection', crash)

	try {
		const config = loadConfig(process.env)
		const watching = await startWatching(config, closers)
		log = watching.log
		drainMs = config.drainSeconds * 1_000
		const running = await start(mode, config, log, { closers, signal: abort.signal, progress: createProgress(say), end })
		watching.telemetry?.exportFigures(running.figures)
		cut = running.cut
	} catch (error) {
		// A stop in the middle of the start makes the step under way fail, which is no news.
		if (abort.signal.aborted) return
		console.error(`The start failed. ${sentenceOf(error)}`)
		if (log?.isLevelEnabled('debug') && error instanceof Error) log.debug({ err: error }, 'start failed')
		await end(1)
	}
}

/** The log, with what is sent to services that watch the site: loaded only where one is set. */
async function startWatching(
	{ telemetry: settings, sentryDsn: dsn, instanceId, logLevel }: Config,
	closers: (() => Promise<void>)[],
): Promise<{ log: Log; telemetry: Telemetry | null }> {
	if (settings === null && dsn === undefined) return { log: createLog(logLevel), telemetry: null }
	const reporter =
		dsn === undefined
			? null
			: (await import('./platform/telemetry/error-reports.ts')).createErrorReporter({ dsn, release: VERSION, instanceId, log: () => log })
	const log: Log = createLog(logLevel, undefined, (line) => {
		recordedSpan()?.fail(line.error)
		reporter?.report(line)
	})
	if (reporter !== null) closers.push(reporter.close)
	if (settings === null) return { log, telemetry: null }
	const { startTelemetry } = await import('./platform/telemetry/open-telemetry.ts')
	const telemetry = startTelemetry({ settings, version: VERSION, instanceId: instanceId ?? null, log })
	closers.push(telemetry.close)
	return { log, telemetry }
}

type Surroundings = {
	closers: (() => Promise<void>)[]
	signal: AbortSignal
	progress: Progress
	end: (exitCode: number) => Promise<never>
}

async function start(mode: Mode, config: Config, log: Log, { closers, signal, progress, end }: Surroundings): Promise<Running> {
	const main: Address = { port: config.port, hosts: config.hosts, setting: 'PORT' }
	await checkPort(main)
	const figures = metricsAddress(config)
	if (figures) await checkPort(figures)
	await checkStorage(config)

	// The database's work and the build use a core each.
	const preparing = prepareDatabase(config, log, { closers, signal, progress, end })
	const building =
		mode === 'development'
			? Promise.resolve('development')
			: buildSite({ root: process.cwd(), signal, onBuild: () => progress.note('Building the site beside it') }).then(
					async ({ id, built }) => {
						if (built) progress.note('The site is built')
						// While the database starts, which is another process.
						await loadBundle()
						return id
					},
				)
	building.catch(() => undefined)
	const pools = await preparing
	const secretKey = await findSecretKey(config, pools.pages.db)
	await makeFirstBaseCopy(config, log, pools.pages.url, progress)
	if (config.openDemo) await giveDemoAuthenticator(pools.pages, secretKey)
	const mailer = composeMailer(config)
	closers.push(async () => mailer.close())
	const isWorker = config.role !== 'web'
	const startingQueue = startQueue({ url: pools.pages.url, log, names: queueNames, retired: retiredQueueNames, isWorker })
	closers.push(whenStarted(startingQueue, (queue) => queue.stop()))
	const buildId = await building
	log.info({ version: VERSION, build: buildId, role: config.role }, 'starting')
	const queue = await startingQueue

	const listener = openListener({ url: pools.pages.url, log })
	closers.push(() => listener.close())
	let isStopping = false
	const shared = { config, log, listener, queue, secretKey, mode, buildId, isStopping: () => isStopping }
	const deps: AppDeps = { ...shared, db: pools.pages.db, pools, ...(await replicasOf(config, { log, pools, listener, closers })) }
	const http = createHttpServer(createSecurityHeaders(config).forData)
	const site = mode === 'development' ? await developmentSite(deps, http.server) : await productionSite(deps)
	const backUp = composeBackup(config, { databaseUrl: pools.pages.url, secretKey, log })
	const startingJobs = isWorker ? site.app().startJobs(queue, mailer, backUp) : Promise.resolve(async () => {})
	closers.push(whenStarted(startingJobs, (stop) => stop()))
	await http.listen(handlerOf(config, site.handler), main)
	const closeHttp = () => http.close(FINISH_REQUESTS_WITHIN_MS)
	// Vite's reload channel is a connection of this server and would keep it from closing; a page needs its app until the end.
	closers.push(...(mode === 'development' ? [closeHttp, site.close] : [site.close, closeHttp]))
	closers.push(async () => {
		isStopping = true
		await http.drain(config.drainSeconds * 1_000)
	})
	if (figures) await serveMetrics(config, figures, site.app, closers)
	await startingJobs

	if (config.mail.smtpUrl === undefined && !config.openDemo)
		progress.note(`SMTP_URL is unset: mails are not sent but kept in ${shown(path.join(config.dataDir, 'mail'))}`)
	progress.box(await readyLines(config))
	return { cut: http.cut, figures: () => site.app().figures() }
}

/** The replicas of DATABASE_REPLICA_URLS, where it is set. */
async function replicasOf(
	{ databaseReplicaUrls: urls, databasePoolSize }: Config,
	{ closers, ...parts }: { log: Log; pools: DatabasePools<Database>; listener: Listener } & Pick<Surroundings, 'closers'>,
): Promise<Pick<AppDeps, 'replicas'>> {
	if (urls.length === 0) return {}
	const replicas = await openReplicas({ ...parts, urls, poolSizes: { pages: databasePoolSize, search: SIZES.search } })
	closers.push(replicas.close)
	return { replicas }
}

async function giveDemoAuthenticator(database: OpenedDatabase<Database>, secretKey: string): Promise<void> {
	const { insertDemoAuthenticator } = await import('../seed/demo/accounts.ts')
	await insertDemoAuthenticator(database.db, createEncryptor(secretKey))
}

async function readyLines(config: Config): Promise<string[]> {
	const lines = [`${config.siteName} is ready`, '', config.publicUrl]
	if (config.demo) lines.push('', 'Offices, experts and reviews are demo data.')
	if (config.demoPassword !== null) lines.push('', 'The demo accounts have the password of DEMO_PASSWORD.')
	if (!config.openDemo) return lines
	const { demoAccountLines } = await import('../seed/demo/accounts.ts')
	return [...lines, '', ...demoAccountLines(), `  mails: ${config.publicUrl}/demo/mailbox`]
}

async function prepareDatabase(config: Config, log: Log, surroundings: Surroundings): Promise<DatabasePools<Database>> {
	if (config.databaseUrl) return fillDatabase(config, log, config.databaseUrl, surroundings)
	const postgres = await startEmbedded(config, log, surroundings)
	try {
		return await fillDatabase(config, log, postgres.url, surroundings)
	} catch (error) {
		throw await postgres.explainFailure(error)
	}
}

/** The first with WAL_ARCHIVE_TO, or after a start without it: the archive is of use from its base copy on. */
async function makeFirstBaseCopy(config: Config, log: Log, databaseUrl: string, progress: Progress): Promise<void> {
	const copy = composeBaseCopy(config, { databaseUrl, log })
	if (copy !== null && !(await hasBaseCopy(await realpath(config.dataDir))))
		await progress.step('Archive', copy, () => 'first base copy made')
}

async function fillDatabase(config: Config, log: Log, url: string, surroundings: Surroundings): Promise<DatabasePools<Database>> {
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
		(detail) => seedWhenChanged(migrations.db, { url, root: process.cwd(), demo: config.demo, accounts, signal, onProgress: detail }),
		(ran) => (!ran ? 'nothing new' : config.demo ? 'geography, taxonomy and demo' : 'geography and taxonomy'),
	)
	if (access !== 'none') {
		await (await import('../seed/demo/accounts.ts')).insertDemoAccounts(migrations.db, config.demoPassword)
		await (await import('../seed/demo/own-figures.ts')).insertDemoFigures(migrations.db)
	}
	await migrations.close()

	const database = await openDatabase<Database>({
		url,
		poolerUrl: config.databasePoolerUrl,
		poolSize: config.databasePoolSize,
		log,
		name: `shirube web ${process.pid}`,
	})
	closers.push(() => database.close())
	return openPools(database, { log, poolerUrl: config.databasePoolerUrl, closers })
}

const demoAccessOf = ({ openDemo, demoPassword }: Config): DemoAccess => (openDemo ? 'open' : demoPassword === null ? 'none' : 'password')

async function startEmbedded(config: Config, log: Log, { closers, progress, end }: Surroundings): Promise<EmbeddedPostgres> {
	const starting = startEmbeddedPostgres({
		dataDir: config.dataDir,
		role: 'server',
		label: `port ${config.port}`,
		archive: config.walArchive,
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

/** A worker answers only those who ask whether it lives. */
function handlerOf(config: Config, handler: Handler): Handler {
	if (config.role !== 'worker') return withDemoIssuer(config, handler)
	const { forData } = createSecurityHeaders(config)
	const refuse = withHeaders([...forData, ['cache-control', 'no-store']], (_request, response) => response.writeHead(404).end())
	return (request, response) => (/^\/(?:healthz|readyz|metrics)$/.test(request.url ?? '') ? handler : refuse)(request, response)
}

type Running = { cut: () => void; figures: App['figures'] }

type Site = { handler: Handler; app: () => App; close: () => Promise<void> }

const loadBundle = async () => (await import(pathToFileURL(path.resolve('build/server/app.js')).href)) as typeof AppModule

async function productionSite(deps: AppDeps): Promise<Site> {
	const { createApp } = await loadBundle()
	const app = await createApp(deps)
	return { handler: app.listener, app: () => app, close: () => app.close() }
}

/** Vite compiles on demand; a changed module produces a new app at the next request. */
async function developmentSite(deps: AppDeps, server: Server): Promise<Site> {
	const { createDevelopmentApp } = await import('./development.ts')
	return createDevelopmentApp(deps, server)
}

function metricsAddress({ metrics: { port, hosts } }: Config): Address | null {
	return port === undefined ? null : { port, hosts, setting: 'METRICS_PORT', hostSetting: 'METRICS_HOST' }
}

async function serveMetrics(config: Config, address: Address, app: () => App, closers: (() => Promise<void>)[]): Promise<void> {
	const handler: Handler = (request, response) => {
		if (request.method !== 'GET' || request.url !== '/metrics') {
			response.writeHead(404).end()
			return
		}
		app()
			.metrics()
			.then(
				(text: string) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
				() => response.writeHead(500).end(),
			)
	}
	const { forData } = createSecurityHeaders(config)
	const http = createHttpServer(forData)
	await http.listen(withHeaders([...forData, ['cache-control', 'no-store']], handler), address)
	closers.push(() => http.close(1_000))
}

function shown(folder: string): string {
	const relative = path.relative(process.cwd(), folder)
	return relative.startsWith('..') ? folder : `./${relative}`
}

/** Stops what `starting` returns, which may still be on its way or have failed. */
function whenStarted<T>(starting: Promise<T>, stop: (started: T) => Promise<void>): () => Promise<void> {
	starting.catch(() => undefined)
	return () => starting.then(stop, () => undefined)
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined
	await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
	clearTimeout(timer)
}

if (import.meta.main) await serve('production')
