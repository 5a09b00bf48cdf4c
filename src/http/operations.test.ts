import type { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildRoutes, describeBuild } from './builds.ts'
import { healthRoutes, type HealthChecks } from './health.ts'
import { createHttpMetrics, metricsRoutes } from './metrics.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createRouteLabeler } from './route-label.ts'

const ask = (app: Hono, path: string, headers: Record<string, string> = {}) =>
	app.fetch(new Request(`https://a.example${path}`, { headers }))

test.each<[string, HealthChecks, number, object]>([
	['all is well', { pingDatabase: async () => 1, pendingMigrations: async () => [] }, 200, { status: 'ok' }],
	[
		'the database is away',
		{ pingDatabase: () => Promise.reject(new Error('x')), pendingMigrations: async () => [] },
		503,
		{ database: 'unreachable' },
	],
	['a migration waits', { pingDatabase: async () => 1, pendingMigrations: async () => ['0004'] }, 503, { migrations: 'pending' }],
])('readiness when %s', async (_name, checks, status, body) => {
	const response = await ask(healthRoutes(checks, { version: '1.2.3' }), '/readyz')
	expect(response.status).toBe(status)
	expect(await response.json()).toMatchObject(body)
	expect(response.headers.get('retry-after')).toBe(status === 200 ? null : '2')
	expect((await ask(healthRoutes(checks, { version: '1.2.3' }), '/healthz')).status).toBe(200)
})

test('a process that is about to stop lives and wants no more visitors', async () => {
	const checks = { pingDatabase: async () => 1, pendingMigrations: async () => [], isStopping: () => true }
	const app = healthRoutes(checks, { version: '1.2.3' })
	const response = await ask(app, '/readyz')
	expect([response.status, await response.json()]).toEqual([503, { status: 'stopping' }])
	expect((await ask(app, '/healthz')).status).toBe(200)
})

test('a process that fills its page cache beside others lives and wants no visitors yet', async () => {
	const checks = { pingDatabase: async () => 1, pendingMigrations: async () => [], isWarming: () => true }
	const app = healthRoutes(checks, { version: '1.2.3', process: 2 })
	const response = await ask(app, '/readyz')
	expect([response.status, await response.json()]).toEqual([503, { status: 'warming' }])
	expect(await (await ask(app, '/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3', process: 2 })
})

test('health tells the release, and the name of the process only where it was given one', async () => {
	const checks: HealthChecks = { pingDatabase: async () => 1, pendingMigrations: async () => [] }
	const details = { version: '1.2.3', build: 'abc' }
	expect(await (await ask(healthRoutes(checks, details), '/healthz')).json()).toEqual({ status: 'ok', ...details })
	const named = { ...details, instance: 'tokyo-2' }
	expect(await (await ask(healthRoutes(checks, named), '/healthz')).json()).toEqual({ status: 'ok', ...named })
})

test('readiness says that the disk is full and goes on, because pages can still be read', async () => {
	const room = async () => ({ freeBytes: 1_000_000, totalBytes: 1e9 })
	const checks = { pingDatabase: async () => 1, pendingMigrations: async () => [], room }
	const response = await ask(healthRoutes(checks, { version: '1.2.3' }), '/readyz')
	expect([response.status, await response.json()]).toEqual([200, { status: 'ok', database: 'ok', migrations: 'ok', disk: 'full' }])
})

test('a schema that was up to date is not asked for again, however slow the database becomes', async () => {
	vi.useFakeTimers({ toFake: ['performance'] })
	onTestFinished(() => void vi.useRealTimers())
	let times = 0
	const pendingMigrations = async () => {
		if (++times > 1) throw new Error('the check took too long')
		return []
	}
	const app = healthRoutes({ pingDatabase: async () => 1, pendingMigrations }, { version: '1.2.3' })
	for (let probe = 0; probe < 3; probe += 1) {
		expect((await ask(app, '/readyz')).status).toBe(200)
		vi.advanceTimersByTime(5_000)
	}
})

test('many probes ask the database once', async () => {
	let pings = 0
	const app = healthRoutes({ pingDatabase: async () => ++pings, pendingMigrations: async () => [] }, { version: '1.2.3' })
	await Promise.all([ask(app, '/readyz'), ask(app, '/readyz'), ask(app, '/readyz')])
	expect(pings).toBe(1)
})

test('the queue shows in the figures by queue, outcome and state', async () => {
	const metrics = createHttpMetrics()
	metrics.watchQueue({ outcomes: () => [{ queue: 'send-mail', outcome: 'given_up', count: 2 }] }, async () => [
		{ name: 'send-mail', ready: 3, later: 0, active: 1, failed: 2, late: 0, oldestReadyAt: null },
	])
	const text = await metrics.registry.metrics()
	for (const line of [
		'queue_attempts_total{queue="send-mail",outcome="given_up"} 2',
		'queue_jobs{queue="send-mail",state="ready"} 3',
		'queue_jobs{queue="send-mail",state="dead"} 2',
		'queue_oldest_ready_seconds{queue="send-mail"} 0',
	])
		expect(text).toContain(line)
})

test('leaves out figures that need an unavailable database, and shows the others', async () => {
	const metrics = createHttpMetrics()
	metrics.watchQueue({ outcomes: () => [] }, () => Promise.reject(new Error('away')))
	const text = await metrics.registry.metrics()
	expect(text).not.toContain('queue_jobs{')
	expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('figures are shown on the main port only for the token', async () => {
	const metrics = createHttpMetrics()
	const app = metricsRoutes(() => metrics.registry.metrics(), 'a-secret-of-operations')
	expect((await ask(app, '/metrics')).status).toBe(401)
	expect((await ask(app, '/metrics', { authorization: 'Bearer wrong' })).status).toBe(401)
	expect((await ask(app, '/metrics', { authorization: 'Bearer a-secret-of-operations' })).status).toBe(200)
	expect(
		(
			await ask(
				metricsRoutes(() => metrics.registry.metrics(), undefined),
				'/metrics',
				{ authorization: 'Bearer ' },
			)
		).status,
	).toBe(404)
})

test('figures count requests by pattern, the cache and the pool', async () => {
	const metrics = createHttpMetrics()
	metrics.observe({ method: 'GET', route: '/qa/:id', status: 200, seconds: 0.01 })
	metrics.observe({ method: 'PROPFIND', route: 'unmatched', status: 405, seconds: 0.01 })
	metrics.hit('/category/list/:id')
	metrics.watchPageCache(() => ({
		hits: 3,
		staleHits: 1,
		misses: 2,
		bypasses: 4,
		filled: 0,
		notModified: 1,
		overtaken: 0,
		entries: 2,
		bytes: 900,
	}))
	metrics.watchPools({ pages: { totalCount: 5, idleCount: 4, waitingCount: 0 }, jobs: { totalCount: 1, idleCount: 0, waitingCount: 7 } })
	const text = await metrics.registry.metrics()
	const again = await metrics.registry.metrics()
	expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/qa/:id",status="200"} 1')
	expect(text).toContain('method="other"')
	expect(again).toContain('page_cache_requests_total{result="hit"} 3')
	expect(again).toContain('page_cache_served_total{route="/category/list/:id"} 1')
	expect(text).toContain('page_cache_bytes 900')
	expect(text).toContain('db_pool_connections{pool="pages"} 5')
	expect(text).toContain('db_pool_waiting{pool="jobs"} 7')
	expect(text).toContain('nodejs_eventloop_lag')
})

test('serves the newest build uncached and the pages of each known build', async () => {
	const manifest = {
		version: 'abc123',
		routes: {
			root: { id: 'root' },
			'layout/default': { id: 'layout/default', parentId: 'root' },
			'qa/question': { id: 'qa/question', parentId: 'layout/default', path: 'qa/:id' },
		},
	}
	const meta = describeBuild(manifest, new Date('2026-01-02T03:04:05Z'))
	const app = buildRoutes([meta])
	const latest = await ask(app, '/builds/latest.json')
	expect([await latest.json(), latest.headers.get('cache-control')]).toEqual([{ id: 'abc123' }, 'no-store'])
	expect(await (await ask(app, '/builds/meta/abc123.json')).json()).toEqual({
		id: 'abc123',
		createdAt: '2026-01-02T03:04:05.000Z',
		routes: [
			{ id: 'root', path: '/' },
			{ id: 'layout/default', path: '/' },
			{ id: 'qa/question', path: '/qa/:id' },
		],
	})
	expect((await ask(app, '/builds/meta/__proto__.json')).status).toBe(404)
})

test('a client may send bursts, then at its rate; others are not affected', () => {
	let time = 0
	const limiter = createRateLimiter({ burst: 3, perSecond: 2 }, () => time)
	expect([1, 2, 3].map(() => limiter.take('192.0.2.1'))).toEqual([null, null, null])
	expect(limiter.take('192.0.2.1')).toBe(1)
	expect(limiter.take('192.0.2.2')).toBeNull()
	time += 500
	expect(limiter.take('::ffff:192.0.2.1')).toBeNull()
	expect(limiter.take('192.0.2.1')).toBe(1)
	for (let i = 0; i < 21_000; i++) limiter.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
	expect(limiter.size()).toBeLessThanOrEqual(20_000)
})

test('an address is labelled with its pattern, words before names', () => {
	const routeOf = createRouteLabeler([
		'/',
		'/qa',
		'/qa/:id',
		'/qa/post',
		'/category/list/:id/:prefecture?',
		'/api/*',
		'/register_premium/*',
	])
	expect(
		[
			'/',
			'/qa',
			'/qa/post',
			'/qa/12',
			'/qa/12.data',
			'/_.data',
			'/category/list/3',
			'/category/list/3/tokyo',
			'/api/x/y',
			'/api',
			'/wp-login.php',
		].map(routeOf),
	).toEqual([
		'/',
		'/qa',
		'/qa/post',
		'/qa/:id',
		'/qa/:id',
		'/',
		'/category/list/:id/:prefecture?',
		'/category/list/:id/:prefecture?',
		'/api/*',
		'/api/*',
		'unmatched',
	])
})
