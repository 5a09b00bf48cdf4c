import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'
import { createEarlyRefusals } from './early-refusals.ts'
import { createHttpMetrics } from './metrics.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { serve } from './serve-for-test.ts'

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

async function site() {
	const { queue, turns } = await fullQueue()
	const lines: string[] = []
	const metrics = createHttpMetrics()
	const refuse = createEarlyRefusals({
		siteName: 'テスト',
		security,
		metrics,
		log: pino({}, new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })),
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
