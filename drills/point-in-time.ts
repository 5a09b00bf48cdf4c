import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { seedAll } from '../seed/index.ts'
import { makeBaseCopy } from '../src/platform/backup/wal-archive.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { clusterFolder } from '../src/platform/postgres-cluster.ts'

/**
 * `node drills/point-in-time.ts [RECOVERIES]`: an embedded database with WAL_ARCHIVE_TO is written to, then somebody deletes all
 * offices, and the writing goes on. `recover` brings it back to the second before the DELETE; every row committed until then must be
 * there, none that came later, and the offices again. Ends with exit code 1 otherwise.
 */
const wanted = Number(process.argv[2] ?? 5)
const run = promisify(execFile)
const log = createLog('error')
const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const dataDir = path.join(folder, 'data')
const archive = { root: path.join(folder, 'archive') }
const cluster = clusterFolder(dataDir)
try {
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log, archive })
	const { db, close } = await openDatabase<Database>({ url: postgres.url, poolSize: 4, log, statementTimeoutMs: 0 })
	await migrateToLatest(db)
	await seedAll(db, { demo: true, onProgress: () => undefined })
	await close()
	await query(postgres.url, 'create table drill_writes (n bigserial, at timestamptz not null default clock_timestamp())')
	const copied = performance.now()
	await makeBaseCopy({ databaseUrl: postgres.url, cluster, dataDir, archive, keep: 2, now: () => new Date() })
	console.log(`base copy of the demo in ${((performance.now() - copied) / 1_000).toFixed(1)} s`)
	const truths = await writeAndDelete(postgres.url)
	await postgres.stop()
	await rename(cluster, `${cluster}.away`)
	let good = 0
	const seconds: number[] = []
	for (const truth of truths) {
		const begun = performance.now()
		const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, WAL_ARCHIVE_TO: archive.root }
		await run(process.execPath, ['scripts/backup.ts', 'recover', truth.moment.toISOString()], { env })
		seconds.push((performance.now() - begun) / 1_000)
		if (await isTrue(truth)) good += 1
		await rm(cluster, { recursive: true })
	}
	const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0
	console.log(`${good} of ${truths.length} recoveries exact, median ${median.toFixed(1)} s`)
	process.exitCode = good === truths.length && truths.length === wanted ? 0 : 1
} finally {
	await rm(folder, { recursive: true, force: true })
}

/** What must be there after a recovery to a moment. */
type Truth = { moment: Date; writes: number; offices: number }

async function writeAndDelete(url: string): Promise<Truth[]> {
	const truths: Truth[] = []
	const count = `select (select count(*) from drill_writes)::int as writes, (select count(*) from offices)::int as offices, clock_timestamp() as moment`
	for (let round = 0; round < wanted; round += 1) {
		for (let turn = 0; turn < 50; turn += 1) await query(url, 'insert into drill_writes default values')
		// The moment lies between two commits.
		truths.push((await query<Truth>(url, count))[0]!)
		await delay(1_100)
	}
	await query(url, 'truncate offices cascade')
	for (let turn = 0; turn < 50; turn += 1) await query(url, 'insert into drill_writes default values')
	return truths
}

async function isTrue({ writes, offices, moment }: Truth): Promise<boolean> {
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log, archive })
	try {
		const found = await query<{ writes: number; offices: number; later: number }>(
			postgres.url,
			`select count(*)::int as writes, count(*) filter (where at > '${moment.toISOString()}')::int as later,
				(select count(*) from offices)::int as offices from drill_writes`,
		)
		const [now] = found
		const isSame = now?.writes === writes && now.offices === offices && now.later === 0
		if (!isSame) console.error(`expected ${writes} writes and ${offices} offices at ${moment.toISOString()}: ${JSON.stringify(now)}`)
		return isSame
	} finally {
		await postgres.stop()
	}
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		return (await client.query<Row>(text)).rows
	} finally {
		await client.end()
	}
}
