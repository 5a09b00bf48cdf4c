import type { Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as AppModule from './app.ts'
import type { App, AppDeps } from './app.ts'
import { composeBackup, composeMailer } from './compose-outside.ts'
import type { Config } from './config.ts'
import { withDemoIssuer } from './demo-issuer.ts'
import type { Database } from './domain/shared/context.ts'
import { createSecurityHeaders, withHeaders } from './http/security-headers.ts'
import { queueNames, retiredQueueNames } from './jobs/queues.ts'
import { openDatabase } from './platform/database.ts'
import { type DatabasePools, openPools, SIZES } from './platform/database-pools.ts'
import { type Address, createHttpServer, type Handler, type HttpServer } from './platform/http-server.ts'
import { type Listener, openListener } from './platform/listener.ts'
import type { Log } from './platform/log.ts'
import { openReplicas } from './platform/replicas.ts'
import { VERSION } from './platform/version.ts'
import type { ParentProcess } from './platform/web-processes/parent-process.ts'
import { FINISH_REQUESTS_WITHIN_MS, type Mode, type Running, type Surroundings } from './process-run.ts'

/** Opens the connections of one process of the site. */
export async function openSitePools(
	config: Config,
	{ log, url, closers }: { log: Log; url: string } & Pick<Surroundings, 'closers'>,
): Promise<DatabasePools<Database>> {
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

export type SiteParts = {
	mode: Mode
	config: Config
	log: Log
	closers: Surroundings['closers']
	pools: DatabasePools<Database>
	secretKey: string
	/** The build's id, when it is there. */
	building: Promise<string>
	/** Fulfilled when the database has what pages and jobs need. */
	content: Promise<void>
	/** Whether jobs of the queue are done here. */
	isWorker: boolean
	/** Of one of several web processes: it has the port, and its number. */
	parent?: { process: ParentProcess; place: number }
}

/** For so long a process that was replaced goes on answering connections that it has, each with the wish for another one. */
const RETIRED_MS = 2_000

/** Starts all of the site that lies above the database, in one process: what can begin without content begins at once. */
export async function startSite(parts: SiteParts): Promise<Running> {
	const { mode, config, log, closers, pools, secretKey, building, content, isWorker, parent } = parts
	const mailer = composeMailer(config)
	closers.push(async () => mailer.close())
	// Not loaded with this module: a database is started only after the code that the server begins with.
	const startingQueue = import('./platform/queue.ts').then(({ startQueue }) =>
		startQueue({ url: pools.pages.url, log, names: queueNames, retired: retiredQueueNames, isWorker }),
	)
	closers.push(whenStarted(startingQueue, (queue) => queue.stop()))
	const buildId = await building
	log.info({ version: VERSION, build: buildId, role: config.role }, 'starting')
	const queue = await startingQueue

	const listener = openListener({ url: pools.pages.url, log })
	closers.push(() => listener.close())
	let isStopping = false
	const shared = { config, log, listener, queue, secretKey, mode, buildId, isStopping: () => isStopping, ...placeOf(parent) }
	const deps: AppDeps = { ...shared, db: pools.pages.db, pools, ...(await replicasOf(config, { log, pools, listener, closers })) }
	const http = createHttpServer(createSecurityHeaders(config).forData)
	const site = mode === 'development' ? await developmentSite(deps, http.server) : await productionSite(deps)
	const backUp = composeBackup(config, { databaseUrl: pools.pages.url, secretKey, log })
	const startingJobs = isWorker ? site.app().startJobs({ queue, mailer, backUp, content }) : content.then(() => async () => {})
	closers.push(whenStarted(startingJobs, (stop) => stop()))
	if (parent !== undefined) await site.app().warmed
	// Whatever may still fail ends this process, and must not end one that is said to be ready.
	await startingJobs
	const door = await open(http, handlerOf(config, site.handler), config, parent?.process)
	const closeHttp = () => http.close(FINISH_REQUESTS_WITHIN_MS)
	// Vite's reload channel is a connection of this server and would keep it from closing; a page needs its app until the end.
	closers.push(...(mode === 'development' ? [closeHttp, site.close] : [site.close, closeHttp]))
	closers.push(async () => {
		isStopping = true
		await door.drain(config.drainSeconds * 1_000)
	})
	parent?.process.onFiguresWanted(() => site.app().metrics())
	return { cut: http.cut, metrics: () => site.app().metrics(), figures: () => site.app().figures() }
}

const placeOf = (parent: SiteParts['parent']) =>
	parent === undefined ? {} : { place: parent.place, allFigures: parent.process.allFigures }

type Door = { drain: (ms: number) => Promise<void> }

/** Lets visitors in: by the port, or from the process that has it. */
async function open(http: HttpServer, handler: Handler, config: Config, parent: ParentProcess | undefined): Promise<Door> {
	if (parent === undefined) {
		await http.listen(handler, mainAddress(config))
		return http
	}
	parent.takeConnections(http.serveAccepted(handler))
	return {
		async drain(ms) {
			const isReplaced = parent.isReplaced()
			// New ones still come while a load balancer may not know of the end.
			if (!isReplaced) await http.drain(ms)
			await parent.refuseConnections()
			if (isReplaced) await http.drain(RETIRED_MS)
		},
	}
}

export const mainAddress = ({ port, hosts }: Config): Address => ({ port, hosts, setting: 'PORT' })

export function metricsAddress({ metrics: { port, hosts } }: Config): Address | null {
	return port === undefined ? null : { port, hosts, setting: 'METRICS_PORT', hostSetting: 'METRICS_HOST' }
}

/** A worker answers only those who ask whether it lives. */
function handlerOf(config: Config, handler: Handler): Handler {
	if (config.role !== 'worker') return withDemoIssuer(config, handler)
	const { forData } = createSecurityHeaders(config)
	const refuse = withHeaders([...forData, ['cache-control', 'no-store']], (_request, response) => response.writeHead(404).end())
	return (request, response) => (/^\/(?:healthz|readyz|metrics)$/.test(request.url ?? '') ? handler : refuse)(request, response)
}

type Site = { handler: Handler; app: () => App; close: () => Promise<void> }

/** The built site. */
export const loadBundle = async () => (await import(pathToFileURL(path.resolve('build/server/app.js')).href)) as typeof AppModule

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

/** Serves figures on METRICS_PORT where it is set. */
export async function serveMetrics(config: Config, metrics: () => Promise<string>, closers: Surroundings['closers']): Promise<void> {
	const address = metricsAddress(config)
	if (address === null) return
	const handler: Handler = (request, response) => {
		if (request.method !== 'GET' || request.url !== '/metrics') {
			response.writeHead(404).end()
			return
		}
		metrics().then(
			(text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
			() => response.writeHead(500).end(),
		)
	}
	const { forData } = createSecurityHeaders(config)
	const http = createHttpServer(forData)
	await http.listen(withHeaders([...forData, ['cache-control', 'no-store']], handler), address)
	closers.push(() => http.close(1_000))
}

/** Stops what `starting` returns, which may still be on its way or have failed. */
function whenStarted<T>(starting: Promise<T>, stop: (started: T) => Promise<void>): () => Promise<void> {
	starting.catch(() => undefined)
	return () => starting.then(stop, () => undefined)
}
