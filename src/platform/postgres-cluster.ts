import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port.ts'
import { exists, giveTo, POSTGRES_MAJOR } from './postgres-binaries.ts'
import { commandOf, type Runner } from './postgres-user.ts'
import { explain, StartError } from './start-error.ts'

const LOG_LIMIT_BYTES = 5_000_000
/** The longest socket path that every system takes (macOS 104 bytes with its end). */
const SOCKET_PATH_LIMIT = 103
const WINDOWS = process.platform === 'win32'

/** PostgreSQL's own folder below DATA_DIR. */
export const clusterFolder = (dataDir: string) => path.join(dataDir, 'postgres')

const logFile = (dataDir: string) => path.join(dataDir, 'postgres.log')
const passwordFile = (dataDir: string) => path.join(dataDir, 'postgres.password')

/**
 * Makes a new database folder beside its place and moves it there when it is complete. Returns whether it was made now. `onWait` is called
 * while it is made.
 */
export async function prepareCluster(
	runner: Runner,
	dataDir: string,
	{ durable, onWait }: { durable: boolean; onWait: () => void },
): Promise<boolean> {
	const cluster = clusterFolder(dataDir)
	if (await exists(cluster)) {
		await checkVersion(cluster)
		if (runner.owner && (await stat(cluster)).uid !== runner.owner.uid) await giveTo(cluster, runner.owner)
		return false
	}
	await removeUnfinished(dataDir)
	const unfinished = await mkdtemp(`${cluster}.new-${process.pid}-`)
	if (runner.owner) await chown(unfinished, runner.owner.uid, runner.owner.gid)
	const args = ['-D', unfinished, '--username=postgres', '--encoding=UTF8', '--locale-provider=builtin', '--lc-messages=C']
	// Text is compared by code point everywhere, whatever the machine's own locales are.
	args.push(...(process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--builtin-locale=C.UTF-8']))
	if (WINDOWS) {
		await writeFile(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 })
		args.push('--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`)
	} else args.push('--auth=trust')
	if (!durable) args.push('--no-sync')
	const [command, all] = commandOf(runner, 'initdb', [...args, '--no-instructions'])
	const child = spawn(command, all, { ...runner.identity, cwd: '/', env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
	onWait()
	let complaint = ''
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
	const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
	if (status !== 0) {
		await rm(unfinished, { recursive: true, force: true })
		throw new StartError(explain(complaint, dataDir))
	}
	try {
		await rename(unfinished, cluster)
	} catch (error) {
		// Another process was faster; its folder is equivalent.
		await rm(unfinished, { recursive: true, force: true })
		if (!(await exists(path.join(cluster, 'PG_VERSION')))) throw error
	}
	return true
}

async function checkVersion(cluster: string): Promise<void> {
	const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT')
			throw new StartError(`${cluster} is not a database folder: move it away, or set DATA_DIR to another folder.`)
		throw error
	})
	if (version.trim() !== POSTGRES_MAJOR)
		throw new StartError(
			`The data in ${cluster} was written by PostgreSQL ${version.trim()}, and this version needs ${POSTGRES_MAJOR}: start the version that wrote it, or set DATA_DIR to another folder.`,
		)
}

/** Folders of first starts that were killed. A recent one may belong to a running process. */
async function removeUnfinished(dataDir: string): Promise<void> {
	for (const name of await readdir(dataDir)) {
		const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
		if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) await rm(path.join(dataDir, name), { recursive: true, force: true })
	}
}

/** Where PostgreSQL is reached: a socket's folder and number, or on Windows a local port. */
export type Address = { host: string; port: number; password: string | undefined }

/** The address of this data folder; on Windows, that of the running PostgreSQL or a free port for the next one. */
export async function chooseAddress(runner: Runner, dataDir: string): Promise<Address> {
	const cluster = clusterFolder(dataDir)
	if (WINDOWS)
		return {
			host: '127.0.0.1',
			port: (await readPidFile(cluster))?.port ?? (await findFreePort('127.0.0.1')),
			password: (await readFile(passwordFile(dataDir), 'utf8')).trim(),
		}
	const port = 5432
	if (Buffer.byteLength(path.join(cluster, `.s.PGSQL.${port}`)) <= SOCKET_PATH_LIMIT) return { host: cluster, port, password: undefined }
	const short = path.join('/tmp', `shirube-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
	await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error
	})
	const found = await lstat(short)
	const ours = process.getuid?.() ?? found.uid
	if (!found.isDirectory() || (found.uid !== ours && found.uid !== runner.owner?.uid))
		throw new StartError(`${short} belongs to someone else, and PostgreSQL needs it for its socket: set DATA_DIR to a shorter path.`)
	await chmod(short, 0o700)
	if (runner.owner) await chown(short, runner.owner.uid, runner.owner.gid)
	return { host: short, port, password: undefined }
}

export type Postmaster = {
	pid: number
	/** What PostgreSQL wrote to its log since it was started. */
	complaint: () => Promise<string>
	/** Set once the process has ended. */
	ended: boolean
}

/** Starts PostgreSQL in a separate process group: Ctrl-C in the terminal must reach it only through us. */
export async function spawnPostmaster(
	runner: Runner,
	dataDir: string,
	address: Address,
	{ durable, settings: added }: { durable: boolean; settings: Record<string, string> },
): Promise<Postmaster> {
	const file = logFile(dataDir)
	if (((await stat(file).catch(() => null))?.size ?? 0) > LOG_LIMIT_BYTES) await rename(file, `${file}.1`)
	const log = await open(file, 'a', 0o600)
	const start = (await log.stat()).size
	const settings = {
		...SETTINGS,
		...(durable ? {} : VOLATILE),
		...added,
		...(WINDOWS
			? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
			: { listen_addresses: '', unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
		port: String(address.port),
	}
	const args = ['-D', clusterFolder(dataDir), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
	const [command, all] = commandOf(runner, 'postgres', args)
	const child = spawn(command, all, {
		...runner.identity,
		cwd: WINDOWS ? os.tmpdir() : '/',
		env: environment(),
		detached: !WINDOWS,
		windowsHide: true,
		stdio: ['ignore', log.fd, log.fd],
	})
	const postmaster: Postmaster = {
		pid: child.pid ?? 0,
		ended: false,
		complaint: async () => (await readFile(file)).subarray(start).toString('utf8'),
	}
	child.on('exit', () => (postmaster.ended = true))
	try {
		await once(child, 'spawn')
	} finally {
		await log.close()
	}
	child.unref()
	return postmaster
}

/** Returns a reader of what PostgreSQL logs from now on. */
export async function logFromNow(dataDir: string): Promise<() => Promise<string>> {
	const file = logFile(dataDir)
	const start = (await stat(file).catch(() => null))?.size ?? 0
	return async () => (await readFile(file).catch(() => Buffer.alloc(0))).subarray(start).toString('utf8')
}

export const USUAL_CONNECTIONS = 50

const SETTINGS = {
	max_connections: String(USUAL_CONNECTIONS),
	// A restore locks every table, index and constraint in one transaction: too many for the room that 50 connections have by default.
	max_locks_per_transaction: '256',
	// Taken only as the tables fill it; with 64 MB a million offices were read at half the pace of ten thousand.
	shared_buffers: '256MB',
	work_mem: '8MB',
	maintenance_work_mem: '64MB',
	effective_cache_size: '512MB',
	random_page_cost: '1.1',
	jit: 'off',
	// Pages are short queries; parallel workers would also need more /dev/shm than a container has.
	max_parallel_workers_per_gather: '0',
	max_parallel_maintenance_workers: '0',
	io_method: 'sync',
	// No replicas of an embedded database: bulk loads may then skip the log. With WAL_ARCHIVE_TO it is `replica`.
	wal_level: 'minimal',
	max_wal_senders: '0',
	max_logical_replication_workers: '0',
	max_wal_size: '512MB',
	checkpoint_timeout: '15min',
	fsync: 'on',
	synchronous_commit: 'on',
	timezone: 'UTC',
	log_timezone: 'UTC',
	datestyle: 'ISO',
	lc_messages: 'C',
	log_checkpoints: 'off',
	// Statements and rows hold personal data: the application logs its own errors without them.
	log_min_messages: 'log',
	log_min_error_statement: 'panic',
	log_error_verbosity: 'terse',
}

/** For databases that are thrown away. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '2GB' }

/** How long a signal has to end PostgreSQL before the next one is sent. */
const STOPPED_WITHIN_MS = 30_000

/** Ends PostgreSQL: open transactions are rolled back, everything committed is on disk. Waits until the process is gone. */
export async function stopPostmaster(runner: Runner, dataDir: string, pid: number): Promise<void> {
	if (WINDOWS) {
		const [command, args] = commandOf(runner, 'pg_ctl', ['stop', '-D', clusterFolder(dataDir), '-m', 'fast', '-w'])
		await new Promise((resolve) => spawn(command, args, { stdio: 'ignore' }).on('close', resolve).on('error', resolve))
		return
	}
	const isRunning = async () => isAlive(pid) && (await readPidFile(clusterFolder(dataDir)))?.pid === pid
	// One that is ending all sessions because a process of it failed may miss the first; the second needs recovery at the next start.
	for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
		try {
			process.kill(pid, signal)
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
		}
		const deadline = Date.now() + STOPPED_WITHIN_MS
		while ((await isRunning()) && Date.now() < deadline) await pause(20)
		if (!(await isRunning())) return
	}
}

/** The short folder for a socket is needed only while PostgreSQL runs. */
export async function removeShortFolder(address: Address, cluster: string): Promise<void> {
	if (!WINDOWS && address.host !== cluster) await rm(address.host, { recursive: true, force: true })
}

/** What the postmaster of this folder wrote about itself: process id, port. */
export async function readPidFile(cluster: string): Promise<{ pid: number; port: number } | null> {
	const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
	const pid = Number(lines[0])
	return Number.isInteger(pid) && pid > 1 ? { pid, port: Number(lines[3]) } : null
}

/**
 * Removes what a killed postmaster left. The number in its file may by now belong to any other process (a container
 * restarts the count), and PostgreSQL itself would then refuse to start. False when it is a living postmaster.
 */
export async function clearStalePidFile(cluster: string, address: Address): Promise<boolean> {
	const found = await readPidFile(cluster)
	if (found && (await isPostmaster(found.pid, cluster))) return false
	await rm(path.join(cluster, 'postmaster.pid'), { force: true })
	if (!WINDOWS) {
		const socket = path.join(address.host, `.s.PGSQL.${address.port}`)
		await rm(socket, { force: true })
		await rm(`${socket}.lock`, { force: true })
	}
	return true
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
	if (!isAlive(pid)) return false
	if (process.platform !== 'linux') return true
	const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
	const [program = '', ...args] = commandLine.split('\0')
	return path.basename(program) === 'postgres' && args.includes(cluster)
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function environment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name))
	return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
