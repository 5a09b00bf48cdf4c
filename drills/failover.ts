import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { isDatabaseAway } from '../src/platform/passing-error.ts'
import { PostgresPair } from '../test/postgres-pair.ts'
import { startSite } from './site.ts'

/**
 * `node drills/failover.ts [FAILOVERS]`: a site on two PostgreSQL servers, one of which repeats the other's writes. The primary is
 * stopped without notice and the other takes its place, again and again, while rows are written twenty times a second and pages are
 * read. Every acknowledged row must be there once, and the pages that the site keeps are answered all the time. Ends with exit code 1
 * otherwise. The drill promotes by itself: which tool decides that in earnest is the operator's choice. Needs a build.
 */
const wanted = Number(process.argv[2] ?? 50)
const WRITES_PER_SECOND = 20
const WRITABLE_WITHIN_S = 15
/** Until it is noticed that the primary is gone. */
const DECIDED_AFTER_MS = 3_000
/** Kept in memory from their first reading. */
const KEPT = ['/', '/category', '/qa', '/articles']
const log = createLog('fatal')

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const pair = await PostgresPair.start(path.join(folder, 'pair'))
const site = await startSite({ DATA_DIR: path.join(folder, 'site'), DATABASE_URL: pair.url })
const { db, close } = await openDatabase({ url: pair.url, poolSize: 4, log })
try {
	await sql`create table drill_writes (id integer not null, at timestamptz not null default clock_timestamp())`.execute(db)
	let isOver = false
	const writing = writeUntil(db, () => isOver)
	const reading = readUntil(() => isOver)
	const away: number[] = []
	for (let round = 0; round < wanted; round += 1) {
		await delay(1_000)
		const begun = performance.now()
		await pair.failOver({ afterMs: DECIDED_AFTER_MS })
		await write(db, -1 - round)
		away.push((performance.now() - begun) / 1_000)
		await pair.rebuild()
	}
	isOver = true
	const acknowledged = await writing
	const { answered, failed } = await reading
	const { rows } = await sql<{ id: number; times: number }>`select id, count(*)::int as times from drill_writes group by id`.execute(db)
	const found = new Map(rows.map(({ id, times }) => [id, times]))
	const lost = acknowledged.filter((id) => !found.has(id)).length
	const doubled = acknowledged.filter((id) => (found.get(id) ?? 0) > 1).length
	const sorted = away.toSorted((a, b) => a - b)
	console.log(
		`${away.length} failovers: ${acknowledged.length} acknowledged writes, ${lost} lost, ${doubled} doubled; writable again after ` +
			`${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} s (median), ${(sorted.at(-1) ?? 0).toFixed(1)} s at most; ` +
			`${answered} kept pages read, ${failed.length} not answered`,
	)
	for (const failure of failed.slice(0, 20)) console.error(failure)
	process.exitCode = lost + doubled + failed.length === 0 && (sorted.at(-1) ?? 0) <= WRITABLE_WITHIN_S ? 0 : 1
} finally {
	site.process.kill('SIGKILL')
	await close()
	await pair.stop()
	await rm(folder, { recursive: true, force: true })
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

async function write(db: Kysely<unknown>, id: number): Promise<void> {
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

async function readUntil(isOver: () => boolean): Promise<{ answered: number; failed: string[] }> {
	const failed: string[] = []
	let answered = 0
	for (let turn = 0; !isOver(); turn += 1) {
		const page = KEPT[turn % KEPT.length] ?? '/'
		const status = await fetch(`${site.url}${page}`, { redirect: 'manual' }).then(
			async (response) => {
				await response.arrayBuffer()
				return response.status
			},
			(error: Error) => error.message,
		)
		answered += 1
		if (status !== 200) failed.push(`${new Date().toISOString()} ${page}: ${status}`)
		await delay(100)
	}
	return { answered, failed }
}
