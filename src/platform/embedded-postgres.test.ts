import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import { readPidFile } from './postgres-cluster.ts'

const asRoot = process.getuid?.() === 0
const NOBODY = 65534
const log = createLog('silent')

let root: string
/** A data folder made once; tests work on copies of it. */
let pattern: string
let copies = 0
let firstCreated = false
const running = new Set<EmbeddedPostgres>()
/** Processes that started PostgreSQL, and where. */
const children = new Map<ChildProcess, string>()

beforeAll(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), 'shirube-launcher-'))
	await chmod(root, 0o711)
	pattern = path.join(root, 'pattern')
	const postgres = await start({ dataDir: pattern })
	firstCreated = postgres.created
	await query(postgres, `create table kept (word text)`)
	await query(postgres, `insert into kept values ('一')`)
	await stop(postgres)
})

afterEach(async () => {
	for (const [child, dataDir] of children) {
		if (child.exitCode === null && child.signalCode === null) await killed(child)
		if (await readPidFile(path.join(dataDir, 'postgres'))) await start({ dataDir })
	}
	children.clear()
	await Promise.all([...running].map(stop))
})

afterAll(async () => {
	await rm(root, { recursive: true, force: true })
})

async function copy(name = `copy-${copies++}`): Promise<string> {
	const dataDir = path.join(root, name)
	await mkdir(dataDir, { recursive: true })
	// Several times faster than fs.cp() for a thousand small files.
	await promisify(execFile)('cp', ['-rp', path.join(pattern, 'postgres'), dataDir])
	return dataDir
}

async function start(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<EmbeddedPostgres> {
	const postgres = await startEmbeddedPostgres({ role: 'script', log, durable: false, ...options })
	running.add(postgres)
	return postgres
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
	running.delete(postgres)
	await postgres.stop()
}

async function query(postgres: { url: string }, text: string): Promise<string[]> {
	const client = new pg.Client({ connectionString: postgres.url })
	client.on('error', () => undefined)
	await client.connect()
	try {
		const { rows } = await client.query<{ word: string }>(text)
		return rows.map((row) => row.word)
	} finally {
		await client.end()
	}
}

const words = (postgres: { url: string }) => query(postgres, 'select word from kept')

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 10_000
	while (!(await holds().catch(() => false))) {
		if (Date.now() > deadline) throw new Error(`never: ${what}`)
		await new Promise((resolve) => setImmediate(resolve))
	}
}

/** Starts PostgreSQL from a separate process and waits for the address that it prints. */
async function startInChild(
	dataDir: string,
	{ role = 'server', ...identity }: { role?: string; uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; said: string }> {
	const program = `
		import { startEmbeddedPostgres } from ${JSON.stringify(path.resolve('src/platform/embedded-postgres.ts'))}
		import { createLog } from ${JSON.stringify(path.resolve('src/platform/log.ts'))}
		const options = { dataDir: ${JSON.stringify(dataDir)}, role: ${JSON.stringify(role)}, log: createLog('silent') }
		try {
			const { url } = await startEmbeddedPostgres(options)
			console.log(url)
		} catch (error) {
			console.log(error.name + ': ' + error.message)
			process.exit(1)
		}
		setInterval(() => {}, 1_000)
	`
	const child = spawn(process.execPath, ['--input-type=module', '-e', program], { ...identity, stdio: ['ignore', 'pipe', 'inherit'] })
	children.set(child, dataDir)
	const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
	return { child, said: said.trim() }
}

async function killed(child: ChildProcess): Promise<void> {
	child.kill('SIGKILL')
	await once(child, 'exit')
}

describe('starting', () => {
	test('a second start keeps the data', async () => {
		const dataDir = await copy()
		const first = await start({ dataDir })
		await query(first, `insert into kept values ('二')`)
		await stop(first)
		const second = await start({ dataDir })
		expect([firstCreated, first.created, second.created]).toEqual([true, false, false])
		expect(await words(second)).toEqual(['一', '二'])
	})

	test('two first starts at once share one new database', async () => {
		const dataDir = path.join(root, 'raced')
		const [one, other] = await Promise.all([startInChild(dataDir, { role: 'script' }), startInChild(dataDir, { role: 'script' })])
		await query({ url: one.said }, 'create table kept (word text)')
		expect(await words({ url: other.said })).toEqual([])
		expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log'])
	})

	test('text is compared by code point and knows Japanese', async () => {
		const postgres = await start({ dataDir: await copy() })
		expect(await query(postgres, `select word from (values ('ア'), ('a'), ('漢'), ('B')) as t(word) order by word`)).toEqual([
			'B',
			'a',
			'ア',
			'漢',
		])
		expect(await query(postgres, `select lower('Ａ') as word`)).toEqual(['ａ'])
	})

	test('a path too long for a socket works', async () => {
		const dataDir = await copy(`${'深い場所'.repeat(8)}/data`)
		expect(await words(await start({ dataDir }))).toEqual(['一'])
	})
})

describe('recovery', () => {
	test('a postmaster that was killed is started again while in use', async () => {
		const postgres = await start({ dataDir: await copy() })
		const first = await postgres.pid()
		process.kill(first as number, 'SIGKILL')
		await until('PostgreSQL is back', async () => (await words(postgres)).length === 1 && (await postgres.pid()) !== first)
		expect(await words(postgres)).toEqual(['一'])
	})

	test('the next start recovers when all processes were killed', async () => {
		const dataDir = await copy()
		const { child, said } = await startInChild(dataDir)
		await query({ url: said }, `insert into kept values ('二')`)
		const pid = (await readPidFile(path.join(dataDir, 'postgres')))?.pid as number
		await killed(child)
		process.kill(pid, 'SIGKILL')
		const next = await start({ dataDir, role: 'server' })
		expect(await next.pid()).not.toBe(pid)
		expect(await words(next)).toEqual(['一', '二'])
	})

	test('the next start takes over the PostgreSQL of a killed server', async () => {
		const dataDir = await copy()
		const { child } = await startInChild(dataDir)
		const pid = (await readPidFile(path.join(dataDir, 'postgres')))?.pid
		await killed(child)
		const next = await start({ dataDir, role: 'server' })
		expect(await next.pid()).toBe(pid)
		await stop(next)
		expect(await next.pid()).toBeNull()
	})

	test('a PostgreSQL that has just thrown out all its sessions is ended none the less', async () => {
		const postgres = await start({ dataDir: await copy(), role: 'server' })
		const client = new pg.Client({ connectionString: postgres.url })
		client.on('error', () => undefined)
		await client.connect()
		const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
		const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
		process.kill(rows[0]?.pid as number, 'SIGKILL')
		await ended
		await stop(postgres)
		expect(await postgres.pid()).toBeNull()
	})

	test('names a full disk as the reason of a lost connection', async () => {
		const dataDir = await copy()
		const postgres = await start({ dataDir })
		const lost = new Error('Connection terminated unexpectedly')
		expect(await postgres.explainFailure(lost)).toBe(lost)
		await appendFile(path.join(dataDir, 'postgres.log'), 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n')
		expect(await postgres.explainFailure(lost)).toMatchObject({
			message: `The disk that holds ${dataDir} is full: free some space and start again.`,
		})
	})

	test('one that a full disk keeps from starting again is waited for', async () => {
		const dataDir = await copy()
		const lost: Error[] = []
		const postgres = await start({ dataDir, role: 'server', onLost: (error) => lost.push(error) })
		const settings = path.join(dataDir, 'postgres', 'postgresql.auto.conf')
		const before = await readFile(settings, 'utf8')
		// The start fails with a complaint in which PostgreSQL says so.
		await appendFile(settings, `shared_preload_libraries = 'No space left on device'\n`)
		process.kill((await postgres.pid()) as number, 'SIGKILL')
		const complaints = async () => (await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).split('No space left on device').length - 1
		await until('it was tried again', async () => (await complaints()) > 1)
		await writeFile(settings, before)
		await until('PostgreSQL is back', async () => (await words(postgres).catch(() => [])).length === 1)
		expect(lost).toEqual([])
	})

	test('a pid file that names some other living process is not trusted', async () => {
		const dataDir = await copy()
		const cluster = path.join(dataDir, 'postgres')
		await writeFile(path.join(cluster, 'postmaster.pid'), `${process.ppid}\n${cluster}\n1\n5432\n${cluster}\n\n\n`)
		await writeFile(path.join(cluster, '.s.PGSQL.5432.lock'), `${process.ppid}\n${cluster}\n1\n5432\n${cluster}\n`)
		expect(await words(await start({ dataDir }))).toEqual(['一'])
	})
})

describe('sharing a data folder', () => {
	test('refuses a second server and names the first', async () => {
		const dataDir = await copy()
		await start({ dataDir, role: 'server', label: 'port 3000' })
		await expect(start({ dataDir, role: 'server' })).rejects.toThrow(
			`Another server (process ${process.pid}, port 3000) already uses the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
		)
	})

	test('a script works beside a server and does not end its database', async () => {
		const dataDir = await copy()
		const server = await start({ dataDir, role: 'server' })
		const script = await start({ dataDir })
		expect(await words(script)).toEqual(['一'])
		await stop(script)
		expect(await words(server)).toEqual(['一'])
	})

	test('the last process to leave stops the database', async () => {
		const dataDir = await copy()
		const script = await start({ dataDir })
		const server = await start({ dataDir, role: 'server' })
		await stop(server)
		expect(await words(script)).toEqual(['一'])
		await stop(script)
		expect(await script.pid()).toBeNull()
	})
})

describe('refusals in one sentence', () => {
	test('data of another version', async () => {
		const dataDir = await copy()
		const cluster = path.join(dataDir, 'postgres')
		await writeFile(path.join(cluster, 'PG_VERSION'), '17\n')
		await expect(start({ dataDir })).rejects.toThrow(
			`The data in ${cluster} was written by PostgreSQL 17, and this version needs 18: start the version that wrote it, or set DATA_DIR to another folder.`,
		)
	})

	test('a folder that is no database', async () => {
		const dataDir = path.join(root, 'holiday')
		await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
		await expect(start({ dataDir })).rejects.toThrow(/is not a database folder: move it away/)
	})

	test('a file where the data folder should be', async () => {
		await writeFile(path.join(root, 'file'), '')
		await expect(start({ dataDir: path.join(root, 'file') })).rejects.toThrow(/a file is in the way/)
	})

	test('damaged data', async () => {
		const dataDir = await copy()
		await rm(path.join(dataDir, 'postgres', 'global', 'pg_control'))
		await expect(start({ dataDir })).rejects.toThrow(/^PostgreSQL in .+ did not start: /)
	})
})

describe('users', () => {
	test('PostgreSQL never runs as root', async () => {
		const dataDir = await copy()
		await start({ dataDir })
		expect((await stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).uid).not.toBe(0)
	})

	test('a data folder inside a private one works', async () => {
		const dataDir = await copy('private/data')
		await chmod(path.join(root, 'private'), 0o700)
		expect(await words(await start({ dataDir }))).toEqual(['一'])
	})

	test('an ordinary user starts it', async () => {
		const dataDir = path.join(root, 'ordinary')
		await mkdir(dataDir)
		if (asRoot) await chown(dataDir, NOBODY, NOBODY)
		const { said } = await startInChild(dataDir, asRoot ? { uid: NOBODY, gid: NOBODY } : {})
		expect(said).toMatch(/^postgresql:/)
	})

	test('names the owner problem when the folder belongs to another user', async () => {
		const dataDir = asRoot ? await copy() : '/proc/1'
		const { said } = await startInChild(dataDir, asRoot ? { uid: NOBODY, gid: NOBODY } : {})
		expect(said).toMatch(/^StartError: No permission to use .+: start as the user who owns it/)
	})
})
