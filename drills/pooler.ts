import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../src/platform/free-port.ts'
import { PostgresPair } from '../test/postgres-pair.ts'
import { startSite } from './site.ts'

/**
 * `node drills/pooler.ts [REQUESTS]`: a site whose pool of twenty connections goes through a PgBouncer in transaction mode that has
 * five to PostgreSQL, set up as docs/operations.md says, while pages are read and forms posted. Ends with exit code 1 when a request
 * failed (no answer, or one of 500 and above) or PgBouncer held more connections. Needs a build, and PgBouncer 1.21 or newer:
 * `PGBOUNCER` names its command where it is not `pgbouncer`.
 */
const wanted = Number(process.argv[2] ?? 5_000)
const READERS = 16
const SERVER_CONNECTIONS = 5
const NOBODY = 65_534
const PAGES = [
	'/',
	'/qa',
	'/articles',
	'/search?q=%E7%A8%8E%E7%90%86%E5%A3%AB',
	'/login',
	'/contact',
	'/api/suggest?q=%E7%A8%8E',
	'/qa?page=2',
]

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const pair = await PostgresPair.start(path.join(folder, 'pair'))
const children: ChildProcess[] = []
try {
	const site = await startSite({
		DATA_DIR: path.join(folder, 'site'),
		DATABASE_URL: await startPooler(),
		DATABASE_DIRECT_URL: pair.primaryUrl,
		DATABASE_POOL_SIZE: '20',
		LOG_LEVEL: 'warn',
	})
	children.push(site.process)
	const begun = Date.now()
	const { failed, most } = await load(site.url)
	console.log(
		`${wanted} requests in ${Math.round((Date.now() - begun) / 1_000)} s, ${failed.length} failed; at most ${most} connections of the pooler to PostgreSQL`,
	)
	for (const failure of failed.slice(0, 20)) console.error(failure)
	process.exitCode = failed.length === 0 && most <= SERVER_CONNECTIONS && most > 0 ? 0 : 1
} finally {
	for (const child of children) child.kill('SIGKILL')
	await pair.stop()
	await rm(folder, { recursive: true, force: true })
}

async function startPooler(): Promise<string> {
	const own = path.join(folder, 'pooler')
	await mkdir(own)
	const poolerPort = await findFreePort('127.0.0.1')
	const { hostname, port: serverPort } = new URL(pair.primaryUrl)
	const limits = 'set statement_timeout = 15000; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 30000'
	await writeFile(
		path.join(own, 'pgbouncer.ini'),
		`[databases]
shirube = host=${hostname} port=${serverPort} dbname=shirube user=postgres connect_query='${limits}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = ${SERVER_CONNECTIONS}
`,
	)
	const [command = '', ...args] = (process.env['PGBOUNCER'] ?? 'pgbouncer').split(' ')
	// It refuses to run as root.
	const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
	children.push(spawn(command, [...args, '-q', path.join(own, 'pgbouncer.ini')], { ...identity, stdio: ['ignore', 'ignore', 'inherit'] }))
	return `postgresql://postgres@127.0.0.1:${poolerPort}/shirube`
}

async function load(siteUrl: string): Promise<{ failed: string[]; most: number }> {
	const failed: string[] = []
	const asked = { count: 0 }
	let most = 0
	const read = async (index: number) => {
		while (asked.count < wanted) {
			const turn = asked.count++
			const isWrite = index === 0
			const address = isWrite ? '/unsubscribe?token=none' : (PAGES[turn % PAGES.length] ?? '/')
			const url = `${siteUrl}${address}`
			const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
			const status = await fetch(url, isWrite ? { method: 'POST', body } : {}).then(
				async (response) => {
					await response.arrayBuffer()
					return response.status
				},
				(error: Error) => error.message,
			)
			if (typeof status === 'string' || status >= 500) failed.push(`${isWrite ? 'POST' : 'GET'} ${address}: ${status}`)
			await delay(isWrite ? 60 : 100)
		}
	}
	const watch = async () => {
		const client = new pg.Client(pair.primaryUrl)
		await client.connect()
		while (asked.count < wanted) {
			const { rows } = await client.query<{ count: number }>(
				`select count(*)::int as count from pg_stat_activity where application_name like 'shirube web%' and datname = 'shirube'`,
			)
			most = Math.max(most, rows[0]?.count ?? 0)
			await delay(200)
		}
		await client.end()
	}
	await Promise.all([watch(), ...Array.from({ length: READERS }, (_, index) => read(index))])
	return { failed, most }
}
