/** What one request costs. `perTenfold`: by what factor the database's part grows with ten times the offices. */
export type Cost = { webMs: number; databaseMs: number; walBytes: number; perTenfold: number }

export type Kind = 'kept' | 'rendered' | 'searched' | 'written'

export type Costs = {
	/** Where and when they were measured. */
	source: string
	kinds: Record<Kind, Cost>
	/** The number of offices with which they were measured. */
	atOffices: number
	storage: { fixedBytes: number; bytesPerOffice: number; bytesPerQuestion: number; indexShare: number }
	/** `dropsPerChange`: kept pages that a change of public content drops and that are soon asked for again. */
	cache: { bytesPerPage: number; dropsPerChange: number }
	/** Memory of a process without its cached pages. */
	processBytes: number
}

export type Demand = { offices: number; questions: number; pageviewsPerDay: number }

export type Assumptions = {
	/** The busiest minute beside the mean of the day. */
	peak: number
	searchShare: number
	writeShare: number
	/** Of the writes: those that change a public page. The others are messages, favourites, settings. */
	changeShare: number
	/** How busy a core may be, so that a page does not wait for another. */
	busy: number
	pageCacheBytes: number
	poolSize: number
	coresPerDatabase: number
}

export const usualAssumptions: Assumptions = {
	peak: 3,
	searchShare: 0.04,
	writeShare: 0.01,
	changeShare: 0.2,
	busy: 0.6,
	pageCacheBytes: 128 * 1_048_576,
	poolSize: 10,
	coresPerDatabase: 16,
}

/** A limit of the design: `share` is how much of it is used. */
export type Limit = { name: string; share: number; sign: string }

export type Capacity = {
	requestsPerSecond: number
	/** Of the pages that visitors ask for at the peak. */
	hitRatio: number
	/** Each runs on one core. */
	processes: number
	webCores: number
	primaryCores: number
	replicas: number
	replicaCores: number
	databaseBytes: number
	/** Of each database server: the indexes, and an eighth of the rows. */
	databaseMemoryBytes: number
	memoryBytesPerProcess: number
	walBytesPerDay: number
	connections: number
	/** The most used first: it breaks first. */
	limits: Limit[]
}

/** Connections of a process besides the pool of pages: see docs/operations.md. */
const OTHER_CONNECTIONS = 13
/** Lists, tasks, stations and articles; they do not grow with the offices. */
const FIXED_PAGES = 60_000
const MOST_PROCESSES = 10_000
const EULER = 0.577_215_664_9

/** The sum of 1/1 … 1/n. */
export const harmonic = (n: number): number => {
	if (n >= 100) return Math.log(n) + EULER + 1 / (2 * n)
	let sum = 0
	for (let rank = 1; rank <= n; rank += 1) sum += 1 / rank
	return sum
}

/**
 * The share of requests that a memory of `kept` pages answers when popularity falls with the rank (Zipf, exponent 1) and the page that was
 * longest unused goes first, by Che's approximation: a page is there while it was asked for within the time in which `kept` different ones are.
 */
export function keptShare(kept: number, pages: number): number {
	if (kept >= pages) return 1
	const known = shares.get(`${kept} ${pages}`)
	if (known !== undefined) return known
	const share = lruShare(kept, pages)
	shares.set(`${kept} ${pages}`, share)
	return share
}

/** The same for each number of processes that is tried. */
const shares = new Map<string, number>()

function lruShare(kept: number, pages: number): number {
	const ranks = rankGroups(pages)
	const all = harmonic(pages)
	const isThere = (rank: number, requests: number) => 1 - Math.exp(-requests / (all * rank))
	const different = (requests: number) => ranks.reduce((sum, { rank, size }) => sum + size * isThere(rank, requests), 0)
	let [low, high] = [0, all * pages * 50]
	for (let step = 0; step < 80; step += 1) {
		const middle = (low + high) / 2
		if (different(middle) < kept) low = middle
		else high = middle
	}
	return ranks.reduce((sum, { rank, size }) => sum + (size / (all * rank)) * isThere(rank, low), 0)
}

/** All ranks: the first ones by themselves, the others in groups of nearly the same chance. */
function rankGroups(pages: number): { rank: number; size: number }[] {
	const groups: { rank: number; size: number }[] = []
	for (let first = 1; first <= pages;) {
		const size = Math.min(Math.max(1, Math.floor(first / 50)), pages - first + 1)
		groups.push({ rank: first + (size - 1) / 2, size })
		first += size
	}
	return groups
}

export const pagesOf = ({ offices, questions }: Pick<Demand, 'offices' | 'questions'>): number => FIXED_PAGES + 2 * offices + questions

/**
 * The share of page views that a process answers from memory. A process keeps the most popular pages; each change drops some of them
 * in every process, so that many processes with few readers each render them again more often than they are read.
 */
export function hitRatioOf(
	pages: number,
	{ cache }: Pick<Costs, 'cache'>,
	at: { cacheBytes: number; views: number; changes: number },
): number {
	const popular = keptShare(Math.floor(at.cacheBytes / cache.bytesPerPage), pages)
	if (at.views === 0) return popular
	return Math.max(0, popular - Math.min(popular, (at.changes * cache.dropsPerChange) / at.views))
}

/** Milliseconds of the database for a request, with so many offices. */
export const databaseMs = ({ databaseMs: ms, perTenfold }: Cost, offices: number, atOffices: number): number =>
	ms * perTenfold ** Math.max(0, Math.log10(offices / atOffices))

export const bytesOf = ({ offices, questions }: Pick<Demand, 'offices' | 'questions'>, { storage }: Pick<Costs, 'storage'>): number =>
	storage.fixedBytes + storage.bytesPerOffice * offices + storage.bytesPerQuestion * questions

/** Requests a second at the peak, by kind. */
function ratesOf(demand: Demand, { peak, searchShare, writeShare, changeShare }: Assumptions) {
	const all = (demand.pageviewsPerDay / 86_400) * peak
	const writes = all * writeShare
	return { all, searches: all * searchShare, writes, changes: writes * changeShare, views: all * (1 - searchShare - writeShare) }
}

/** Returns what a demand needs. The number of processes is the smallest that carries its own share of re-rendered pages. */
export function capacityOf(demand: Demand, costs: Costs, assumptions: Assumptions = usualAssumptions): Capacity {
	const rates = ratesOf(demand, assumptions)
	const { kept, rendered, searched, written } = costs.kinds
	const pages = pagesOf(demand)
	const at = (processes: number) => {
		const views = rates.views / processes
		const hitRatio = hitRatioOf(pages, costs, { cacheBytes: assumptions.pageCacheBytes, views, changes: rates.changes })
		const webMs = rates.views * (hitRatio * kept.webMs + (1 - hitRatio) * rendered.webMs)
		return { hitRatio, webCores: (webMs + rates.searches * searched.webMs + rates.writes * written.webMs) / 1_000 }
	}
	let processes = 1
	while (processes < MOST_PROCESSES && at(processes).webCores / processes > assumptions.busy) processes += 1
	const { hitRatio, webCores } = at(processes)
	const cost = (one: Cost) => databaseMs(one, demand.offices, costs.atOffices) / 1_000
	const readCores = rates.views * (1 - hitRatio) * cost(rendered) + rates.searches * cost(searched)
	const writeCores = rates.writes * cost(written)
	const perServer = assumptions.coresPerDatabase * assumptions.busy
	// What does not fit beside the writes goes to replicas, each of which also repeats the writes (a tenth of their cost).
	const spare = Math.max(0, perServer - writeCores)
	const replicas = readCores <= spare ? 0 : Math.ceil(readCores / Math.max(perServer - 0.1 * writeCores, 0.1 * perServer))
	const databaseBytes = bytesOf(demand, costs)
	const { indexShare } = costs.storage
	const found = {
		requestsPerSecond: rates.all,
		hitRatio,
		processes,
		webCores,
		primaryCores: writeCores + (replicas === 0 ? readCores : 0),
		replicas,
		replicaCores: replicas === 0 ? 0 : readCores / replicas,
		databaseBytes,
		databaseMemoryBytes: databaseBytes * (indexShare + (1 - indexShare) / 8),
		memoryBytesPerProcess: costs.processBytes + assumptions.pageCacheBytes,
		walBytesPerDay: (rates.writes / assumptions.peak) * 86_400 * written.walBytes,
		connections: processes * (assumptions.poolSize + OTHER_CONNECTIONS),
	}
	return { ...found, limits: limitsOf(found, { rates, costs, writeCores, processes }) }
}

type Rates = ReturnType<typeof ratesOf>

const MOST_PRIMARY_CORES = 64
const MOST_CONNECTIONS = 500
const MOST_WAL_PER_SECOND = 100e6
const MOST_NOTICES_PER_SECOND = 5_000
const MOST_BYTES = 4e12
const MOST_MEMORY = 768e9
const MOST_REPLICAS = 10

function limitsOf(
	found: Omit<Capacity, 'limits'>,
	{ rates, costs, writeCores, processes }: { rates: Rates; costs: Costs; writeCores: number; processes: number },
): Limit[] {
	const again = rates.changes * costs.cache.dropsPerChange * costs.kinds.rendered.webMs
	return [
		{
			name: 'processor of the primary for writes',
			share: writeCores / MOST_PRIMARY_CORES,
			sign: 'database-busy alert while replicas are idle',
		},
		{
			name: 'connections without PgBouncer',
			share: found.connections / MOST_CONNECTIONS,
			sign: '"too many clients" in the log; set up PgBouncer',
		},
		{
			name: 'write-ahead log',
			share: (rates.writes * costs.kinds.written.walBytes) / MOST_WAL_PER_SECOND,
			sign: 'db_replica_behind_bytes grows',
		},
		{
			name: 'notices of dropped pages (NOTIFY)',
			share: rates.changes / MOST_NOTICES_PER_SECOND,
			sign: 'commits wait for the lock of NOTIFY',
		},
		{ name: 'pages that every process renders again', share: again / 1_000, sign: 'hit ratio falls with each further process' },
		{ name: 'size of the database', share: found.databaseBytes / MOST_BYTES, sign: 'a backup takes longer than a night' },
		{ name: 'indexes in memory', share: found.databaseMemoryBytes / MOST_MEMORY, sign: 'reads from disk in pg_stat_io' },
		{ name: 'replicas of one primary', share: found.replicas / MOST_REPLICAS, sign: 'the primary sends more log than its network carries' },
		{ name: 'processes', share: processes / MOST_PROCESSES, sign: 'the model found no number that carries the load' },
	].toSorted((a, b) => b.share - a.share)
}
