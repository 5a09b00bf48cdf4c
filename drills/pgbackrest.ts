import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { seedAll } from '../seed/index.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { queryOnce } from '../test/query-once.ts'
import { Debian } from './debian.ts'
import { quantile } from './site.ts'
import { isAsItWas, makeWritesTable, type Truth, writeAndDelete } from './wrong-delete.ts'

/**
 * `node drills/pgbackrest.ts [RECOVERIES]`: an outside PostgreSQL with the demo is archived by pgBackRest as docs/operations.md sets it up.
 * Somebody deletes all offices; pgBackRest brings the database back to moments before, each with every row committed until then and
 * none after it. Ends with exit code 1 otherwise. Needs root and Debian's packages postgresql-18 and pgbackrest: those of the system, or
 * of one that `mmdebstrap` has made in the folder `DRILL_ROOT`.
 */
const wanted = Number(process.argv[2] ?? 5)
const HOST = '127.0.0.1'
const RUNS_WITHIN_MS = 60_000

const debian = await Debian.open(['postgres', 'initdb', 'pgbackrest'])
const cluster = `${debian.folder}/data`
const port = await findFreePort(HOST)
const urlOf = (database: string) => `postgresql://postgres@${HOST}:${port}/${database}`
let server: ChildProcess | null = null
try {
	const config = await setUp()
	const pgbackrest = (...args: string[]) => debian.run('pgbackrest', [`--config=${config}`, '--stanza=shirube', ...args])
	await start()
	await queryOnce(urlOf('postgres'), 'create database shirube')
	const { db, close } = await openDatabase<Database>({ url: urlOf('shirube'), poolSize: 4, log: createLog('error'), statementTimeoutMs: 0 })
	await migrateToLatest(db)
	await seedAll(db, { demo: true, onProgress: () => undefined })
	await close()
	await makeWritesTable(urlOf('shirube'))
	await pgbackrest('stanza-create')
	await pgbackrest('check')
	const begun = performance.now()
	await pgbackrest('--type=full', 'backup')
	console.log(`full backup of the demo in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
	const truths = await writeAndDelete(urlOf('shirube'), wanted)
	await stop()
	const seconds: number[] = []
	let good = 0
	for (const truth of truths) {
		seconds.push(await recover(pgbackrest, truth))
		if (await isAsItWas(urlOf('shirube'), truth)) good += 1
		await stop()
	}
	console.log(`${good} of ${truths.length} recoveries exact, median ${quantile(seconds, 0.5).toFixed(1)} s`)
	process.exitCode = good === truths.length && truths.length === wanted ? 0 : 1
} catch (error) {
	console.error(await debian.lastWords())
	throw error
} finally {
	await stop()
	await debian.remove()
}

/** Makes the cluster and the settings of docs/operations.md, and returns the place of pgBackRest's. */
async function setUp(): Promise<string> {
	await debian.run('initdb', ['-D', cluster, '--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=trust'])
	await debian.makeFolder(`${debian.folder}/repository`)
	const config = await debian.write(
		'pgbackrest.conf',
		`[global]
repo1-path=${debian.folder}/repository
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a passphrase for drills
lock-path=${debian.folder}
log-level-file=off
start-fast=y

[shirube]
pg1-path=${cluster}
pg1-port=${port}
pg1-socket-path=${debian.folder}
`,
	)
	await debian.write(
		'data/postgresql.auto.conf',
		`listen_addresses = '${HOST}'
port = ${port}
unix_socket_directories = '${debian.folder}'
archive_mode = on
archive_command = 'pgbackrest --config=${config} --stanza=shirube archive-push %p'
archive_timeout = 60
`,
	)
	return config
}

/** Restores the cluster, starts it and waits until it takes writes. Returns the seconds. */
async function recover(pgbackrest: (...args: string[]) => Promise<string>, { moment }: Truth): Promise<number> {
	const begun = performance.now()
	const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
	await pgbackrest('--delta', '--type=time', `--target=${target}`, '--target-timeline=current', '--target-action=promote', 'restore')
	await start()
	return (performance.now() - begun) / 1_000
}

async function start(): Promise<void> {
	server = debian.launch('postgres', ['-D', cluster])
	for (const until = Date.now() + RUNS_WITHIN_MS; ; await delay(100)) {
		const rows = await queryOnce<{ waits: boolean }>(urlOf('postgres'), 'select pg_is_in_recovery() as waits').catch(() => [])
		if (rows[0]?.waits === false) return
		if (Date.now() > until || server.exitCode !== null) throw new Error('PostgreSQL does not start')
	}
}

async function stop(): Promise<void> {
	if (server === null || server.exitCode !== null) return
	const ended = once(server, 'exit')
	server.kill('SIGINT')
	await ended
}
