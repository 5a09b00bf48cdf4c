import { tagsOfOffices } from '../src/domain/listings/listing-tags.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { publishTags } from '../src/platform/page-tags.ts'
import { atLeast, atMost, type Figure, mb, perSecond } from './figures.ts'
import { browserHeaders, get } from './load.ts'
import { zipfSeconds } from './settings.ts'
import { somePages } from './sitemap.ts'
import { type MeasuredSite, siteFolder, withSite } from './site.ts'

const ADDRESSES = 20_000
const READERS = 10
const WRITES_PER_READ = 0.01
const HITS_GOAL = 0.95
const RSS_LIMIT = 300 * 1_048_576

/**
 * Readers ask for 20,000 addresses, the most popular far more often than the others (Zipf), while one request in a hundred is
 * followed by a change of a random office, which drops its page and every list that shows it. Hits are those of the last fifth.
 */
export const measureZipf = (): Promise<Figure[]> => withSite({}, (site) => withOfficeChanges((change) => measure(site, change)))

async function measure(site: MeasuredSite, changeOffice: () => Promise<void>): Promise<Figure[]> {
	const paths = shuffled(await somePages(site.url, ADDRESSES))
	const pick = zipf(paths.length)
	const startedAt = performance.now()
	const elapsed = () => (performance.now() - startedAt) / 1_000
	let [requests, refused] = [0, 0]
	const before: Record<string, number>[] = []
	const read = async () => {
		while (elapsed() < zipfSeconds) {
			const { status } = await get(site.url + paths[pick()], browserHeaders)
			if (status === 503) refused++
			else if (status >= 500) throw new Error(`a page answered ${status}`)
			requests++
			if (Math.random() < WRITES_PER_READ) await changeOffice()
			if (before.length === 0 && elapsed() > 0.8 * zipfSeconds) before.push((await site.pageCache()).results)
		}
	}
	await Promise.all(Array.from({ length: READERS }, read))
	const after = await site.pageCache()
	const { rssBytes } = await site.process()
	const hits = hitsBetween(before[0] ?? {}, after.results)
	return [
		{
			name: `pages from memory after ${Math.round(0.8 * zipfSeconds)} s, ${paths.length.toLocaleString('en')} addresses`,
			value: `${(100 * hits).toFixed(1)}%`,
			baseline: `${after.entries.toLocaleString('en')} kept, ${mb(after.bytes)}`,
			goal: atLeast(`${100 * HITS_GOAL}%`, hits, HITS_GOAL),
		},
		{ name: 'resident memory', value: mb(rssBytes), goal: atMost(mb(RSS_LIMIT), rssBytes, RSS_LIMIT) },
		{ name: 'requests, with one change in a hundred', value: perSecond(requests / zipfSeconds), baseline: `${refused} refused` },
	]
}

function hitsBetween(before: Record<string, number>, after: Record<string, number>): number {
	const of = (result: string) => (after[result] ?? 0) - (before[result] ?? 0)
	const kept = of('hit') + of('stale')
	return kept / (kept + of('miss'))
}

/** Ranks from 0, each with a chance in inverse proportion to its place. */
function zipf(count: number): () => number {
	const sums: number[] = []
	let sum = 0
	for (let rank = 1; rank <= count; rank++) sums.push((sum += 1 / rank))
	return () => {
		const wanted = Math.random() * sum
		let [low, high] = [0, count - 1]
		while (low < high) {
			const middle = (low + high) >> 1
			if ((sums[middle] ?? 0) < wanted) low = middle + 1
			else high = middle
		}
		return low
	}
}

/** Popularity has nothing to do with the order of the sitemap. */
function shuffled<T>(items: readonly T[]): T[] {
	const all = [...items]
	for (let last = all.length - 1; last > 0; last--) {
		const other = Math.floor(Math.random() * (last + 1))
		;[all[last], all[other]] = [all[other] as T, all[last] as T]
	}
	return all
}

/** Drops what a change of a random office drops, from a process of its own connection beside the site. */
async function withOfficeChanges<T>(work: (change: () => Promise<void>) => Promise<T>): Promise<T> {
	const log = createLog('warn')
	const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log })
	try {
		const database = await openDatabase<Database>({ url: postgres.url, poolSize: 2, log, name: 'bench' })
		try {
			const offices = await database.db.selectFrom('offices').select('id').where('state', '=', 'published').execute()
			return await work(async () => {
				const office = offices[Math.floor(Math.random() * offices.length)]
				if (office) await publishTags(database.db, await tagsOfOffices(database.db, [office.id]))
			})
		} finally {
			await database.close()
		}
	} finally {
		await postgres.stop()
	}
}
