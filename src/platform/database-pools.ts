import { openDatabase, type OpenedDatabase } from './database.ts'
import type { Log } from './log.ts'

/** What one kind of work uses up stays free for the others. */
export type DatabasePools<Tables> = Readonly<Record<'pages' | 'search' | 'jobs' | 'health', OpenedDatabase<Tables>>>

/**
 * Connections at most, besides those for pages (DATABASE_POOL_SIZE). A process has five more: four of the queue, and one that hears
 * notices of other processes.
 */
export const SIZES = {
	/** A search takes the processor of the database for as long as several pages. */
	search: 3,
	/** A backlog of mails or a slow nightly job must not keep visitors waiting. */
	jobs: 4,
	/** A process whose connections are all in use is busy, not dead: readiness must not take it from the load balancer. */
	health: 1,
} as const

/** Connections of one process beside those for pages. */
export const BESIDE_PAGES = SIZES.search + SIZES.jobs + SIZES.health + 5

/** A job has time, and its next attempt would come no sooner. */
const JOBS_ACQUIRE_MS = 30_000

/** Opens the pools beside that of pages. `closers` gets what closes them. */
export async function openPools<Tables>(
	pages: OpenedDatabase<Tables>,
	{ log, poolerUrl = null, closers }: { log: Log; poolerUrl?: string | null; closers: (() => Promise<void>)[] },
): Promise<DatabasePools<Tables>> {
	const open = async (kind: keyof typeof SIZES) => {
		const opened = await openDatabase<Tables>({
			url: pages.url,
			poolerUrl,
			poolSize: SIZES[kind],
			log,
			name: `shirube ${kind} ${process.pid}`,
			...(kind === 'jobs' ? { acquireTimeoutMs: JOBS_ACQUIRE_MS } : {}),
		})
		closers.push(() => opened.close())
		return opened
	}
	const [search, jobs, health] = await Promise.all([open('search'), open('jobs'), open('health')])
	return { pages, search, jobs, health }
}

/** How many slow statements there were in all pools, by the functions that sent them. */
export function slowStatementsOf(
	pools: Readonly<Record<string, Pick<OpenedDatabase<unknown>, 'slowStatements'>>>,
): ReadonlyMap<string, number> {
	const sums = new Map<string, number>()
	for (const { slowStatements } of Object.values(pools))
		for (const [name, count] of slowStatements()) sums.set(name, (sums.get(name) ?? 0) + count)
	return sums
}
