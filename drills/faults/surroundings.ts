import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { type DrillSite, startSite, stopSite } from '../site.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { makePeople, type People } from './people.ts'

const METRICS_TOKEN = 'a token for figures, long enough'

export type Ready = { status: number; database?: string; disk?: string; files?: string }

/** A site, what it depends on, and its people. */
export type Surroundings = {
	folder: string
	site: DrillSite
	people: People
	/** Leads to the database whatever is between it and the site. */
	db: Kysely<Database>
	/** Of the same. */
	databaseUrl: string
	database: FaultProxy
	ready: () => Promise<Ready>
	/** The value of a line of /metrics, by its beginning. */
	figure: (line: string) => Promise<number>
	/** Lines of the site's log since the last call, of level warn or worse. */
	newLines: () => Promise<LogLine[]>
}

export type LogLine = { level: string; msg: string; queue?: string; err?: { message?: string; code?: string } }

/** Runs `work` with a new copy of the demo in `seeded`, whose database is behind a proxy. */
export async function withSurroundings<T>(
	seeded: string,
	env: Readonly<Record<string, string>>,
	work: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(path.join(tmpdir(), 'shirube-faults-'))
	await chmod(folder, 0o711)
	const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
	try {
		const dataDir = path.join(folder, 'database')
		await copyFolder(seeded, dataDir)
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log: createLog('fatal') })
		undo.push(() => postgres.stop())
		const { db, close } = await openDatabase<Database>({ url: postgres.url, poolSize: 4, statementTimeoutMs: 0, log: createLog('fatal') })
		undo.push(close)
		const database = await startFaultProxy(socketOf(postgres.url))
		undo.push(() => database.stop())
		const settings = {
			DATA_DIR: path.join(folder, 'site'),
			DATABASE_URL: `postgresql://postgres@127.0.0.1:${database.port}/shirube`,
			...env,
		}
		const started = await startWatchedSite(settings, path.join(folder, 'log'))
		undo.push(() => started.stop())
		return await work({ folder, db, databaseUrl: postgres.url, database, people: await makePeople(started.site.url, db), ...started })
	} finally {
		for (const step of undo.toReversed()) await step()
	}
}

/** Starts a site whose log and figures can be read. */
export async function startWatchedSite(env: Readonly<Record<string, string>>, logFile: string, nodeArguments: readonly string[] = []) {
	const output = await open(logFile, 'a')
	const site = await startSite({ TRUST_PROXY: '1', LOG_LEVEL: 'info', METRICS_TOKEN, ...env }, { output: output.fd, nodeArguments })
	// It answers before its jobs have started, and a fault in between ends the start.
	if (!(await until(async () => (await readFile(logFile, 'utf8')).includes('is ready'), 120)))
		throw new Error('the site did not finish its start')
	let read = 0
	return {
		site,
		async stop() {
			await stopSite(site)
			await output.close()
		},
		async ready(): Promise<Ready> {
			const response = await fetch(`${site.url}/readyz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
			if (response === null) return { status: 0 }
			const body = (await response.json()) as Omit<Ready, 'status'>
			return { ...body, status: response.status }
		},
		async figure(line: string): Promise<number> {
			const response = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
			const found = (await response.text()).split('\n').find((one) => one.startsWith(line))
			return Number(found?.split(' ').at(-1) ?? Number.NaN)
		},
		async newLines(): Promise<LogLine[]> {
			const text = (await readFile(logFile, 'utf8')).slice(read)
			read += text.length
			return text
				.split('\n')
				.filter((line) => line.startsWith('{'))
				.map((line) => JSON.parse(line) as LogLine)
				.filter(({ level }) => ['warn', 'error', 'fatal'].includes(level))
		},
	}
}

/** The database that a site has started, from beside it. */
export async function openEmbedded(dataDir: string) {
	const joined = await startEmbeddedPostgres({ dataDir, role: 'script', log: createLog('fatal') })
	const opened = await openDatabase<Database>({ url: joined.url, poolSize: 2, log: createLog('fatal') })
	// Leaves it to the site alone, which has to bring it back.
	await joined.stop()
	return opened
}

/** Copies with owners and rights, which PostgreSQL insists on. */
export async function copyFolder(from: string, to: string): Promise<void> {
	await mkdir(to, { recursive: true })
	await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** Where a PostgreSQL listens on a Unix socket. */
function socketOf(url: string): { path: string } {
	const { searchParams } = new URL(url)
	return { path: path.join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port')}`) }
}

/** Waits until `isTrue`; false when it was not in time. */
export async function until(isTrue: () => Promise<boolean>, withinSeconds: number): Promise<boolean> {
	for (const end = Date.now() + withinSeconds * 1_000; Date.now() < end; await delay(200)) if (await isTrue()) return true
	return false
}
