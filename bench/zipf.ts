import { type Kysely, sql } from 'kysely'
import { withListings } from '../src/domain/memberships/office-access.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { ctxOf } from './data-sets.ts'
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
 * followed by a change of a random office: a text, its hours, its next free time or a new review in turn. A review moves the office in
 * its lists and drops all of them, the others drop the pages that show the office. Hits are those of the last fifth.
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

/** Changes random offices as the site does, from a process of its own connection beside it. */
async function withOfficeChanges<T>(work: (change: () => Promise<void>) => Promise<T>): Promise<T> {
	const log = createLog('warn')
	const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log })
	try {
		const database = await openDatabase<Database>({ url: postgres.url, poolSize: 2, log, name: 'bench' })
		try {
			const offices = await database.db.selectFrom('offices').select('id').where('state', '=', 'published').execute()
			let turn = 0
			return await work(async () => {
				const office = offices[Math.floor(Math.random() * offices.length)]
				const change = changes[turn++ % changes.length]
				if (office && change) await changeOne(database.db, office.id, (db) => change(db, office.id))
			})
		} finally {
			await database.close()
		}
	} finally {
		await postgres.stop()
	}
}

const changeOne = (db: Kysely<Database>, officeId: number, change: (trx: Kysely<Database>) => Promise<unknown>) =>
	db.transaction().execute(async (trx) => {
		await sql`select from offices where id = ${officeId} for update`.execute(trx)
		await withListings(ctxOf(trx), officeId, () => change(trx))
	})

/** What changes of offices are, each as often as the others. */
const changes: ((db: Kysely<Database>, officeId: number) => Promise<unknown>)[] = [
	(db, id) => sql`update offices set headline = left(headline, 30) || ${` ${Date.now()}`} where id = ${id} and headline <> ''`.execute(db),
	(db, id) =>
		sql`
			update office_hours set closes_at = case when closes_at = '17:30' then '17:45' else '17:30' end::time
			where office_id = ${id} and opens_at < '15:00' and closes_at between '16:00' and '18:30'
		`.execute(db),
	(db, id) => sql`update offices set next_free_at = now() + interval '9 days' where id = ${id}`.execute(db),
	(db, id) => sql`update offices set rating_sum = rating_sum + 4, rating_count = rating_count + 1 where id = ${id}`.execute(db),
]
