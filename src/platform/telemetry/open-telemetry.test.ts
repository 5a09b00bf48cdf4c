import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { openDatabase } from '../database.ts'
import { createLog } from '../log.ts'
import { startQueue } from '../queue.ts'
import { withRequestId } from '../request-id.ts'
import { startTelemetry, type Telemetry } from './open-telemetry.ts'
import { receivePosts, type ReceivedPost } from './receiver-for-test.ts'
import { currentTraceparent, inSpan, recordedSpan, setTracer, startSpan, withSpan } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type SentSpan = {
	traceId: string
	spanId: string
	parentSpanId?: string
	name: string
	kind: number
	status: { code?: number }
	attributes: Attribute[]
	events: { attributes: Attribute[] }[]
}
type Point = {
	attributes: Attribute[]
	asDouble?: number
	count?: string
	sum?: number
	bucketCounts?: string[]
	explicitBounds?: number[]
}
type Metric = { name: string; sum?: { dataPoints: Point[] }; gauge?: { dataPoints: Point[] }; histogram?: { dataPoints: Point[] } }

const spansOf = (posts: readonly ReceivedPost[]) =>
	posts
		.filter(({ path }) => path === '/v1/traces')
		.flatMap(({ body }) => (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans)
		.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const metricsOf = (posts: readonly ReceivedPost[]) =>
	posts
		.filter(({ path }) => path === '/v1/metrics')
		.flatMap(({ body }) => (JSON.parse(body) as { resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[] }).resourceMetrics)
		.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))

const attributesOf = (attributes: Attribute[]) =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]))

const silent = createLog('silent')

function watch(origin: string, { ratio = 1, log = silent } = {}): Telemetry {
	return startTelemetry({
		settings: { endpoint: origin, headers: { 'x-tenant': 'one' }, ratio, serviceName: 'shirube' },
		version: '1.2.3',
		instanceId: 'tokyo-1',
		log,
		sendEveryMs: { spans: 50, figures: 50 },
	})
}

afterEach(() => setTracer(null))

test('without a collector nothing is measured, and work runs as it is', async () => {
	expect(startSpan('GET', { kind: 'server' })).toBeNull()
	expect(await inSpan('send mail', { kind: 'client' }, async () => [recordedSpan(), currentTraceparent()])).toEqual([null, undefined])
})

test('a request, its statement, the job that it leads to and a mail of that job are one trace', async () => {
	const collector = await receivePosts()
	const telemetry = watch(collector.origin)
	const made = await freshDatabase()
	const database = await openDatabase({ url: made.url, poolSize: 2, log: silent })
	const queue = await startQueue({ url: made.url, log: silent, names: ['greet'] })
	try {
		const sent = new Promise<void>((resolve, reject) => {
			void queue
				.work('greet', async () => {
					await inSpan('send mail', { kind: 'client' }, async () => undefined)
					resolve()
				})
				.catch(reject)
		})
		const listOffices = async () => {
			const { rows } = await sql`select ${'山田太郎'}::text as name`.execute(database.db)
			return rows
		}
		const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
		const request = startSpan('GET /office/:id', { kind: 'server' }, parent)
		await withRequestId('request-1', () =>
			withSpan(request, async () => {
				await listOffices()
				await made.db.transaction().execute((trx) => queue.enqueue(trx, 'greet', { name: '山田太郎' }))
			}),
		)
		request?.end()
		await sent
	} finally {
		await queue.stop()
		await database.close()
		await made.close()
		await telemetry.close()
	}
	const spans = spansOf(collector.received)
	expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']))
	const named = (name: string) => spans.find((span) => span.name === name)
	const [request, statement, job, mail] = [named('GET /office/:id'), named('listOffices'), named('greet'), named('send mail')]
	expect([request?.kind, statement?.kind, job?.kind, mail?.kind]).toEqual([2, 3, 5, 3])
	expect(request?.parentSpanId).toBe('b7ad6b7169203331')
	expect([statement?.parentSpanId, job?.parentSpanId, mail?.parentSpanId]).toEqual([request?.spanId, request?.spanId, job?.spanId])
	expect(attributesOf(statement?.attributes ?? [])).toMatchObject({
		'db.system.name': 'postgresql',
		'db.query.text': 'select $1::text as name',
		'db.query.summary': expect.stringMatching(/^listOffices/),
	})
	expect(collector.received.map(({ body }) => body).join('')).not.toContain('山田太郎')
	expect(collector.received.every(({ headers }) => headers['x-tenant'] === 'one')).toBe(true)
})

test('a failed piece of work says so without personal data', async () => {
	const collector = await receivePosts()
	const telemetry = watch(collector.origin)
	await expect(
		inSpan('send mail', { kind: 'client' }, () => Promise.reject(new TypeError('550 <hanako@example.com>: no such user'))),
	).rejects.toThrow(TypeError)
	await telemetry.close()
	const [span] = spansOf(collector.received)
	expect(span?.status.code).toBe(2)
	expect(attributesOf(span?.attributes ?? [])).toEqual({ 'error.type': 'TypeError' })
	expect(attributesOf(span?.events[0]?.attributes ?? [])['exception.message']).toBe('550 <…@…>: no such user')
})

test('what is not sampled is not sent, and what it leads to is not either', async () => {
	const collector = await receivePosts()
	const telemetry = watch(collector.origin, { ratio: 0 })
	const request = startSpan('GET /', { kind: 'server' })
	expect(request?.isRecording).toBe(false)
	const traceparent = withSpan(request, () => currentTraceparent())
	expect(traceparent).toMatch(/-00$/)
	startSpan('job', { kind: 'consumer' }, traceparent)?.end()
	request?.end()
	await telemetry.close()
	expect(spansOf(collector.received)).toEqual([])
})

test('the figures of /metrics are sent as they are, with the buckets of a histogram apart', async () => {
	const collector = await receivePosts()
	const telemetry = watch(collector.origin)
	const registry = new Registry()
	const registers = [registry]
	new Counter({ name: 'mails_total', help: 'x', labelNames: ['outcome'], registers }).inc({ outcome: 'sent' }, 3)
	new Gauge({ name: 'db_pool_waiting', help: 'x', registers }).set(2)
	const seconds = new Histogram({ name: 'http_request_duration_seconds', help: 'x', labelNames: ['route'], buckets: [0.1, 1], registers })
	for (const value of [0.05, 0.5, 0.6, 7]) seconds.observe({ route: '/' }, value)
	telemetry.exportFigures(() => registry.getMetricsAsJSON())
	await collector.until((posts) => metricsOf(posts).length >= 3)
	await telemetry.close()
	const metrics = metricsOf(collector.received)
	const named = (name: string) => metrics.find((metric) => metric.name === name)
	const [mails] = named('mails_total')?.sum?.dataPoints ?? []
	expect([attributesOf(mails?.attributes ?? []), mails?.asDouble]).toEqual([{ outcome: 'sent' }, 3])
	expect(named('db_pool_waiting')?.gauge?.dataPoints[0]?.asDouble).toBe(2)
	const [point] = named('http_request_duration_seconds')?.histogram?.dataPoints ?? []
	expect(attributesOf(point?.attributes ?? [])).toEqual({ route: '/' })
	expect([point?.explicitBounds, point?.bucketCounts?.map(Number), Number(point?.count)]).toEqual([[0.1, 1], [1, 2, 1], 4])
})

test('a collector that is away costs a line of the log and no work', async () => {
	const collector = await receivePosts(() => ({ code: 400 }))
	const lines: string[] = []
	const telemetry = watch(collector.origin, { log: createLog('warn', { write: (line) => void lines.push(line) }) })
	expect(await inSpan('work', { kind: 'client' }, async () => 'done')).toBe('done')
	await collector.until((posts) => posts.some(({ path }) => path === '/v1/traces'))
	await telemetry.close()
	expect(lines.join('')).toContain('traces and figures were not sent')
})
