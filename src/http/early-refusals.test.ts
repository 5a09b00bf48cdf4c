import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { setTracer } from '../platform/telemetry/tracing.ts'
import { createAdmission, createQueues } from './admission.ts'
import { createEarlyRefusals } from './early-refusals.ts'
import { createFront } from './front.ts'
import { createHttpMetrics } from './metrics.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { serve } from './serve-for-test.ts'
import { createTemporaryFolders } from './temporary-folders.ts'

const security = createSecurityHeaders({ publicUrl: 'https://shirube.example', analytics: { kind: 'none' } })
const HOURS = 3_600_000

/** A queue whose turns have lately taken an hour each; one runs and one waits. */
async function fullQueue() {
	let time = 0
	const queue = createAdmission({ atOnce: 1, deadlines: { read: HOURS, write: HOURS }, longestTurn: HOURS, now: () => time })
	const turns = Array.from({ length: 4 }, () => queue.enter('write'))
	for (const turn of turns.slice(0, 2)) {
		time += HOURS
		;(await turn)?.()
	}
	return { queue, turns }
}

/** A log whose lines are kept. */
function keptLog() {
	const lines: string[] = []
	return { lines, log: pino({}, new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })) }
}

async function site() {
	const { queue, turns } = await fullQueue()
	const { lines, log } = keptLog()
	const metrics = createHttpMetrics()
	const refuse = createEarlyRefusals({
		siteName: 'テスト',
		security,
		metrics,
		log,
		routeOf: () => '/qa/:id',
		isBusy: () => true,
		queueFor: (_req, path) => (path === '/healthz' || path.startsWith('/kept') ? undefined : queue),
	})
	const served = await serve((req, res) => void (refuse(req, res) || res.writeHead(200).end()))
	return { ...served, queue, metrics, lines, turns }
}

test('a read whose queue is too long is refused with the site’s sentence before anything is made for it', async () => {
	const { ask, queue, metrics, lines } = await site()
	const [page, call] = [await ask('/qa/1?a=b'), await ask('/api/notifications/unread')]
	for (const { status, headers, body } of [page, call]) {
		expect(status).toBe(503)
		expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store', 'content-length': String(body.length) })
		expect(headers).toMatchObject(Object.fromEntries(security.common))
	}
	expect([page.headers['content-type'], page.text]).toEqual([
		'text/html; charset=utf-8',
		expect.stringContaining('ただいま混み合っています'),
	])
	expect([call.headers['content-type'], JSON.parse(call.text)]).toEqual([
		'application/problem+json; charset=utf-8',
		expect.objectContaining({ status: 503, code: 'unavailable' }),
	])
	expect(queue.stats().refused).toBe(2)
	expect(await metrics.registry.metrics()).toContain('http_request_duration_seconds_count{method="GET",route="/qa/:id",status="503"} 2')
	// A line a second at most, so the two may stand on one line or on two.
	const logged = () => lines.reduce((sum, line) => sum + (JSON.parse(line) as { refused: number }).refused, 0)
	await expect.poll(logged, { timeout: 10_000 }).toBe(2)
})

test('writes, kept pages, health and whatever finds room are left to the others', async () => {
	const { ask, queue, turns } = await site()
	const asked = [
		await ask('/qa/1', { method: 'POST', body: 'a=b' }),
		await ask('/qa/1', { method: 'HEAD' }),
		await ask('/kept/1'),
		await ask('/healthz'),
	]
	expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	for (const turn of turns) (await turn)?.()
	expect((await ask('/qa/1')).status).toBe(200)
	expect(queue.stats().refused).toBe(0)
})

test('of a crowd’s refusals only some are sent in a turn of the event loop, and all in the end', async () => {
	const { queue } = await fullQueue()
	const refuse = createEarlyRefusals({
		siteName: 'テスト',
		security,
		log: keptLog().log,
		routeOf: () => '/',
		isBusy: () => true,
		queueFor: () => queue,
	})
	const sent: number[] = []
	let turn = 0
	const answers = Array.from({ length: 300 }, () => ({ writeHead: () => ({ end: () => void sent.push(turn) }) }))
	for (const answer of answers) expect(refuse({ method: 'GET', url: '/', headers: {} } as never, answer as never)).toBe(true)
	for (; sent.length < 300 && turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve))
	expect(sent).toHaveLength(300)
	expect(sent.filter((at) => at === sent[0]).length).toBeLessThan(100)
	expect(queue.stats().refused).toBe(300)
})

/** The whole front while its handlers and its renders are full but for what is let in first; it notes whatever it does for a request. */
async function fullFront() {
	const folder = mkdtempSync(path.join(tmpdir(), 'shirube-refusals-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	mkdirSync(path.join(folder, 'assets'))
	const done: string[] = []
	const { lines, log } = keptLog()
	const { queue } = await fullQueue()
	const renders = { ...queue, isOpen: true }
	const front = createFront({
		config: {
			publicUrl: 'https://shirube.example',
			siteName: 'テスト',
			trustProxy: 0,
			pageCacheBytes: 1_000_000,
			analytics: { kind: 'none' },
		},
		log,
		fetch: ({ url }) => {
			done.push(`handled ${new URL(url).pathname}`)
			return new Response('<!DOCTYPE html><p>税理士', { headers: { 'content-type': 'text/html', 'x-cache-tags': 'list:1' } })
		},
		pages: [{ pattern: '/kept/:id' }, { pattern: '/list/:id', readers: 'frame' }],
		findReader: async (_req, { target }) => (done.push(`reader of ${target}`), null),
		see: ({ url }) => void done.push(`seen ${url}`),
		assetsDirectory: folder,
		routeOf: () => '/somewhere',
		writes: { rules: [], isMember: async () => false, folders: createTemporaryFolders(path.join(folder, 'requests')) },
		admission: {
			...createQueues(),
			requests: queue,
			renders: {
				...queue,
				enter: async () => () => undefined,
				refuses: (kind) => !renders.isOpen && queue.refuses(kind),
			},
		},
	})
	onTestFinished(front.close)
	setTracer({ start: (name) => (done.push(`span ${name}`), null as never) })
	onTestFinished(() => setTracer(null))
	return { ...(await serve(front.listener)), done, lines, renders }
}

test('of a refused read neither the session is looked up nor a view counted, nothing is traced, and no line of the log is its own', async () => {
	const { ask, done, lines, renders } = await fullFront()
	renders.isOpen = false
	const session = { cookie: 'session=abc; __Host-session=abc' }
	const answers = await Promise.all([
		ask('/mypage', { headers: session }),
		ask('/office/1', { headers: { 'sec-fetch-dest': 'document' } }),
		// Kept for visitors alone, so that only a handler can answer.
		ask('/kept/1', { headers: session }),
		// Not in memory, and no render would be in time.
		ask('/kept/1'),
	])
	expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(answers.map(() => [503, '2']))
	expect(done).toEqual([])
	expect(lines.filter((line) => line.includes('/somewhere'))).toEqual([])
})

test('pages in memory are served while everything is full, to visitors and by looking up whose they are', async () => {
	const { ask, done, renders } = await fullFront()
	expect((await ask('/kept/1')).status).toBe(200)
	renders.isOpen = false
	done.length = 0
	expect([(await ask('/kept/1')).status, (await ask('/kept/1?other=1')).status]).toEqual([200, 200])
	expect(done.filter((what) => what.startsWith('handled'))).toEqual([])
	ask('/list/1', { headers: { cookie: '__Host-session=abc' } }).catch(() => undefined)
	await expect.poll(() => done, { timeout: 10_000 }).toContain('reader of /list/1')
})
