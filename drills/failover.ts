import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { PostgresPair } from '../test/postgres-pair.ts'
import { makeTable, report, watchUntil, write } from './acknowledged.ts'
import { startSite } from './site.ts'

/**
 * `node drills/failover.ts [FAILOVERS]`: a site on two PostgreSQL servers, one of which repeats the other's writes. The primary is
 * stopped without notice and the other takes its place, again and again, while rows are written twenty times a second and pages are
 * read. Every acknowledged row must be there once, and the pages that the site keeps are answered all the time. Ends with exit code 1
 * otherwise. The drill promotes by itself; `drills/patroni.ts` leaves that to Patroni. Needs a build.
 */
const wanted = Number(process.argv[2] ?? 50)
const WRITABLE_WITHIN_S = 15
/** Until it is noticed that the primary is gone. */
const DECIDED_AFTER_MS = 3_000
const log = createLog('fatal')

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const pair = await PostgresPair.start(path.join(folder, 'pair'))
const site = await startSite({ DATA_DIR: path.join(folder, 'site'), DATABASE_URL: pair.url })
const { db, close } = await openDatabase({ url: pair.url, poolSize: 4, log })
try {
	await makeTable(db)
	let isOver = false
	const watching = watchUntil(db, site.url, () => isOver)
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
	const isWhole = await report(db, await watching, away)
	process.exitCode = isWhole && Math.max(...away) <= WRITABLE_WITHIN_S ? 0 : 1
} finally {
	site.process.kill('SIGKILL')
	await close()
	await pair.stop()
	await rm(folder, { recursive: true, force: true })
}
