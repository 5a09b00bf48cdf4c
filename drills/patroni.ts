import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { makeTable, report, watchUntil, write } from './acknowledged.ts'
import { PatroniCluster } from './patroni/cluster.ts'
import { quantile, startSite, stopSite } from './site.ts'

/**
 * `node drills/patroni.ts [FAILOVERS] [MACHINES]`: a site on two PostgreSQL servers under Patroni with etcd and HAProxy. PostgreSQL is killed
 * on the primary FAILOVERS times and Patroni decides what follows, while rows are written twenty times a second and kept pages are read;
 * then MACHINES times the primary and its Patroni are killed together, which is noticed only when their lease in etcd ends. Every
 * acknowledged row must be there once, a row must be writable again within 15 seconds (30 without the machine), and every page must
 * be answered. Ends with exit code 1 otherwise. Needs root, a build and Debian's packages patroni, etcd-server, haproxy and postgresql-18:
 * those of the system, or of one that `mmdebstrap` has made in the folder `DRILL_ROOT`.
 */
const failovers = Number(process.argv[2] ?? 50)
const machines = Number(process.argv[3] ?? 5)
const WRITABLE_WITHIN_S = 15
const WITHOUT_MACHINE_S = 30

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
const cluster = await PatroniCluster.start()
try {
	const site = await startSite({
		DATA_DIR: path.join(folder, 'site'),
		DATABASE_URL: cluster.url,
		DATABASE_REPLICA_URLS: cluster.replicaUrls,
	})
	try {
		process.exitCode = (await failAgainAndAgain(site.url)) ? 0 : 1
	} finally {
		await stopSite(site)
	}
} finally {
	await cluster.stop()
	await rm(folder, { recursive: true, force: true })
}

/** Whether everything was as promised. */
async function failAgainAndAgain(siteUrl: string): Promise<boolean> {
	const { db, close } = await openDatabase({ url: cluster.url, poolSize: 4, log: createLog('fatal') })
	try {
		await makeTable(db)
		let isOver = false
		const watching = watchUntil(db, siteUrl, () => isOver)
		const crashed: number[] = []
		const lost: number[] = []
		for (let round = 0; round < failovers; round += 1) crashed.push(await timed(db, { id: -1 - round, isMachineLost: false }))
		for (let round = 0; round < machines; round += 1) lost.push(await timed(db, { id: -1_001 - round, isMachineLost: true }))
		isOver = true
		const isWhole = await report(db, await watching, [...crashed, ...lost])
		console.log(`after a crash: ${describe(crashed)}; after the loss of a machine: ${describe(lost)}`)
		return isWhole && Math.max(0, ...crashed) <= WRITABLE_WITHIN_S && Math.max(0, ...lost) <= WITHOUT_MACHINE_S
	} finally {
		await close()
	}
}

/** Seconds from the end of the primary until a row could be written again. */
async function timed(db: Kysely<unknown>, { id, isMachineLost }: { id: number; isMachineLost: boolean }): Promise<number> {
	await cluster.whole()
	await delay(1_000)
	const begun = performance.now()
	const name = await (isMachineLost ? cluster.loseMachine() : cluster.crashPrimary())
	await write(db, id)
	const seconds = (performance.now() - begun) / 1_000
	if (isMachineLost) cluster.startMachine(name)
	return seconds
}

function describe(seconds: readonly number[]): string {
	return seconds.length === 0
		? 'not tried'
		: `${seconds.length} times, ${quantile(seconds, 0.5).toFixed(1)} s (median), ${Math.max(...seconds).toFixed(1)} s at most`
}
