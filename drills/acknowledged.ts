import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isDatabaseAway } from '../src/platform/passing-error.ts'
import { quantile } from './site.ts'

/** What drills that end a primary have in common: rows that must be there once when they were acknowledged, and pages that must be answered. */

const WRITES_PER_SECOND = 20
/** Kept in memory from their first reading. */
const KEPT = ['/', '/category', '/qa', '/articles']

export type Watched = { acknowledged: number[]; answered: number; failed: string[] }

/** Writes rows and reads kept pages of the site at `siteUrl` until told to end. `db` leads to whatever takes writes. */
export async function watchUntil(db: Kysely<unknown>, siteUrl: string, isOver: () => boolean): Promise<Watched> {
	const [acknowledged, pages] = await Promise.all([writeUntil(db, isOver), readUntil(siteUrl, isOver)])
	return { acknowledged, ...pages }
}

export const makeTable = (db: Kysely<unknown>) =>
	sql`create table drill_writes (id integer not null, at timestamptz not null default clock_timestamp())`.execute(db)

/** Writes a row again and again until it is acknowledged. */
export async function write(db: Kysely<unknown>, id: number): Promise<void> {
	for (;;)
		try {
			await sql`insert into drill_writes (id) select ${id}::integer where not exists (select from drill_writes where id = ${id}::integer)`.execute(
				db,
			)
			return
		} catch (error) {
			if (!isDatabaseAway(error)) throw error
			await delay(100)
		}
}

/** Prints what was lost, and how long no row could be written: `away` in seconds. Whether nothing was lost, doubled or not answered. */
export async function report(db: Kysely<unknown>, { acknowledged, answered, failed }: Watched, away: readonly number[]): Promise<boolean> {
	const { rows } = await sql<{ id: number; times: number }>`select id, count(*)::int as times from drill_writes group by id`.execute(db)
	const found = new Map(rows.map(({ id, times }) => [id, times]))
	const lost = acknowledged.filter((id) => !found.has(id)).length
	const doubled = acknowledged.filter((id) => (found.get(id) ?? 0) > 1).length
	console.log(
		`${away.length} failovers: ${acknowledged.length} acknowledged writes, ${lost} lost, ${doubled} doubled; writable again after ` +
			`${quantile(away, 0.5).toFixed(1)} s (median), ${Math.max(...away).toFixed(1)} s at most; ` +
			`${answered} kept pages read, ${failed.length} not answered`,
	)
	for (const failure of failed.slice(0, 20)) console.error(failure)
	return lost + doubled + failed.length === 0
}

/** Writes rows until told to end, each again until it is acknowledged, and returns the numbers of those that were. */
async function writeUntil(db: Kysely<unknown>, isOver: () => boolean): Promise<number[]> {
	const acknowledged: number[] = []
	const pending: Promise<void>[] = []
	for (let id = 0; !isOver(); id += 1) {
		const one = write(db, id)
		pending.push(one)
		void one.then(
			() => acknowledged.push(id),
			() => undefined,
		)
		await delay(1_000 / WRITES_PER_SECOND)
	}
	await Promise.all(pending)
	return acknowledged
}

/** Reads pages one after the other until told to end. */
export async function readUntil(
	siteUrl: string,
	isOver: () => boolean,
): Promise<{ answered: number; failed: string[]; longestMs: number }> {
	const failed: string[] = []
	let answered = 0
	let longestMs = 0
	for (let turn = 0; !isOver(); turn += 1) {
		const page = KEPT[turn % KEPT.length] ?? '/'
		const begun = performance.now()
		const status = await fetch(`${siteUrl}${page}`, { redirect: 'manual' }).then(
			async (response) => {
				await response.arrayBuffer()
				return response.status
			},
			(error: Error) => error.message,
		)
		longestMs = Math.max(longestMs, performance.now() - begun)
		answered += 1
		if (status !== 200) failed.push(`${new Date().toISOString()} ${page}: ${status}`)
		await delay(100)
	}
	return { answered, failed, longestMs }
}
