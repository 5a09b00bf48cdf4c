import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { browserHeaders, get } from '../load.ts'
import type { Recorded } from '../recording.ts'
import { type MeasuredSite, withSite } from '../site.ts'
import { timed } from '../statistics.ts'
import { callers, type PageType } from './page-types.ts'
import { startStatementProxy } from './statement-proxy.ts'

export type RecordedPage = PageType & { trips: Recorded[][]; rawHeaders: string[]; bytes: number; ms: number }

/** Settings of a site that renders a page for each request and takes callers' addresses from `x-forwarded-for`. */
export const uncached = { PAGE_CACHE_MB: '0', TRUST_PROXY: '1' }

/** Compression costs both sides the same. */
export const plainHeaders = { ...browserHeaders, 'accept-encoding': 'identity' }

/** Runs `work` with the embedded database of a data folder. */
export async function withPostgres<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log: createLog('warn') })
	try {
		return await work(postgres.url)
	} finally {
		await postgres.stop()
	}
}

/** The statements of each page as the site sends them for a visitor, and the time of the fastest of some requests; a page that fails is named and left out. */
export async function recordPages(dataDir: string, url: string, types: readonly PageType[]): Promise<RecordedPage[]> {
	const proxy = await startStatementProxy(url)
	const recordAll = async (site: MeasuredSite) => {
		const found: RecordedPage[] = []
		for (const type of types) {
			const page = await recordPage(type, (work) => proxy.record(work), site)
			if (page === null) console.log(`  ${type.path} could not be recorded`)
			else found.push(page)
		}
		return found
	}
	try {
		return await withSite({ ...uncached, DATABASE_URL: proxy.url, SEED_DEMO: 'true' }, recordAll, dataDir)
	} finally {
		await proxy.stop()
	}
}

const ATTEMPTS = 5

/** What was noted after the request before, and what a process reads once, are not the page's: the shortest of several recordings is. */
async function recordPage(
	type: PageType,
	record: (work: () => Promise<unknown>) => Promise<Recorded[][]>,
	site: MeasuredSite,
): Promise<RecordedPage | null> {
	let best: RecordedPage | null = null
	let fastest = Infinity
	for (const { path, headers } of callers(type.path).slice(0, ATTEMPTS)) {
		let answer: Awaited<ReturnType<typeof get>> | undefined
		let ms = Infinity
		const ask = async () => (answer = await get(site.url + path, { ...plainHeaders, ...headers }))
		const trips = await record(async () => (ms = await timed(ask)))
		if (answer?.status !== 200) continue
		fastest = Math.min(fastest, ms)
		const reads = trips.map((trip) => trip.filter(isRead)).filter((trip) => trip.length > 0)
		// The first answer warms up what the process keeps.
		if (best === null || reads.flat().length <= best.trips.flat().length)
			best = { ...type, trips: reads, rawHeaders: answer.rawHeaders, bytes: answer.body.length, ms }
	}
	return best && { ...best, ms: fastest }
}

/** Not what notes the request, and nothing about the connection. */
const isRead = ({ text }: Recorded): boolean => /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert into|update|delete from)\b/i.test(text)
