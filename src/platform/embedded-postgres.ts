import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Log } from './log.ts'
import { archiveSettings, forgetBaseCopy, prepareArchive, recoverySettings } from './backup/wal-archive.ts'
import { findBinaries } from './postgres-binaries.ts'
import { oncePerMinute } from './once-per-minute.ts'
import { mayPass } from './passing-error.ts'
import {
	type Address,
	chooseAddress,
	clearStalePidFile,
	clusterFolder,
	isAlive,
	logFromNow,
	pause,
	type Postmaster,
	prepareCluster,
	readPidFile,
	removeShortFolder,
	spawnPostmaster,
	stopPostmaster,
	USUAL_CONNECTIONS,
} from './postgres-cluster.ts'
import { chooseRunner, type Runner } from './postgres-user.ts'
import { codeOf, explain, isDiskFull, StartError } from './start-error.ts'

export type EmbeddedOptions = {
	/** Absolute path of DATA_DIR. */
	dataDir: string
	/** One server at a time uses a data folder; scripts may work beside it. */
	role: 'server' | 'script'
	/** Name of this process in the messages of others, at most 40 characters, e.g. `port 3000`. */
	label?: string
	log: Log
	/** False for databases that are thrown away: faster, and not safe against a power cut. */
	durable?: boolean
	/** Archives everything that is written (WAL_ARCHIVE_TO). `until` makes this start replay the archive first, to a moment or its end. */
	archive?: { root: string; recovery?: { until: Date | null } } | null
	/** How many connections it must take at least, where that is more than usual. */
	connections?: number
	/** Called once, when PostgreSQL works by itself or runs already: code that takes the processor is loaded best then. */
	onWait?: () => void
	/** Called when the database was lost while running and could not be restarted. */
	onLost?: (error: Error) => void
}

export type EmbeddedPostgres = {
	/** Address of the application's database. */
	url: string
	/** Address of another database of the same PostgreSQL. */
	urlOf: (database: string) => string
	/** True when this start made the data folder. */
	created: boolean
	pid: () => Promise<number | null>
	/** The error itself or its actual cause: a full disk closes connections without a message. */
	explainFailure: (error: unknown) => Promise<unknown>
	/** Ends PostgreSQL if no other process uses it. */
	stop: () => Promise<void>
}

const APPLICATION_DATABASE = 'shirube'
/** Advisory locks in the database `postgres`, each held by a session: however a process ends, its locks go with it. */
const LOCKS = { space: 0x736972, users: 1, server: 2 }

const BUSY_WITHIN_MS = 30_000
const RECOVERY_WITHIN_MS = 600_000
const SERVER_GONE_WITHIN_MS = 3_000
const CONNECT_AGAIN_WITHIN_MS = 20_000
const ROOM_AGAIN_MS = 1_000

/** Starts the packaged PostgreSQL in `dataDir`, or joins the one that already runs there. Throws `StartError`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
	try {
		await mkdir(options.dataDir, { recursive: true })
		const dataDir = await realpath(options.dataDir)
		const runner = await chooseRunner(await findBinaries(), dataDir, clusterFolder(dataDir))
		let { onWait: tell } = options
		const onWait = () => {
			tell?.()
			tell = undefined
		}
		const created = await prepareCluster(runner, dataDir, { durable: options.durable ?? true, onWait })
		if (options.archive) await prepareArchive(options.archive, runner.owner)
		const logged = await logFromNow(dataDir)
		const running = new Running({ ...options, dataDir, onWait }, runner)
		await running.join()
		onWait()
		return {
			url: running.urlOf(APPLICATION_DATABASE),
			urlOf: (database) => running.urlOf(database),
			created,
			pid: async () => (await readPidFile(clusterFolder(dataDir)))?.pid ?? null,
			explainFailure: async (error) => (isDiskFull(await logged()) ? new StartError(explain('ENOSPC', dataDir), error) : error),
			stop: () => running.leave(),
		}
	} catch (error) {
		if (error instanceof StartError) throw error
		throw new StartError(explain(error, options.dataDir), error)
	}
}

class Running {
	readonly #options: EmbeddedOptions
	readonly #runner: Runner
	#address: Address | undefined
	#keeper: pg.Client | undefined
	#reviving: Promise<void> | undefined
	#leaving = false

	constructor(options: EmbeddedOptions, runner: Runner) {
		this.#options = options
		this.#runner = runner
	}

	urlOf(database: string): string {
		if (!this.#address) throw new Error('PostgreSQL is not running')
		const { host, port, password } = this.#address
		const login = password ? `postgres:${encodeURIComponent(password)}` : 'postgres'
		return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
	}

	/** Connects, starting PostgreSQL where it does not run, and takes the locks that this role needs. */
	async join(): Promise<void> {
		const keeper = await this.#connect()
		try {
			await keeper.query('select pg_advisory_lock_shared($1, $2)', [LOCKS.space, LOCKS.users])
			if (this.#options.role === 'server') await this.#becomeServer(keeper)
			const { rowCount } = await keeper.query('select from pg_database where datname = $1', [APPLICATION_DATABASE])
			if (rowCount === 0) await createDatabase(keeper)
		} catch (error) {
			await keeper.end().catch(() => undefined)
			throw error
		}
		this.#keeper = keeper
		keeper.once('end', () => {
			if (this.#keeper === keeper && !this.#leaving) this.#reviving = this.#revive()
		})
	}

	/** Disconnects, and stops PostgreSQL when no other process uses it: the last one gets the users' lock exclusively. */
	async leave(): Promise<void> {
		this.#leaving = true
		await this.#reviving
		const keeper = this.#keeper
		if (!keeper) return
		this.#keeper = undefined
		try {
			await this.#stopIfAlone(keeper)
		} catch {
			await this.#stopAfterFailure()
		}
	}

	/** A session that has just begun may be ended, too, while PostgreSQL still ends all of them. */
	async #stopAfterFailure(): Promise<void> {
		const deadline = Date.now() + CONNECT_AGAIN_WITHIN_MS
		for (;;) {
			try {
				const again = await this.#connectOnceMore(deadline)
				if (again) await this.#stopIfAlone(again)
				return
			} catch (error) {
				if (mayPass(error) && Date.now() < deadline) continue
				this.#options.log.debug({ err: error }, 'PostgreSQL was gone before it was stopped')
				return
			}
		}
	}

	async #stopIfAlone(keeper: pg.Client): Promise<void> {
		const cluster = clusterFolder(this.#options.dataDir)
		try {
			await keeper.query('select pg_advisory_unlock_all()')
			const { rows } = await keeper.query<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', [LOCKS.space, LOCKS.users])
			const running = await readPidFile(cluster)
			if (rows[0]?.alone && running) {
				await stopPostmaster(this.#runner, this.#options.dataDir, running.pid)
				if (this.#address) await removeShortFolder(this.#address, cluster)
			}
		} finally {
			await keeper.end().catch(() => undefined)
		}
	}

	/** PostgreSQL ends all its sessions when one of its processes fails (a full disk), and goes on without them. */
	async #connectOnceMore(deadline: number): Promise<pg.Client | null> {
		while (Date.now() < deadline) {
			const running = await readPidFile(clusterFolder(this.#options.dataDir))
			if (!running || !isAlive(running.pid)) return null
			const attempt = await this.#tryConnect()
			if (attempt instanceof pg.Client) return attempt
			if (!mayPass(attempt)) throw attempt
			await pause(50)
		}
		return null
	}

	async #revive(): Promise<void> {
		const { log, onLost } = this.#options
		log.warn('the embedded PostgreSQL went away; starting it again')
		const reportFull = oncePerMinute((error) => log.error({ err: error }, 'the disk is full: the embedded PostgreSQL waits for room'))
		for (;;)
			try {
				await this.join()
				return log.info('the embedded PostgreSQL is back')
			} catch (error) {
				if (this.#leaving) return
				const cause = error instanceof Error ? error : new Error(String(error))
				if (!isDiskFull(cause)) return onLost?.(cause)
				// Meanwhile the process serves what it has in memory, and says why it is not ready.
				reportFull(cause)
				await pause(ROOM_AGAIN_MS)
			}
	}

	async #connect(): Promise<pg.Client> {
		const { dataDir, durable } = this.#options
		const cluster = clusterFolder(dataDir)
		const begun = Date.now()
		let started: Postmaster | undefined
		for (;;) {
			this.#address = await chooseAddress(this.#runner, dataDir)
			const attempt = await this.#tryConnect()
			if (attempt instanceof pg.Client) return attempt
			const waited = Date.now() - begun
			const answers = codeOf(attempt).startsWith('57P0')
			if (!mayPass(attempt) || this.#leaving) throw attempt
			if (waited > RECOVERY_WITHIN_MS)
				throw new StartError(`PostgreSQL in ${cluster} did not answer within ten minutes: see postgres.log beside it.`)
			if (started?.ended) {
				const complaint = await started.complaint()
				// The processes of a killed PostgreSQL need a moment to exit; another start may also have been faster.
				const busy = /postmaster\.pid" already exists|still in use|could not bind|already running/.test(complaint)
				if (!busy) throw new StartError(explain(complaint, dataDir), new Error(complaint))
				if (waited > BUSY_WITHIN_MS)
					throw new StartError(`Processes of an earlier PostgreSQL still use ${cluster}: end them and start again.`)
				started = undefined
				await pause(200)
			} else if (!answers && !started && (await clearStalePidFile(cluster, this.#address))) {
				started = await spawnPostmaster(this.#runner, dataDir, this.#address, {
					durable: durable ?? true,
					settings: await this.#settings(),
				})
				this.#options.onWait?.()
			}
			await pause(10)
		}
	}

	async #tryConnect(): Promise<pg.Client | Error> {
		const client = new pg.Client({
			connectionString: this.urlOf('postgres'),
			application_name: this.#name(),
			connectionTimeoutMillis: 5_000,
		})
		// The 'end' event that follows is what counts.
		client.on('error', () => undefined)
		try {
			await client.connect()
			const { rows } = await client.query<{ data_directory: string }>('show data_directory')
			const found = rows[0]?.data_directory ?? ''
			const cluster = clusterFolder(this.#options.dataDir)
			if (path.resolve(found) !== cluster) throw new StartError(`Another PostgreSQL (of ${found}) answers where that of ${cluster} should.`)
			return client
		} catch (error) {
			await client.end().catch(() => undefined)
			return error instanceof Error ? error : new Error(String(error))
		}
	}

	async #settings(): Promise<Record<string, string>> {
		const { archive, dataDir, connections = 0 } = this.#options
		const room: Record<string, string> = connections > USUAL_CONNECTIONS ? { max_connections: String(connections) } : {}
		if (!archive) {
			await forgetBaseCopy(dataDir)
			return room
		}
		return { ...room, ...(archive.recovery ? recoverySettings(archive, archive.recovery.until) : archiveSettings(archive)) }
	}

	#name(): string {
		const { role, label } = this.#options
		return `shirube ${role} process ${process.pid}${label ? `, ${label}` : ''}`.slice(0, 63)
	}

	async #becomeServer(keeper: pg.Client): Promise<void> {
		const deadline = Date.now() + SERVER_GONE_WITHIN_MS
		for (;;) {
			const { rows } = await keeper.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [LOCKS.space, LOCKS.server])
			if (rows[0]?.taken) return
			if (Date.now() > deadline) break
			await pause(50)
		}
		const { rows } = await keeper.query<{ name: string }>(
			`select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
			 where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
			[LOCKS.space, LOCKS.server],
		)
		const holder = rows[0]?.name.replace(/^shirube server /, '') ?? 'unknown process'
		throw new StartError(
			`Another server (${holder}) already uses the data folder ${this.#options.dataDir}: stop it first, or set DATA_DIR to another folder.`,
		)
	}
}

async function createDatabase(keeper: pg.Client): Promise<void> {
	try {
		await keeper.query(`create database ${APPLICATION_DATABASE}`)
	} catch (error) {
		// Another process created it concurrently.
		if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error
	}
}
