import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { seedAll } from '../seed/index.ts'
import { makeBaseCopy } from '../src/platform/backup/wal-archive.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { clusterFolder } from '../src/platform/postgres-cluster.ts'
import { isAsItWas, makeWritesTable, type Truth, writeAndDelete } from './wrong-delete.ts'

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
	await makeWritesTable(postgres.url)
	const copied = performance.now()
	await makeBaseCopy({ databaseUrl: postgres.url, cluster, dataDir, archive, keep: 2, now: () => new Date() })
	console.log(`base copy of the demo in ${((performance.now() - copied) / 1_000).toFixed(1)} s`)
	const truths = await writeAndDelete(postgres.url, wanted)
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

/** Whether the recovered database is what it was at the moment. */
async function isTrue(truth: Truth): Promise<boolean> {
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log, archive })
	try {
		return await isAsItWas(postgres.url, truth)
	} finally {
		await postgres.stop()
	}
}
