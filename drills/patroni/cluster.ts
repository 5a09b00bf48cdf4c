import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { findFreePort } from '../../src/platform/free-port.ts'
import { Debian, POSTGRES_BINARIES } from '../debian.ts'

const HOST = '127.0.0.1'
const DATABASE = 'shirube'
const RUNS_WITHIN_MS = 60_000
/** The least that Patroni allows, in seconds: a machine that is gone is missed after so long. */
const TTL = 20

type Node = { name: string; port: number; restPort: number; dataDir: string; config: string; patroni: ChildProcess | null }

const members = z.object({
	members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/**
 * Two PostgreSQL servers under Patroni with synchronous replication, etcd, and HAProxy in front of whichever takes writes, from Debian's
 * packages. `docs/operations.md` has the same settings.
 */
export class PatroniCluster {
	readonly #debian: Debian
	readonly #nodes: Node[] = []
	readonly #others: ChildProcess[] = []
	#proxyPort = 0

	private constructor(debian: Debian) {
		this.#debian = debian
	}

	static async start(): Promise<PatroniCluster> {
		const debian = await Debian.open(['postgres', 'etcd', 'patroni', 'haproxy'])
		const cluster = new PatroniCluster(debian)
		try {
			await cluster.#make()
		} catch (error) {
			console.error(await debian.lastWords())
			await cluster.stop()
			throw error
		}
		return cluster
	}

	/** By way of HAProxy. */
	get url(): string {
		return `postgresql://postgres@${HOST}:${this.#proxyPort}/${DATABASE}`
	}

	/** Each server by itself, for reading. */
	get replicaUrls(): string {
		return this.#nodes.map(({ port }) => `postgresql://postgres@${HOST}:${port}/${DATABASE}`).join(',')
	}

	/** Until one server takes writes and the other has to confirm each of them. */
	async whole(): Promise<void> {
		await this.#until(async () => {
			const { members: found } = await this.#state()
			const isIn = (role: string, states: readonly string[]) => found.some((one) => one.role === role && states.includes(one.state))
			return isIn('leader', ['running']) && isIn('sync_standby', ['streaming'])
		}, 'the standby does not follow')
	}

	/** Kills PostgreSQL on the primary without notice; Patroni on the same machine sees it. */
	async crashPrimary(): Promise<string> {
		const node = await this.#primary()
		await this.#killServer(node)
		return node.name
	}

	/** Kills the primary together with its Patroni, as when its machine is gone. */
	async loseMachine(): Promise<string> {
		const node = await this.#primary()
		node.patroni?.kill('SIGKILL')
		node.patroni = null
		await this.#killServer(node)
		return node.name
	}

	/** Starts Patroni again on a machine that was gone. */
	startMachine(name: string): void {
		const node = this.#nodes.find((one) => one.name === name)
		if (node) node.patroni = this.#debian.launch('patroni', [node.config])
	}

	async stop(): Promise<void> {
		for (const child of [...this.#nodes.flatMap(({ patroni }) => patroni ?? []), ...this.#others].filter((one) => one.exitCode === null)) {
			const ended = once(child, 'exit')
			child.kill('SIGTERM')
			await Promise.race([ended, delay(20_000, undefined, { ref: false })])
			child.kill('SIGKILL')
		}
		for (const node of this.#nodes) await this.#killServer(node).catch(() => undefined)
		await this.#debian.remove()
	}

	async #make(): Promise<void> {
		const etcd = await findFreePort(HOST)
		const peers = await findFreePort(HOST)
		this.#others.push(this.#debian.launch('etcd', etcdOptions(`${this.#debian.folder}/etcd`, etcd, peers)))
		for (const name of ['a', 'b']) await this.#addNode(name, etcd)
		for (const node of this.#nodes) node.patroni = this.#debian.launch('patroni', [node.config])
		await this.whole()
		this.#proxyPort = await findFreePort(HOST)
		const config = await this.#debian.write('haproxy.cfg', proxySettings(this.#proxyPort, this.#nodes))
		this.#others.push(this.#debian.launch('haproxy', ['-f', config]))
		await this.#until(async () => {
			const client = new pg.Client(this.url.replace(new RegExp(`${DATABASE}$`), 'postgres'))
			client.on('error', () => undefined)
			try {
				await client.connect()
				await client.query(`create database ${DATABASE}`)
				return true
			} catch {
				return false
			} finally {
				await client.end()
			}
		}, 'no server takes writes')
	}

	async #addNode(name: string, etcd: number): Promise<void> {
		const [port, restPort] = [await findFreePort(HOST), await findFreePort(HOST)]
		const home = `${this.#debian.folder}/${name}`
		await this.#debian.makeFolder(home)
		const node: Node = { name, port, restPort, dataDir: `${home}/data`, config: '', patroni: null }
		node.config = await this.#debian.write(`${name}.json`, JSON.stringify(patroniSettings(node, home, etcd), null, 2))
		this.#nodes.push(node)
	}

	async #primary(): Promise<Node> {
		const { members: found } = await this.#state()
		const leader = found.find(({ role }) => role === 'leader')
		const node = this.#nodes.find(({ name }) => name === leader?.name)
		if (!node) throw new Error('there is no primary')
		return node
	}

	async #state(): Promise<z.infer<typeof members>> {
		for (const { restPort } of this.#nodes) {
			const answer = await fetch(`http://${HOST}:${restPort}/cluster`).then(
				(response) => response.json(),
				() => null,
			)
			const parsed = members.safeParse(answer)
			if (parsed.success) return parsed.data
		}
		return { members: [] }
	}

	async #killServer({ dataDir }: Node): Promise<void> {
		const [pid] = (await readFile(this.#debian.outside(`${dataDir}/postmaster.pid`), 'utf8')).split('\n')
		process.kill(Number(pid), 'SIGKILL')
	}

	async #until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
		for (const until = Date.now() + RUNS_WITHIN_MS; !(await isSo()); await delay(200)) if (Date.now() > until) throw new Error(otherwise)
	}
}

// oxfmt-ignore
const etcdOptions = (dataDir: string, port: number, peerPort: number): string[] => [
	'--name', 'drill', '--data-dir', dataDir,
	'--listen-client-urls', `http://${HOST}:${port}`, '--advertise-client-urls', `http://${HOST}:${port}`,
	'--listen-peer-urls', `http://${HOST}:${peerPort}`, '--initial-advertise-peer-urls', `http://${HOST}:${peerPort}`,
	'--initial-cluster', `drill=http://${HOST}:${peerPort}`,
]

const patroniSettings = ({ name, port, restPort, dataDir }: Node, home: string, etcd: number) => ({
	scope: 'shirube',
	name,
	restapi: { listen: `${HOST}:${restPort}`, connect_address: `${HOST}:${restPort}` },
	etcd3: { host: `${HOST}:${etcd}` },
	bootstrap: {
		dcs: {
			ttl: TTL,
			loop_wait: 2,
			retry_timeout: 5,
			// A crashed server is replaced at once instead of being started again.
			primary_start_timeout: 0,
			synchronous_mode: true,
			postgresql: {
				use_pg_rewind: true,
				parameters: { max_connections: 100, hot_standby_feedback: 'on', max_standby_streaming_delay: '2s', wal_log_hints: 'on' },
			},
		},
		initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
	},
	postgresql: {
		listen: `${HOST}:${port}`,
		connect_address: `${HOST}:${port}`,
		data_dir: dataDir,
		bin_dir: POSTGRES_BINARIES,
		pgpass: `${home}/pgpass`,
		authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
		parameters: { unix_socket_directories: home },
		pg_hba: ['local all all trust', `host all all ${HOST}/32 trust`, `host replication all ${HOST}/32 trust`],
	},
})

const proxySettings = (port: number, nodes: readonly Node[]): string => `
defaults
	mode tcp
	timeout connect 2s
	timeout client 1h
	timeout server 1h
	timeout check 5s

listen primary
	bind ${HOST}:${port}
	option httpchk GET /primary
	http-check expect status 200
	default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `	server ${node.name} ${HOST}:${node.port} check port ${node.restPort}`).join('\n')}
`
