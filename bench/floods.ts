import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { atLeast, atMost, type Figure, ms, perSecond } from './figures.ts'
import type { HostileCounts, HostileOptions } from './hostile-bodies.ts'
import { browserHeaders, get } from './load.ts'
import { listPage, rounds, roundSeconds } from './settings.ts'
import { type MeasuredSite, withSite } from './site.ts'
import { median, percentile, timed } from './statistics.ts'

const HOSTILE = 50
const VISITORS = 10
const HEALTH_MS = 100
const PAGE_RATIO = 0.5
const WARM_UP_MS = 1_000

/** Measures the effect of hostile bodies on visitors and probes. All traffic stays on this machine. */
export const measureFloods = () => withSite({}, measureFloodsOn)

/** The same on a site that runs already. */
export async function measureFloodsOn(site: Pick<MeasuredSite, 'url'>): Promise<Figure[]> {
	const url = site.url + listPage
	const { port } = new URL(site.url)
	const options: HostileOptions = { port: Number(port), origin: site.url.replace('localhost', '127.0.0.1'), connections: HOSTILE }
	const quiet: number[] = []
	const flooded: number[] = []
	const counts: HostileCounts = {}
	const health: number[] = []
	await load(url, 1)
	for (let round = 0; round < rounds; round++) {
		quiet.push(await load(url, roundSeconds))
		const stop = await startHostile(options)
		flooded.push(await load(url, roundSeconds))
		health.push(...(await probe(`${site.url}/healthz`, roundSeconds * 1_000)))
		add(counts, await stop())
	}
	for (const [kind, answers] of Object.entries(counts))
		console.log(
			`    ${kind}: ${Object.entries(answers)
				.map(([status, times]) => `${status} × ${times}`)
				.join(', ')}`,
		)
	const ratio = median(flooded.map((rate, round) => rate / (quiet[round] ?? Number.NaN)))
	const slowest = Math.max(...health)
	return [
		{
			name: `cached page with ${HOSTILE} hostile bodies in flight`,
			value: perSecond(median(flooded)),
			baseline: `${perSecond(median(quiet))} quiet`,
			ratio,
			goal: atLeast(String(PAGE_RATIO), ratio, PAGE_RATIO),
		},
		{
			name: `/healthz with ${HOSTILE} hostile bodies in flight, ${health.length} probes`,
			value: `p50 ${ms(median(health))}, p99 ${ms(percentile(health, 0.99))}, slowest ${ms(slowest)}`,
			goal: atMost(ms(HEALTH_MS), slowest, HEALTH_MS),
		},
	]
}

async function load(url: string, duration: number): Promise<number> {
	const result = await autocannon({ url, connections: VISITORS, duration, headers: browserHeaders })
	const refused = result['4xx'] + result['5xx']
	if (refused > 0 || result.errors > 0) throw new Error(`${url}: ${refused} requests were refused, ${result.errors} failed`)
	return result.requests.average
}

async function probe(url: string, forMs: number): Promise<number[]> {
	const times: number[] = []
	for (const until = Date.now() + forMs; Date.now() < until; await delay(20))
		times.push(
			await timed(async () => {
				const { status } = await get(url, {})
				if (status !== 200) throw new Error(`${url} answered ${status}`)
			}),
		)
	return times
}

/** Returns a stop function, which resolves with the counts of the answers. */
async function startHostile(workerData: HostileOptions): Promise<() => Promise<HostileCounts>> {
	const worker = new Worker(new URL('./hostile-bodies.ts', import.meta.url), { workerData })
	await once(worker, 'online')
	await delay(WARM_UP_MS)
	return async () => {
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
		worker.postMessage('stop')
		const [counts] = (await once(worker, 'message')) as [HostileCounts]
		await once(worker, 'exit')
		return counts
	}
}

function add(sum: HostileCounts, counts: HostileCounts): void {
	for (const [kind, answers] of Object.entries(counts)) {
		const all = (sum[kind] ??= {})
		for (const [status, times] of Object.entries(answers)) all[status] = (all[status] ?? 0) + times
	}
}
