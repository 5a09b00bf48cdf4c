import { type Admission, QUEUES, type Queues } from './admission.ts'
import { Hono } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Queue } from '../platform/queue.ts'
import type { ReplicaFigures } from '../platform/replicas.ts'
import type { QueueFigures } from '../platform/queue-figures.ts'
import type { DiskRoom } from '../platform/disk-room.ts'
import { VERSION } from '../platform/version.ts'
import { hasBearerToken } from './bearer-token.ts'
import type { PageCacheStats } from './page-cache.ts'

export type PoolFigures = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

export type HttpMetrics = {
	registry: Registry
	/** One request that was answered with some work. `route` is a pattern, never an address. */
	observe: (request: { method: string; route: string; status: number; seconds: number }) => void
	/** One mail, by what became of this attempt at it. */
	countMail: (outcome: string) => void
	/** One page sent from memory: only counted, since more would cost as much as sending it. */
	hit: (route: string) => void
	watchPageCache: (stats: () => PageCacheStats) => void
	/** Requests that are being handled, wait for it, and were refused because they would have waited too long. */
	watchAdmission: (queues: Queues) => void
	/** By the kind of work that a pool is for. */
	watchPools: (pools: Readonly<Record<string, PoolFigures>>) => void
	watchReplicas: (replicas: () => readonly ReplicaFigures[]) => void
	/** Statements that took longer than a second, by the functions that sent them. */
	watchStatements: (slow: () => ReadonlyMap<string, number>) => void
	watchDisk: (room: () => Promise<DiskRoom | null>) => void
	/** `isTrusted`: whether tags that other processes drop are heard. */
	watchNotices: (isTrusted: () => boolean) => void
	/** `figures` is asked at each scrape. */
	watchQueue: (queue: Pick<Queue, 'outcomes'>, figures: () => Promise<QueueFigures[]>) => void
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The process's figures for Prometheus. One registry for each application, so that tests can have their own. */
export function createHttpMetrics(details: { version: string; build: string } = { version: VERSION, build: 'unknown' }): HttpMetrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	registry.registerMetric(buildInfo(details))
	const duration = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Time from the request to the end of its answer, without pages sent from memory',
		labelNames: ['method', 'route', 'status'] as const,
		buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers,
	})
	registry.registerMetric(duration)
	const hits = new Map<string, number>()
	const served = new Counter({
		name: 'page_cache_served_total',
		help: 'Pages sent from memory',
		labelNames: ['route'] as const,
		registers,
		collect() {
			this.reset()
			for (const [route, count] of hits) this.inc({ route }, count)
		},
	})
	registry.registerMetric(served)
	const mails = mailsCounter()
	registry.registerMetric(mails)
	return {
		registry,
		countMail: (outcome) => mails.inc({ outcome }),
		observe({ method, route, status, seconds }) {
			duration.observe({ method: methods.has(method) ? method : 'other', route, status: String(status) }, seconds)
		},
		hit(route) {
			hits.set(route, (hits.get(route) ?? 0) + 1)
		},
		watchPageCache: (stats) => pageCacheFigures(stats).forEach((figure) => registry.registerMetric(figure)),
		watchAdmission: (queues) => admissionFigures(queues).forEach((figure) => registry.registerMetric(figure)),
		watchPools: (pools) => poolGauges(pools).forEach((figure) => registry.registerMetric(figure)),
		watchReplicas: (replicas) => replicaFigures(replicas).forEach((figure) => registry.registerMetric(figure)),
		watchStatements: (slow) => registry.registerMetric(slowStatementsCounter(slow)),
		watchDisk: (room) => registry.registerMetric(diskGauge(room)),
		watchNotices: (isTrusted) =>
			registry.registerMetric(
				gauge('page_tags_trusted', 'Whether tags that other processes drop are heard (1) or kept pages are checked again (0)', () =>
					isTrusted() ? 1 : 0,
				),
			),
		watchQueue(queue, figures) {
			registry.registerMetric(attemptsCounter(queue))
			queueGauges(figures).forEach((figure) => registry.registerMetric(figure))
		},
	}
}

/** Metrics are registered by name with their application's registry: the constructor alone would look like a statement without effect. */
const registers: Registry[] = []

const gauge = (name: string, help: string, read: () => number) =>
	new Gauge({
		name,
		help,
		registers,
		collect() {
			this.set(read())
		},
	})

function pageCacheFigures(stats: () => PageCacheStats) {
	const requests = new Counter({
		name: 'page_cache_requests_total',
		help: 'Requests by what the page cache did with them',
		labelNames: ['result'] as const,
		registers,
		collect() {
			const now = stats()
			this.reset()
			this.inc({ result: 'hit' }, now.hits)
			this.inc({ result: 'stale' }, now.staleHits)
			this.inc({ result: 'miss' }, now.misses)
			this.inc({ result: 'bypass' }, now.bypasses)
			this.inc({ result: 'filled' }, now.filled)
			this.inc({ result: 'not_modified' }, now.notModified)
			this.inc({ result: 'overtaken' }, now.overtaken)
		},
	})
	return [
		requests,
		gauge('page_cache_bytes', 'Memory that kept pages take', () => stats().bytes),
		gauge('page_cache_entries', 'Pages kept', () => stats().entries),
	]
}

const admissionFigures = (queues: Queues) => {
	const queueGauge = (name: string, help: string, read: (stats: ReturnType<Admission['stats']>) => number) =>
		new Gauge({
			name,
			help,
			labelNames: ['queue'] as const,
			registers,
			collect() {
				for (const queue of QUEUES) this.set({ queue }, read(queues[queue].stats()))
			},
		})
	return [
		queueGauge('requests_running', 'Requests that the application is handling', ({ running }) => running),
		queueGauge('requests_waiting', 'Requests that wait for their turn', ({ waiting }) => waiting),
		new Counter({
			name: 'requests_refused_total',
			help: 'Requests answered 503 because their turn would have come too late',
			labelNames: ['queue'] as const,
			registers,
			collect() {
				this.reset()
				for (const queue of QUEUES) this.inc({ queue }, queues[queue].stats().refused)
			},
		}),
	]
}

function poolGauges(pools: Readonly<Record<string, PoolFigures>>) {
	const poolGauge = (name: string, help: string, read: (pool: PoolFigures) => number) =>
		new Gauge({
			name,
			help,
			labelNames: ['pool'] as const,
			registers,
			collect() {
				for (const [kind, pool] of Object.entries(pools)) this.set({ pool: kind }, read(pool))
			},
		})
	return [
		poolGauge('db_pool_connections', 'Open database connections', (pool) => pool.totalCount),
		poolGauge('db_pool_idle_connections', 'Open database connections that do nothing', (pool) => pool.idleCount),
		poolGauge('db_pool_waiting', 'Queries that wait for a connection', (pool) => pool.waitingCount),
	]
}

function replicaFigures(replicas: () => readonly ReplicaFigures[]) {
	const replicaGauge = (name: string, help: string, read: (replica: ReplicaFigures) => number) =>
		new Gauge({
			name,
			help,
			labelNames: ['replica'] as const,
			registers,
			collect() {
				this.reset()
				for (const replica of replicas()) this.set({ replica: replica.name }, read(replica))
			},
		})
	const fallbacks = new Counter({
		name: 'db_replica_fallbacks_total',
		help: 'Statements that the primary answered because the replica could not',
		labelNames: ['replica'] as const,
		registers,
		collect() {
			this.reset()
			for (const replica of replicas()) this.inc({ replica: replica.name }, replica.fallbacks)
		},
	})
	return [
		replicaGauge('db_replica_used', 'Whether reads go to the replica (1) or to the primary, because it is behind or away (0)', (replica) =>
			replica.isUsed ? 1 : 0,
		),
		replicaGauge(
			'db_replica_behind_bytes',
			"How much of the primary's log the replica has not replayed; NaN while unknown",
			(replica) => replica.behindBytes ?? Number.NaN,
		),
		fallbacks,
	]
}

const attemptsCounter = (queue: Pick<Queue, 'outcomes'>) =>
	new Counter({
		name: 'queue_attempts_total',
		help: 'Attempts at jobs that this process has ended, by outcome: completed, retried (failed, to be tried again), given_up',
		labelNames: ['queue', 'outcome'] as const,
		registers,
		collect() {
			this.reset()
			for (const { queue: name, outcome, count } of queue.outcomes()) this.inc({ queue: name, outcome }, count)
		},
	})

/** Figures of all processes, from the database, read once for each scrape. Failed jobs are kept for seven days. */
function queueGauges(figures: () => Promise<QueueFigures[]>) {
	let reading: Promise<QueueFigures[]> | undefined
	const read = () =>
		(reading ??= figures()
			.catch(() => [])
			.finally(() => (reading = undefined)))
	const oldest = new Gauge({
		name: 'queue_oldest_ready_seconds',
		help: 'How long the oldest job has been waiting that a worker could take now; 0 where none waits',
		labelNames: ['queue'] as const,
		registers,
		async collect() {
			const rows = await read()
			this.reset()
			for (const { name, oldestReadyAt } of rows)
				this.set({ queue: name }, oldestReadyAt === null ? 0 : Math.max(0, Date.now() - oldestReadyAt.getTime()) / 1_000)
		},
	})
	const jobs = new Gauge({
		name: 'queue_jobs',
		help: 'Jobs by queue and state: ready, later, active, dead (given up)',
		labelNames: ['queue', 'state'] as const,
		registers,
		async collect() {
			const rows = await read()
			this.reset()
			for (const { name, ready, later, active, failed } of rows)
				for (const [state, value] of Object.entries({ ready, later, active, dead: failed })) this.set({ queue: name, state }, value)
		},
	})
	const late = new Gauge({
		name: 'queue_late_jobs',
		help: 'Jobs that are not done ten minutes after they should have begun, waiting or failing',
		labelNames: ['queue'] as const,
		registers,
		async collect() {
			const rows = await read()
			this.reset()
			for (const row of rows) this.set({ queue: row.name }, row.late)
		},
	})
	return [jobs, oldest, late]
}

const buildInfo = (details: { version: string; build: string }) => {
	const info = new Gauge({
		name: 'shirube_build_info',
		help: '1, with the release as labels',
		labelNames: ['version', 'build'] as const,
		registers,
	})
	info.set(details, 1)
	return info
}

const mailsCounter = () =>
	new Counter({
		name: 'mails_total',
		help: 'Attempts at mails by outcome: sent, failed (to be tried again), unknown (no such address), suppressed (the address gets none)',
		labelNames: ['outcome'] as const,
		registers,
	})

const slowStatementsCounter = (slow: () => ReadonlyMap<string, number>) =>
	new Counter({
		name: 'db_slow_statements_total',
		help: 'Statements that took longer than a second, by the functions that sent them',
		labelNames: ['query'] as const,
		registers,
		collect() {
			this.reset()
			for (const [query, count] of slow()) this.inc({ query }, count)
		},
	})

const diskGauge = (room: () => Promise<DiskRoom | null>) =>
	new Gauge({
		name: 'data_disk_bytes',
		help: 'The disk of DATA_DIR: total, and free for the site',
		labelNames: ['kind'] as const,
		registers,
		async collect() {
			const found = await room()
			this.reset()
			if (found === null) return
			this.set({ kind: 'free' }, found.freeBytes)
			this.set({ kind: 'total' }, found.totalBytes)
		},
	})

/** `/metrics` on the main port: only with the token; not found when none is configured. */
export function metricsRoutes(read: () => Promise<string>, token: string | undefined): Hono {
	const routes = new Hono()
	if (token === undefined) return routes
	routes.get('/metrics', async (c) => {
		if (!hasBearerToken(c.req.header('authorization'), token))
			return c.text('Unauthorized', 401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
		return c.body(await read(), 200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
	})
	return routes
}
