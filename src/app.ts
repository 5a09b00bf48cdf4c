// First: it gives schemas that are made after it what the API's document needs.
// oxlint-disable-next-line import/no-unassigned-import -- imported for what it does to zod
import '@hono/zod-openapi'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { type Handler, Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createApi } from './api/index.ts'
import { createV1, documentOf, V1_PREFIX } from './api/v1.ts'
import { isMailServer } from './api/cases/mail-webhook.ts'
import { createWebhooks, webhookPaths } from './api/webhooks.ts'
import type { AccountsEnv } from './api/shared/accounts-part.ts'
import { composeAccounts, composeServices } from './compose-accounts.ts'
import { composeBackupList } from './compose-outside.ts'
import type { Config } from './config.ts'
import type { Accounts } from './domain/accounts/accounts-context.ts'
import type { Ctx, Database, Services, Site } from './domain/shared/context.ts'
import { findSession } from './domain/accounts/sessions.ts'
import { listTaskCategories } from './domain/taxonomy/categories.ts'
import { type Banner, listRunningBanners } from './domain/operations/announcements/banners.ts'
import { MAIL_WORDS_TAG, readEditedWords, wordsFrom } from './domain/operations/templates/template-admin.ts'
import { readSiteSettings } from './domain/operations/settings/site-settings.ts'
import { type DbFor, readWhoIsLooking } from './http/accounts-request.ts'
import { type BuildMeta, buildRoutes, describeBuild, formPaths } from './http/builds.ts'
import { strayErrorToResponse } from './http/error-pages.ts'
import { createFront } from './http/front.ts'
import { healthRoutes } from './http/health.ts'
import { createHttpMetrics, type HttpMetrics, metricsRoutes } from './http/metrics.ts'
import type { PageCache, TagBus } from './http/page-cache.ts'
import { createKept, createTagBus } from './http/tag-bus.ts'
import { refuseUnknownCalls } from './http/problem.ts'
import { createProcessHealth } from './http/process-health.ts'
import { createRouteLabeler } from './http/route-label.ts'
import { securityTxtRoutes } from './http/security-txt.ts'
import { readAccountCookie } from './http/session.ts'
import { createTemporaryFolders } from './http/temporary-folders.ts'
import { createWarmPages, type WarmPages } from './http/warm-pages.ts'
import { createWriteTargets } from './http/write-targets.ts'
import { WORK_CARDS } from './jobs/queues.ts'
import { type JobDeps, startJobs } from './jobs/start.ts'
import { readDiskRoom } from './platform/disk-room.ts'
import { type DatabasePools, slowStatementsOf } from './platform/database-pools.ts'
import type { Listener } from './platform/listener.ts'
import type { Log } from './platform/log.ts'
import { pendingMigrations } from './platform/migrator.ts'
import type { Queue } from './platform/queue.ts'
import { readQueueFigures } from './platform/queue-figures.ts'
import type { Replicas, ReplicaWork } from './platform/replicas.ts'
import type { Figures } from './platform/telemetry/prometheus-metrics.ts'
import { VERSION } from './platform/version.ts'
import { requestLimits, requestQueues } from './request-limits.ts'
import { createSignedInAnswers } from './signed-in-answers.ts'
import { oneClickPaths, uploadRoutes } from './upload-routes.ts'
import { createServedRequests, createVisits } from './visit-counts.ts'
import { cachedPages } from './web/cached-pages.ts'
import { type ApiDocument, apiDocumentContext } from './web/developers/api-document.ts'
import {
	bannersContext,
	bodyContext,
	buildIdContext,
	categoriesContext,
	enqueueContext,
	configContext,
	processHealthContext,
	cookiesContext,
	ctxContext,
	retryAfterContext,
	settingsContext,
	slotsContext,
	versionContext,
} from './web/context.ts'
import { onPageError } from './web/entry.server.tsx'
import { createEmbedApp } from './web/offices/embedding/embed-app.ts'
import { createMediaApp } from './web/pictures/media-app.ts'
import { createSitemapApp } from './web/seo/sitemap-app.ts'

export type AppDeps = {
	config: Config
	/** Of pages. */
	db: Kysely<Database>
	pools: DatabasePools<Database>
	/** Take over what is the same for everyone. */
	replicas?: Replicas<Database>
	log: Log
	/** Hears the tags that other processes drop from their page caches. */
	listener: Listener
	/** Takes what is to follow a commit, such as mails. */
	queue: Pick<Queue, 'enqueue' | 'outcomes'>
	/** SECRET_KEY, or the one kept in DATA_DIR. */
	secretKey: string
	mode: 'production' | 'development'
	/** Names the sources that this build was made of. */
	buildId: string
	/** Whether the process has been asked to stop and still serves. */
	isStopping?: () => boolean
	/** Number of this process among several behind one port, and the figures of all. */
	place?: number
	allFigures?: () => Promise<string>
	/** Passed in by tests. */
	now?: () => Date
}

export type App = {
	/** For `http.createServer`. */
	listener: (req: IncomingMessage, res: ServerResponse) => void
	/** For the server on METRICS_PORT. */
	metrics: () => Promise<string>
	/** The same for a collector. */
	figures: Figures
	/** Works the jobs of `queue` in this process. Returns a function that ends what it started besides the queue. */
	startJobs: (parts: Pick<JobDeps, 'queue' | 'mailer' | 'backUp' | 'content'>) => Promise<() => Promise<void>>
	/** Resolves when visitors may be sent to a process that started beside others. */
	warmed: Promise<void>
	close: () => Promise<void>
}

/** How often files of requests that a crashed process has left are looked for. */
const SWEEP_MS = 10 * 60_000

/** Pages and calls that search: the connections of pages stay free for pages. */
const searches = /^\/(?:search|api\/suggest)(?:[/.]|$)/

/** What the parts of the application are made of. */
type Parts = {
	deps: AppDeps
	now: () => Date
	site: Site
	/** Reads the words of mails that staff have edited, which `site` then has. */
	readMailWords: () => Promise<void>
	services: Services
	/** Of pages and files that are the same for everyone. */
	visitorCtx: Ctx
	accounts: Accounts
	secure: boolean
	metrics: HttpMetrics
	/** The build that is served. */
	meta: BuildMeta
	/** The session's cookie of a request, or null. */
	tokenOf: (request: IncomingMessage) => string | null
	/** The session of a request that has not reached Hono, or null. */
	findOwnSession: (request: IncomingMessage) => ReturnType<typeof findSession>
}

/**
 * The site as one listener: pages, API, files and figures on the parts that `deps` brings. Its jobs belong to it as well, so
 * that all of them are one bundle and a process has each module of the domain once.
 */
export async function createApp(deps: AppDeps): Promise<App> {
	const { config, log } = deps
	const parts = partsOf(deps)
	const { site, services, metrics } = parts
	watchProcess(parts)
	const bus = await createTagBus(deps)
	await followMailWords(parts, bus)
	const api = createApi({ config, log })
	const v1 = createV1({ config, log, ctx: parts.visitorCtx })
	const banners = createKept(bus, 'banners', () => listRunningBanners(parts.visitorCtx))
	let warm: WarmPages | undefined
	const app = createRoutes(parts, { api, v1, bus, banners, isWarming: () => warm?.isWarming() ?? false })
	const patterns = patternsOf(parts, app)
	const requestFiles = createRequestFiles(deps)
	const served = createServedRequests(parts)
	const visits = createVisits(parts)
	const front = createFront({
		config,
		log,
		fetch: (request, env) => app.fetch(request, env),
		pages: cachedPages,
		...createSignedInAnswers(parts, banners),
		routeOf: createRouteLabeler(patterns),
		writes: {
			rules: uploadRoutes,
			// The token of a mail is the proof, and a mail program sends no other; services sign what they send; the versioned API
			// reads no cookie that another site could make a browser send.
			isExempt: (path) => oneClickPaths.includes(path) || webhookPaths.includes(path) || path.startsWith(V1_PREFIX),
			isMember: async (request) =>
				isMailServer(request.headers.authorization, config.inboundMail?.secret) || (await parts.findOwnSession(request)) !== null,
			findTarget: createWriteTargets({ apis: [api, v1], pages: [...formPaths(build.assets), ...webhookPaths], patterns }),
			folders: requestFiles.folders,
		},
		metrics: served.metrics,
		limits: requestLimits,
		queues: requestQueues,
		bus,
		see: visits.see,
		onSend: visits.shown,
		...(deps.mode === 'production' ? { assetsDirectory: path.resolve('build/client') } : {}),
	})
	warm = warmPagesOf(deps, parts.now, front.pageCache)
	const jobs = { db: deps.pools.jobs.db, site, services, log, listener: deps.listener, countMail: metrics.countMail }
	return {
		listener: front.listener,
		metrics: () => metrics.registry.metrics(),
		figures: () => metrics.registry.getMetricsAsJSON(),
		startJobs: (given) => startJobs({ ...jobs, ...given }),
		warmed: warm?.warmed ?? Promise.resolve(),
		async close() {
			requestFiles.close()
			await warm?.close()
			front.close()
			await visits.close()
			await served.close()
		},
	}
}

/** Of all addresses. */
const patternsOf = ({ meta }: Parts, app: Hono<AccountsEnv>): string[] => [
	...meta.routes.map((page) => page.path),
	...app.routes.map((handler) => handler.path).filter((pattern) => pattern !== '*'),
]

/** Fills the cache from what other processes have kept; a worker and a site in development have none. */
function warmPagesOf({ config, mode, pools, log }: AppDeps, now: () => Date, pages: PageCache): WarmPages | undefined {
	if (mode === 'development' || config.role === 'worker' || config.pageCacheBytes === 0) return undefined
	const onError = (error: unknown) => log.warn({ err: error }, 'pages were not warmed')
	return createWarmPages({ db: pools.jobs.db, pages, now, onError })
}

/** Adds to the figures what the process can say of itself. */
function watchProcess({ deps: { config, db, pools: own, replicas, listener, queue }, metrics }: Parts): void {
	const pools = { ...own, ...replicas?.pools }
	metrics.watchPools(Object.fromEntries(Object.entries(pools).map(([name, { pool }]) => [name, pool])))
	if (replicas) metrics.watchReplicas(replicas.figures)
	metrics.watchDisk(() => readDiskRoom(config.dataDir))
	metrics.watchNotices(listener.isTrusted)
	metrics.watchStatements(() => slowStatementsOf(pools))
	metrics.watchQueue(queue, () => readQueueFigures(db))
}

function partsOf(deps: AppDeps): Parts {
	const { config, db } = deps
	const now = deps.now ?? (() => new Date())
	let mailWords: Site['mailWords']
	const site: Site = {
		name: config.siteName,
		publicUrl: config.publicUrl,
		operator: config.operator,
		inboundMail: config.inboundMail && { domain: config.inboundMail.domain, authservId: config.inboundMail.authservId },
		mailWords: (template) => mailWords?.(template) ?? null,
	}
	const services = composeServices(deps)
	const visitorCtx: Ctx = { db, now, viewer: { kind: 'visitor' }, site, ...services }
	const accounts = composeAccounts(deps)
	const secure = config.publicUrl.startsWith('https:')
	const tokenOf = ({ headers }: IncomingMessage) => readAccountCookie(headers.cookie, 'session', secure)
	return {
		deps,
		now,
		site,
		async readMailWords() {
			mailWords = wordsFrom(await readEditedWords({ db }))
		},
		services,
		visitorCtx,
		accounts,
		secure,
		metrics: createHttpMetrics({ version: VERSION, build: deps.buildId }),
		meta: { ...describeBuild(build.assets, now()), id: deps.buildId },
		tokenOf,
		async findOwnSession(request) {
			const token = tokenOf(request)
			return token === null ? null : findSession({ ...visitorCtx, accounts }, token)
		},
	}
}

/** What pages need besides the parts of the application. */
type PageParts = { v1: ReturnType<typeof createV1>; bus: TagBus; banners: () => Promise<Banner[]>; isWarming: () => boolean }

/** The handlers of all addresses; what asks for the person comes after `readWhoIsLooking`. */
function createRoutes(parts: Parts, { api, ...shared }: PageParts & { api: ReturnType<typeof createApi> }): Hono<AccountsEnv> {
	const { deps, now, visitorCtx, accounts, secure, metrics, meta } = parts
	const { config, db, log } = deps
	const app = new Hono<AccountsEnv>()
	app.onError((error, c) => strayErrorToResponse(error, c.req.raw, { log, siteName: config.siteName }))
	// Before the session is read, of which it knows nothing.
	app.route('/', shared.v1)
	app.use('/api/*', refuseUnknownCalls(api))
	app.route(
		'/',
		healthRoutes(
			{
				pingDatabase: () => sql`select 1`.execute(deps.pools.health.db),
				pendingMigrations: () => pendingMigrations(deps.pools.health.db),
				room: () => readDiskRoom(config.dataDir),
				isStopping: deps.isStopping ?? (() => false),
				isWarming: shared.isWarming,
			},
			{ version: VERSION, build: meta.id, instance: config.instanceId, process: deps.place },
		),
	)
	app.route('/', metricsRoutes(deps.allFigures ?? (() => metrics.registry.metrics()), config.metrics.token))
	app.route('/', securityTxtRoutes({ ...config, now }))
	app.route('/', buildRoutes([meta]))
	app.route('/', createMediaApp({ ctxFor: () => visitorCtx, storage: visitorCtx.storage }))
	app.route('/', createEmbedApp({ ctxFor: () => visitorCtx }))
	app.route('/', createSitemapApp({ ctxFor: () => ({ ...visitorCtx, db: publicDb(deps, 'pages') }) }))
	app.route(
		'/',
		createWebhooks({
			ctxFor: () => visitorCtx,
			wake: ({ db: trx }) => deps.queue.enqueue(trx, WORK_CARDS, {}),
			mailReportToken: config.mail.reportToken,
			secret: config.inboundMail?.secret,
			log,
		}),
	)

	const dbFor: DbFor = (address, { forCache, hasSession }) => {
		if (searches.test(address)) return hasSession ? deps.pools.search.db : publicDb(deps, 'search')
		return forCache ? publicDb(deps, 'pages') : db
	}
	app.use(readWhoIsLooking({ ctx: visitorCtx, dbFor, accounts, secure }))
	app.route('/', api)
	app.all('*', createPageHandler(parts, shared))
	return app
}

/** Where one request reads what is the same for everyone. People who are signed in read from the primary, where they write. */
const publicDb = ({ replicas, pools }: AppDeps, work: ReplicaWork): Kysely<Database> => replicas?.choose(work) ?? pools[work].db

/** Renders pages by React Router, with what they read from their context. */
function createPageHandler({ deps, visitorCtx, meta }: Parts, { v1, bus, banners }: Omit<PageParts, 'isWarming'>): Handler<AccountsEnv> {
	const { config, log, mode, queue } = deps
	const renderPage = createRequestHandler(build, mode)
	const footerCategories = createKept(bus, 'taxonomy', async () =>
		(await listTaskCategories(visitorCtx)).map(({ id, name }) => ({ id, name })),
	)
	const settings = createKept(bus, 'settings', () => readSiteSettings(visitorCtx))
	const apiDocument = documentOf(v1, config) as ApiDocument
	const processHealth = createProcessHealth({
		...deps,
		listBackups: composeBackupList(config),
		pool: deps.pools.pages.pool,
		version: VERSION,
		build: meta.id,
	})
	onPageError((error) => log.error({ err: error }, 'page failed'))
	return async (c) => {
		const context = new RouterContextProvider()
		context.set(ctxContext, c.var.ctx)
		context.set(slotsContext, (c.env.forCache ?? 'visitor') !== 'visitor')
		context.set(cookiesContext, c.var.cookies)
		context.set(bodyContext, c.env.body ?? { kind: 'none' })
		context.set(configContext, config)
		context.set(enqueueContext, queue.enqueue)
		context.set(buildIdContext, meta.id)
		context.set(versionContext, VERSION)
		context.set(processHealthContext, processHealth)
		context.set(apiDocumentContext, apiDocument)
		context.set(categoriesContext, await footerCategories())
		context.set(bannersContext, await banners())
		context.set(settingsContext, await settings())
		const answer = await renderPage(c.req.raw, context)
		const seconds = context.get(retryAfterContext)
		if (seconds !== null) answer.headers.set('retry-after', String(seconds))
		return answer
	}
}

/** Folders for the files of requests; those that a crashed process has left are removed. */
function createRequestFiles({ config, log }: AppDeps) {
	const folders = createTemporaryFolders(path.join(config.dataDir, 'tmp', 'requests'))
	const sweep = () => void folders.sweep().catch((error: unknown) => log.warn({ err: error }, 'temporary files were not removed'))
	sweep()
	const sweeping = setInterval(sweep, SWEEP_MS)
	sweeping.unref()
	return { folders, close: () => clearInterval(sweeping) }
}

/** Keeps the words of mails in memory: they are read at the start and again when staff change them. */
async function followMailWords({ deps, readMailWords }: Parts, bus: TagBus): Promise<void> {
	const read = () => void readMailWords().catch((error: unknown) => deps.log.warn({ err: error }, 'words of mails were not read'))
	bus.subscribe({ onTags: (tags) => tags.includes(MAIL_WORDS_TAG) && read(), onAll: () => undefined, onGap: read })
	await readMailWords()
}
