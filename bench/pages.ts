import { createHash } from 'node:crypto'
import http from 'node:http'
import type { Database } from '../src/domain/shared/context.ts'
import { findTaskCategory, findScope } from '../src/domain/taxonomy/categories.ts'
import { emptyQuery } from '../src/domain/listings/list-query.ts'
import { listOffices } from '../src/domain/listings/office-list.ts'
import { findPrefecture } from '../src/domain/geography/prefectures.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { startBare } from './bare.ts'
import { ctxOf } from './data-sets.ts'
import { atLeast, type Figure, kb, ms, perSecond } from './figures.ts'
import { browserHeaders, compare, type Compared, get, keptHeaders } from './load.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'
import { record, type Recorded } from './recording.ts'
import { listPage } from './settings.ts'
import { type MeasuredSite, siteFolder, withSite } from './site.ts'
import { median, percentile, timed } from './statistics.ts'

const CACHED_GOAL = 0.8
const UNCACHED_GOAL = 0.4
const CACHED_CONNECTIONS = 50
const UNCACHED_CONNECTIONS = 8
const SINGLE_REQUESTS = 400

/** The list page out of the page cache, beside a bare server that sends the same bytes. */
export const measureCachedPage = () => withSite({}, measureCached)

/** The list page rendered for each request, beside a bare server that asks and sends as much. */
export const measureUncachedPage = () => withSite({ PAGE_CACHE_MB: '0' }, measureUncached)

export const cpuOf = (site: MeasuredSite) => async () => (await site.process()).cpuSeconds

const measureCached = (site: MeasuredSite): Promise<Figure[]> => measureBytes(site, listPage, 'cached list page')

/** A page out of the page cache beside a bare server that sends the same bytes. */
export async function measureBytes(site: MeasuredSite, path: string, page: string): Promise<Figure[]> {
	const url = site.url + path
	const figures: Figure[] = []
	for (const [name, headers] of [
		[`${page}, br`, browserHeaders],
		[`${page}, 304`, { ...browserHeaders, 'if-none-match': await bestEtag(url) }],
	] as const) {
		const answer = await get(url, headers)
		const bare = await startBare({
			kind: 'bytes',
			status: answer.status,
			headers: keptHeaders(answer.rawHeaders),
			bodyBase64: answer.body.toString('base64'),
		})
		try {
			const result = await compare(
				{ url, headers, cpuSeconds: cpuOf(site) },
				{ url: bare.url, headers, cpuSeconds: bare.cpuSeconds },
				CACHED_CONNECTIONS,
			)
			figures.push(...lines(`${name} (${kb(answer.body.length)})`, result, name.endsWith('br') ? CACHED_GOAL : undefined))
		} finally {
			await bare.stop()
		}
	}
	return figures
}

/** After three requests the page is compressed once more, as well as it can be: this measures what is sent from then on. */
async function bestEtag(url: string): Promise<string> {
	for (let attempt = 0; ; attempt++) {
		const { rawHeaders } = await get(url, browserHeaders)
		const etag = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? ''
		if (etag.includes('-b11')) return etag
		if (attempt > 100) throw new Error(`${url} was not compressed within ten seconds`)
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
}

async function measureUncached(site: MeasuredSite): Promise<Figure[]> {
	const url = site.url + listPage
	// Compression costs both the same: what is compared is the making of the page.
	const headers = { ...browserHeaders, 'accept-encoding': 'identity' }
	const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log: createLog('warn') })
	try {
		const trips = await recordList(postgres.url)
		const { body, rawHeaders } = await get(url, headers)
		const bare = await startBare({
			kind: 'queries',
			url: postgres.url,
			poolSize: 10,
			headers: keptHeaders(rawHeaders, ['content-length']),
			trips: trips.map((trip) =>
				trip.map(({ text, values }) => ({ name: createHash('sha1').update(text).digest('hex').slice(0, 16), text, values: [...values] })),
			),
			bytes: body.length,
		})
		try {
			const withPostgres = (own: () => Promise<number>) => async () => (await own()) + (await postgresCpuSeconds(postgres))
			const result = await compare(
				{ url, headers, cpuSeconds: withPostgres(cpuOf(site)) },
				{ url: bare.url, headers, cpuSeconds: withPostgres(bare.cpuSeconds) },
				UNCACHED_CONNECTIONS,
			)
			const [ours, theirs] = await alternate([url, bare.url], headers)
			return [
				...lines(`uncached list page, ${trips.flat().length} queries (${kb(body.length)})`, result, UNCACHED_GOAL),
				{
					name: 'uncached, one connection, p50 / p99',
					value: `${ms(median(ours))} / ${ms(percentile(ours, 0.99))}`,
					baseline: `${ms(median(theirs))} / ${ms(percentile(theirs, 0.99))}`,
					ratio: median(theirs) / median(ours),
				},
			]
		} finally {
			await bare.stop()
		}
	} finally {
		await postgres.stop()
	}
}

/** The requests of both sides, and below them what one costs. */
export function lines(name: string, { ours, bare, ratio, cpuRatio }: Compared, goal?: number): Figure[] {
	return [
		{
			name,
			value: perSecond(ours.perSecond),
			baseline: perSecond(bare.perSecond),
			ratio,
			...(goal === undefined ? {} : { goal: atLeast(String(goal), ratio, goal) }),
		},
		{
			name: '  processor time for each, with PostgreSQL where it is asked',
			value: `${ours.cpuMicroseconds.toFixed(0)} µs`,
			baseline: `${bare.cpuMicroseconds.toFixed(0)} µs`,
			ratio: cpuRatio,
		},
	]
}

/** The statements that the loader of the list page sends. */
async function recordList(url: string): Promise<Recorded[][]> {
	const database = await openDatabase<Database>({ url, poolSize: 10, log: createLog('warn'), name: 'bench' })
	try {
		const [, scopeText, slug] = /\/(\d+)\/([a-z]+)$/.exec(listPage) ?? []
		const area = findPrefecture(slug ?? '')
		if (!area) throw new Error(`${listPage} is no list of a prefecture`)
		const scopeId = Number(scopeText)
		return await record(database.pool, async (db) => {
			const ctx = ctxOf(db)
			const scope = await findScope(ctx, scopeId)
			await Promise.all([
				listOffices(ctx, { scopeId, area, query: emptyQuery(area.kind) }),
				scope && findTaskCategory(ctx, scope.categoryId),
			])
		})
	} finally {
		await database.close()
	}
}

/** Milliseconds of sequential requests, cycling through the addresses. */
async function alternate(urls: readonly [string, string], headers: Record<string, string>): Promise<[number[], number[]]> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
	const times: [number[], number[]] = [[], []]
	for (let request = 0; request < SINGLE_REQUESTS + 20; request++)
		for (const [side, url] of urls.entries()) {
			const took = await timed(() => get(url, headers, agent))
			if (request >= 20) times[side]?.push(took)
		}
	agent.destroy()
	return times
}
