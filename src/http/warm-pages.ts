import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../domain/shared/context.ts'
import { days, minutes } from '../domain/shared/japan-time.ts'
import { bool, checkedSql, textArray } from '../platform/checked-sql.ts'
import type { PageCache } from './page-cache.ts'

export type WarmPagesOptions = {
	db: Kysely<Database>
	pages: Pick<PageCache, 'hottest' | 'warm'>
	now: () => Date
	onError: (error: unknown) => void
	/** Milliseconds; passed in by tests. */
	withinMs?: number
}

export type WarmPages = {
	/** Whether visitors are better sent to another process that has its pages in memory. */
	isWarming: () => boolean
	/** Resolves when visitors may come: at once where no other process serves. Never rejects. */
	warmed: Promise<void>
	/** Writes what this process has in memory, for those that start; once a minute by itself. */
	note: () => Promise<void>
	/** Notes that this process ends. */
	close: () => Promise<void>
}

const NOTE_EVERY_MS = minutes(1)
/** A process that has not noted anything for so long is gone. */
const GONE_AFTER_MS = minutes(2.5)
/** What was read so long ago is as likely to be read as any other page. */
const FORGOTTEN_AFTER_MS = days(1)
const PAGES = 100
const WITHIN_MS = 5_000

const findNeighbours = checkedSql({ beside: bool, paths: textArray })

/**
 * Fills the page cache of a process that starts with the pages that its neighbours have lately been asked for, rendered by the process
 * itself: addresses alone pass between processes. While others serve, readiness waits for it, for five seconds at most.
 */
export function createWarmPages({ db, pages, now, onError, withinMs = WITHIN_MS }: WarmPagesOptions): WarmPages {
	const id = randomUUID()
	let isWarming = true
	let isClosed = false
	let writing: Promise<void> = Promise.resolve()

	async function warm(): Promise<void> {
		const signal = AbortSignal.timeout(withinMs)
		const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
		await Promise.race([warmBeside(signal).catch(onError), late])
		isWarming = false
		void note()
	}

	async function warmBeside(signal: AbortSignal): Promise<void> {
		const { beside, paths } = await readNeighbours({ db, now })
		const rendering = pages.warm(paths, signal)
		if (beside) await rendering
		else rendering.catch(onError)
	}

	const note = (): Promise<void> => (writing = writing.then(() => (isClosed ? undefined : writeNote(null).catch(onError))))

	async function writeNote(stoppedAt: Date | null): Promise<void> {
		const seenAt = now()
		const row = { seen_at: seenAt, stopped_at: stoppedAt, hot_paths: pages.hottest(PAGES) }
		await db
			.insertInto('web_processes')
			.values({ id, ...row })
			.onConflict((conflict) => conflict.column('id').doUpdateSet(row))
			.execute()
		await db
			.deleteFrom('web_processes')
			.where('seen_at', '<', new Date(seenAt.getTime() - FORGOTTEN_AFTER_MS))
			.execute()
	}

	const warmed = warm()
	const timer = setInterval(() => void note(), NOTE_EVERY_MS)
	timer.unref()
	return {
		isWarming: () => isWarming,
		warmed,
		note,
		async close() {
			clearInterval(timer)
			isClosed = true
			await writing
			await writeNote(now()).catch(onError)
		},
	}
}

/** Whether another process serves, and the addresses that most processes have, and of these the most recently asked for, first. */
async function readNeighbours({ db, now }: Pick<WarmPagesOptions, 'db' | 'now'>): Promise<{ beside: boolean; paths: string[] }> {
	const alive = new Date(now().getTime() - GONE_AFTER_MS)
	const known = new Date(now().getTime() - FORGOTTEN_AFTER_MS)
	const { rows } = await findNeighbours`
		select
			exists (select from web_processes where stopped_at is null and seen_at > ${alive}) as beside,
			array(
				select h.path
				from web_processes w, unnest(w.hot_paths) with ordinality h (path, place)
				where w.seen_at > ${known}
				group by h.path
				order by count(*) desc, min(h.place), h.path
				limit ${PAGES}
			) as paths
	`.execute(db)
	return rows[0] ?? { beside: false, paths: [] }
}
