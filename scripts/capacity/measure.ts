import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { openDataSet } from '../../bench/data-sets.ts'
import { browserHeaders, get } from '../../bench/load.ts'
import { postgresCpuSeconds } from '../../bench/postgres-cpu.ts'
import { folderFor } from '../../bench/settings.ts'
import { somePages } from '../../bench/sitemap.ts'
import type { Database } from '../../src/domain/shared/context.ts'
import { checkedSql, text } from '../../src/platform/checked-sql.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { findFreePort } from '../../src/platform/free-port.ts'
import { createLog } from '../../src/platform/log.ts'
import { startSite } from '../site/start-site.ts'
import { bytesOf, type Cost, type Costs, databaseMs, harmonic, type Kind, keptShare } from './model.ts'

/** What was measured at one size. `mixMs`: processor time of the web process for a page view of the Zipf mix. */
type Point = {
	offices: number
	questions: number
	bytes: number
	kinds: Record<Kind, Cost>
	pages: number
	mixMs: number
	bytesPerPage: number
}

type Comparison = { name: string; predicted: number; measured: number }

const PAGES = 1_500
const RENDERED = 300
const AT_ONCE = 4
/** Less is what the kernel's clock ticks by chance. */
const LEAST_MS = 0.05
const ROUNDS = 300
const MIX = 3_000
/** Of the measured site: less than the pages need. */
const CACHE_MB = 4
const TICKS_PER_SECOND = 100
/** How far a prediction may be from what is measured. */
const CLOSE = 0.25
const WORDS = ['税理士', '相続', '助成金', '商標', '確定申告', '就業規則', '許可']
const kindNames = ['kept', 'rendered', 'searched', 'written'] as const

/**
 * Measures the costs at three sizes, smallest first, on data sets of `npm run bench`. The model is fitted to the first and the last,
 * predicts all of them, and prints both side by side. Returns whether every prediction is within a quarter. The requests are some
 * thousand, one after the other, to this machine only.
 */
export async function measureCosts(sizes: readonly number[], { costs, file }: { costs: Costs; file: string | null }): Promise<boolean> {
	const points: Point[] = []
	for (const offices of sizes) points.push(await measureAt(offices))
	const fitted = fit(points, costs)
	const compared = points.flatMap((point) => comparisons(point, fitted))
	for (const { name, predicted, measured } of compared) {
		const ratio = predicted / measured
		console.log(
			`${isClose(ratio) ? 'close' : 'FAR  '} ${name}: ${predicted.toPrecision(3)} ÷ ${measured.toPrecision(3)} = ${ratio.toFixed(2)}`,
		)
	}
	if (file !== null) await writeFile(file, `${JSON.stringify(fitted, rounded, '\t')}\n`)
	return compared.every(({ predicted, measured }) => isClose(predicted / measured))
}

const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

const isClose = (ratio: number): boolean => Math.abs(ratio - 1) <= CLOSE

/** Fills a data set, starts the site on it and sends the requests of each kind. */
async function measureAt(offices: number): Promise<Point> {
	await (await openDataSet(offices)).close()
	const dataDir = await folderFor(`offices-${offices}`)
	const metricsPort = await findFreePort()
	const env = { TRUST_PROXY: '1', PAGE_CACHE_MB: String(CACHE_MB), LOG_LEVEL: 'fatal', METRICS_PORT: String(metricsPort) }
	const site = await startSite({ dataDir, env })
	try {
		const log = createLog('fatal')
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log })
		const { db, close } = await openDatabase<Database>({ url: postgres.url, poolSize: 1, log, name: 'capacity' })
		try {
			const costOf = meterOf(db, { web: () => processSeconds(site.pid), database: () => postgresCpuSeconds(postgres) })
			const costs = await costsOf(site.url, costOf)
			return { offices, ...(await sizeOf(db)), ...costs, bytesPerPage: await bytesPerKeptPage(metricsPort) }
		} finally {
			await close()
			await postgres.stop()
		}
	} finally {
		await site.stop()
	}
}

const selectWalPosition = checkedSql({ at: text })
const selectSize = checkedSql({ bytes: text, questions: text })

type CostOf = (requests: readonly (() => Promise<unknown>)[]) => Promise<Cost>

/** Returns a function that measures what each of some requests costs on average. */
function meterOf(db: Kysely<Database>, cpu: { web: () => Promise<number>; database: () => Promise<number> }): CostOf {
	const read = async () => {
		const { rows } = await selectWalPosition`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at`.execute(db)
		return { web: await cpu.web(), database: await cpu.database(), wal: Number(rows[0]?.at) }
	}
	return async (requests) => {
		const before = await read()
		await eachOf(requests)
		const after = await read()
		const each = (kind: 'web' | 'database' | 'wal') => (after[kind] - before[kind]) / requests.length
		return { webMs: 1_000 * each('web'), databaseMs: 1_000 * each('database'), walBytes: each('wal'), perTenfold: 1 }
	}
}

/** Some at once, as visitors come: one after the other would also count what each wakes. */
async function eachOf(requests: readonly (() => Promise<unknown>)[]): Promise<void> {
	const left = requests.values()
	const work = async () => {
		for (const request of left) await request()
	}
	await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function bytesPerKeptPage(metricsPort: number): Promise<number> {
	const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
	const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
	return read('page_cache_bytes') / read('page_cache_entries')
}

async function costsOf(url: string, costOf: CostOf): Promise<Pick<Point, 'kinds' | 'pages' | 'mixMs'>> {
	const paths = await somePages(url, PAGES)
	const read = (target: string) => async () => {
		// In Brotli, as it is kept: for a client without compression kept pages are decompressed again, but for the few that are kept plain.
		const { status } = await get(url + target, browserHeaders)
		if (status >= 400) throw new Error(`${target}: ${status}`)
	}
	// A process that has rendered for a while is quicker; of so many pages the first ones are not kept any more.
	await eachOf(paths.map(read))
	const rendered = await costOf(paths.slice(50, 50 + RENDERED).map(read))
	const kept = await costOf(Array.from({ length: 20_000 }, () => read('/about')))
	const searched = await costOf(Array.from({ length: ROUNDS }, (_, turn) => () => search(url, turn)))
	const written = await costOf(Array.from({ length: ROUNDS }, (_, turn) => () => write(url, turn)))
	const views = () => Array.from({ length: MIX }, () => read(paths[zipfRank(paths.length)] ?? '/'))
	// Once to fill the memory.
	await costOf(views())
	const mix = await costOf(views())
	return { kinds: { kept, rendered, searched, written }, pages: paths.length, mixMs: mix.webMs }
}

/** A rank from 0, with a chance in inverse proportion to its place. */
function zipfRank(count: number): number {
	const wanted = Math.random() * harmonic(count)
	let [low, high] = [1, count]
	while (low < high) {
		const middle = (low + high) >> 1
		if (harmonic(middle) < wanted) low = middle + 1
		else high = middle
	}
	return low - 1
}

/** Each request comes from another address, past the limits of one. */
const addressOf = (turn: number) => ({ 'x-forwarded-for': `10.${turn % 200}.${Math.floor(turn / 200)}.7` })

async function search(url: string, turn: number): Promise<void> {
	const { status } = await get(`${url}/search?q=${encodeURIComponent(WORDS[turn % WORDS.length] ?? '')}&page=${1 + (turn % 5)}`, {
		...browserHeaders,
		...addressOf(turn),
	})
	if (status !== 200) throw new Error(`search: ${status}`)
}

/** Sends the form for enquiries, as a visitor does. */
async function write(url: string, turn: number): Promise<void> {
	const body = new URLSearchParams({
		csrfToken: 'AbCdEf12',
		clientKey: randomUUID(),
		senderName: '測定',
		email: `capacity-${turn}-${Date.now()}@example.com`,
		body: '費用を測るためのお問い合わせです。返信は要りません。',
		page: '',
	})
	const headers = { ...addressOf(turn), cookie: 'csrfToken=AbCdEf12', origin: url }
	const { status } = await fetch(`${url}/contact/other`, { method: 'POST', body, headers, redirect: 'manual' })
	if (status !== 303) throw new Error(`the form for enquiries: ${status}`)
}

async function sizeOf(db: Kysely<Database>): Promise<Pick<Point, 'questions' | 'bytes'>> {
	const { rows } = await selectSize`
		select pg_database_size(current_database())::text as bytes, (select count(*) from questions)::text as questions
	`.execute(db)
	return { bytes: Number(rows[0]?.bytes), questions: Number(rows[0]?.questions) }
}

/** Processor seconds of one process so far; Linux only. */
async function processSeconds(pid: number): Promise<number> {
	const line = await readFile(`/proc/${pid}/stat`, 'utf8')
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Costs of the smallest size, with the growth up to the largest. What is not measured here is taken over. */
function fit(points: readonly Point[], costs: Costs): Costs {
	const [first, last] = [points[0], points.at(-1)]
	if (first === undefined || last === undefined || first === last) throw new Error('two sizes at least')
	const tenfold = Math.log10(last.offices / first.offices)
	const fitted = (kind: Kind): Cost => {
		const [from, to] = [first.kinds[kind], last.kinds[kind]]
		const isMeasured = Math.min(from.databaseMs, to.databaseMs) > LEAST_MS
		return {
			...from,
			// What the process does for a request hardly depends on the size.
			webMs: (from.webMs + to.webMs) / 2,
			databaseMs: isMeasured ? from.databaseMs : 0,
			perTenfold: isMeasured ? (to.databaseMs / from.databaseMs) ** (1 / tenfold) : 1,
		}
	}
	const { storage } = costs
	const bytesPerOffice = (last.bytes - first.bytes) / (last.offices - first.offices)
	const fixedBytes = first.bytes - bytesPerOffice * first.offices - storage.bytesPerQuestion * first.questions
	return {
		...costs,
		source: `npm run capacity -- --measure, ${new Date().toISOString().slice(0, 10)}, ${points.map(({ offices }) => offices).join(', ')} offices`,
		kinds: { kept: fitted('kept'), rendered: fitted('rendered'), searched: fitted('searched'), written: fitted('written') },
		atOffices: first.offices,
		storage: { ...storage, bytesPerOffice, fixedBytes },
		cache: { ...costs.cache, bytesPerPage: (first.bytesPerPage + last.bytesPerPage) / 2 },
	}
}

function comparisons(point: Point, costs: Costs): Comparison[] {
	const at = `${point.offices} offices`
	const { kept, rendered } = costs.kinds
	const hits = keptShare((CACHE_MB * 1_048_576) / costs.cache.bytesPerPage, point.pages)
	return [
		{ name: `${at}, bytes of a kept page`, predicted: costs.cache.bytesPerPage, measured: point.bytesPerPage },
		{ name: `${at}, bytes`, predicted: bytesOf(point, costs), measured: point.bytes },
		{
			name: `${at}, ms of the process for a page view of the mix`,
			predicted: hits * kept.webMs + (1 - hits) * rendered.webMs,
			measured: point.mixMs,
		},
		...kindNames.flatMap((kind) => [
			{ name: `${at}, ms of the process, ${kind}`, predicted: costs.kinds[kind].webMs, measured: point.kinds[kind].webMs },
			...(kind === 'kept'
				? []
				: [
						{
							name: `${at}, ms of the database, ${kind}`,
							predicted: databaseMs(costs.kinds[kind], point.offices, costs.atOffices),
							measured: point.kinds[kind].databaseMs,
						},
					]),
		]),
	]
}
