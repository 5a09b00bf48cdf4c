import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../src/platform/free-port.ts'
import { findBinaries, giveTo } from '../src/platform/postgres-binaries.ts'
import { chooseRunner, commandOf, type Runner } from '../src/platform/postgres-user.ts'

const HOST = '127.0.0.1'
const RUNS_WITHIN_MS = 30_000
/** Of a running server; a copy gets its own. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts'])

type Member = { cluster: string; port: number; process: ChildProcess | null }

/**
 * Two PostgreSQL servers of which one repeats the other's writes before they are acknowledged, as Patroni or an operator's own
 * scripts would run them, for tests and drills.
 */
export class PostgresPair {
	readonly #folder: string
	readonly #runner: Runner
	#primary: Member
	#standby: Member

	private constructor(folder: string, runner: Runner, members: [Member, Member]) {
		this.#folder = folder
		this.#runner = runner
		;[this.#primary, this.#standby] = members
	}

	/** Makes both in `folder`, which `stop` removes. */
	static async start(folder: string): Promise<PostgresPair> {
		await mkdir(folder, { recursive: true })
		// PostgreSQL may run as another user.
		await chmod(folder, 0o711)
		const runner = await chooseRunner(await findBinaries(), folder, path.join(folder, 'a'))
		const member = async (name: string): Promise<Member> => ({
			cluster: path.join(folder, name),
			port: await findFreePort(HOST),
			process: null,
		})
		const pair = new PostgresPair(folder, runner, [await member('a'), await member('b')])
		const { cluster } = pair.#primary
		await mkdir(cluster, { mode: 0o700 })
		if (runner.owner) await giveTo(cluster, runner.owner)
		pair.#run('initdb', ['-D', cluster, '--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=trust'])
		await pair.#launch(pair.#primary, {})
		await pair.#query(pair.#primary, 'create database shirube')
		await pair.rebuild()
		return pair
	}

	/** The address with both hosts; the standby's first, so that who takes the first is wrong at the start. */
	get url(): string {
		return `postgresql://postgres@${HOST}:${this.#standby.port},${HOST}:${this.#primary.port}/shirube`
	}

	get primaryUrl(): string {
		return this.#urlOf(this.#primary, 'shirube')
	}

	/** The address of the standby alone, which may be read. */
	get standbyUrl(): string {
		return this.#urlOf(this.#standby, 'shirube')
	}

	/** Lets the standby receive what the primary writes without showing it, or shows it again. */
	async pauseReplay(isPaused: boolean): Promise<void> {
		await this.#query(this.#standby, `select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
		for (const until = Date.now() + RUNS_WITHIN_MS; ; await delay(20)) {
			const { rows } = await this.#query(this.#standby, 'select pg_get_wal_replay_pause_state() as state')
			if ((rows[0] as { state: string }).state === (isPaused ? 'paused' : 'not paused')) return
			if (Date.now() > until) throw new Error('the standby does not pause')
		}
	}

	/** Ends the standby as a crash would; the primary goes on alone. */
	async stopStandby(): Promise<void> {
		await this.#waitForStandby(false)
		await this.#kill(this.#standby)
	}

	/** Starts it again where it ended; the primary does not wait for it. */
	async startStandby(): Promise<void> {
		await this.#launch(this.#standby, this.#followPrimary())
	}

	/** Ends the primary as a crash would, and `afterMs` later lets the standby take its place. */
	async failOver({ afterMs = 0 } = {}): Promise<void> {
		await this.#kill(this.#primary)
		;[this.#primary, this.#standby] = [this.#standby, this.#primary]
		await delay(afterMs)
		await this.#query(this.#primary, 'select pg_promote(true, 30)')
		// Alone, it must not wait for a standby that is not there.
		await this.#waitForStandby(false)
	}

	/** Makes the standby anew from the primary; from then on the primary waits for it before it acknowledges. */
	async rebuild(): Promise<void> {
		const { cluster } = this.#standby
		await rm(cluster, { recursive: true, force: true })
		const client = new pg.Client(this.#urlOf(this.#primary))
		await client.connect()
		await client.query(`select pg_backup_start('pair', true)`)
		await cp(this.#primary.cluster, cluster, { recursive: true, filter: (source) => !LEFT_OUT.has(path.basename(source)) })
		for (const name of await readdir(path.join(cluster, 'pg_wal')))
			await rm(path.join(cluster, 'pg_wal', name), { recursive: true, force: true })
		await mkdir(path.join(cluster, 'pg_wal', 'archive_status'), { recursive: true })
		const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
		await client.end()
		await writeFile(path.join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
		await writeFile(path.join(cluster, 'standby.signal'), '')
		if (this.#runner.owner) await giveTo(cluster, this.#runner.owner)
		await this.#launch(this.#standby, this.#followPrimary())
		await this.#waitForStandby(true)
	}

	async stop(): Promise<void> {
		for (const { process: running } of [this.#standby, this.#primary]) {
			if (!running || running.exitCode !== null) continue
			running.kill('SIGQUIT')
			await once(running, 'exit')
		}
		await rm(this.#folder, { recursive: true, force: true })
	}

	#followPrimary = () => ({ primary_conninfo: `host=${HOST} port=${this.#primary.port} user=postgres application_name=standby` })

	async #kill(member: Member): Promise<void> {
		const { process: killed, cluster } = member
		if (killed && killed.exitCode === null) {
			killed.kill('SIGQUIT')
			await once(killed, 'exit')
		}
		await rm(path.join(cluster, 'postmaster.pid'), { force: true })
		member.process = null
	}

	async #waitForStandby(isWanted: boolean): Promise<void> {
		await this.#query(this.#primary, `alter system set synchronous_standby_names = '${isWanted ? 'standby' : ''}'`)
		await this.#query(this.#primary, 'select pg_reload_conf()')
		if (!isWanted) return
		for (const until = Date.now() + RUNS_WITHIN_MS; ; await delay(50)) {
			const { rowCount } = await this.#query(this.#primary, `select from pg_stat_replication where sync_state = 'sync'`)
			if (rowCount === 1) return
			if (Date.now() > until) throw new Error('the standby does not follow')
		}
	}

	#run(program: 'initdb', args: string[]): void {
		const [command, all] = commandOf(this.#runner, program, args)
		const { status, stderr } = spawnSync(command, all, { ...this.#runner.identity, cwd: '/', encoding: 'utf8' })
		if (status !== 0) throw new Error(stderr)
	}

	async #launch(member: Member, settings: Record<string, string>): Promise<void> {
		const all = {
			listen_addresses: HOST,
			port: String(member.port),
			unix_socket_directories: '',
			wal_keep_size: '1GB',
			max_connections: '50',
			...settings,
		}
		const args = ['-D', member.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
		const [command, rest] = commandOf(this.#runner, 'postgres', args)
		member.process = spawn(command, rest, { ...this.#runner.identity, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' } })
		for (const until = Date.now() + RUNS_WITHIN_MS; ; await delay(50)) {
			try {
				await this.#query(member, 'select 1', 'postgres')
				return
			} catch (error) {
				if (Date.now() > until || member.process.exitCode !== null) throw error
			}
		}
	}

	#urlOf({ port }: Member, database = 'postgres'): string {
		return `postgresql://postgres@${HOST}:${port}/${database}`
	}

	async #query(member: Member, text: string, database?: string): Promise<pg.QueryResult> {
		const client = new pg.Client(this.#urlOf(member, database))
		client.on('error', () => undefined)
		try {
			await client.connect()
			return await client.query(text)
		} finally {
			await client.end()
		}
	}
}
