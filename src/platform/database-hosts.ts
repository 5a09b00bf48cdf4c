import { Socket } from 'node:net'
import pg from 'pg'

/*
 * DATABASE_URL may name several hosts of one PostgreSQL cluster (`postgresql://user:password@a:5432,b:5432/shirube`), as libpq's
 * do. pg connects to one host only; what goes to the others is therefore decided below it, in the socket that it is given, so that
 * the pool, the listener, the queue and the scripts all reach the host that takes writes, also after it has moved.
 */

type Host = { host: string; port: number }

/** What a pool or client needs to connect to the primary of `url`. */
export type Connection = Pick<pg.ClientConfig, 'connectionString' | 'stream'>

/** A new connection soon after another goes to the same host without asking all of them again. */
const KNOWN_FOR_MS = 500
const PROBE_TIMEOUT_MS = 2_000
/** Below the time for which a statement waits for a connection (5 s), so that its error says why. */
const FOUND_WITHIN_MS = 4_000
const PAUSE_MS = 100
/** How long a second primary has to answer once the first has: an old one that came back must not be taken for the new. */
const GRACE_MS = 200

const finders = new Map<string, PrimaryFinder>()

/**
 * How to connect to the database of `url`; with several hosts, to the one that takes writes at that moment. A certificate must be
 * good for the first host's name. Throws for an address that names none.
 */
export function connectionTo(url: string): Connection {
	const hosts = readHosts(url)
	if (hosts.length < 2) return { connectionString: url }
	let finder = finders.get(url)
	if (!finder) finders.set(url, (finder = new PrimaryFinder(url, hosts)))
	const found = finder
	return { connectionString: withHost(url, hosts[0]!), stream: () => new PrimarySocket(found) }
}

const AUTHORITY = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)/

/** The hosts in the authority of `url`; a host that is given as a parameter (a socket's folder) is not among them. */
function readHosts(url: string): Host[] {
	const [, , , list = ''] = AUTHORITY.exec(url) ?? []
	return list.split(',').flatMap((one) => {
		const [, host = '', port = '5432'] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(one) ?? []
		return host === '' ? [] : [{ host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }]
	})
}

const withHost = (url: string, { host, port }: Host) =>
	url.replace(AUTHORITY, (_, scheme: string, login: string) => `${scheme}${login}${host.includes(':') ? `[${host}]` : host}:${port}`)

/** Whether each part of `url` between commas names a host with which it is an address of PostgreSQL. */
export function isDatabaseUrl(url: string): boolean {
	const hosts = readHosts(url)
	const count = (AUTHORITY.exec(url)?.[3] ?? '').split(',').length
	if (count === 1) return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)
	return hosts.length === count && hosts.every((host) => URL.canParse(withHost(url, host)))
}

class PrimaryFinder {
	readonly #url: string
	readonly #hosts: readonly Host[]
	#finding: Promise<Host> | undefined
	#known: { host: Host; at: number } | undefined
	/** After a search in vain the next ones do not wait: visitors are told at once to come back. */
	#isAway = false

	constructor(url: string, hosts: readonly Host[]) {
		this.#url = url
		this.#hosts = hosts
	}

	/** The host that takes writes. Rejects with a passing error (ECONNREFUSED) when none does for some seconds. */
	find(): Promise<Host> {
		if (this.#known && performance.now() - this.#known.at < KNOWN_FOR_MS) return Promise.resolve(this.#known.host)
		this.#finding ??= this.#search().finally(() => (this.#finding = undefined))
		return this.#finding
	}

	/** Forgets the host, because a connection to it failed. */
	forget(): void {
		this.#known = undefined
	}

	async #search(): Promise<Host> {
		const deadline = performance.now() + (this.#isAway ? 0 : FOUND_WITHIN_MS)
		for (;;) {
			const host = await this.#askAll()
			if (host) {
				this.#isAway = false
				this.#known = { host, at: performance.now() }
				return host
			}
			if (performance.now() + PAUSE_MS > deadline) break
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
		}
		this.#isAway = true
		throw Object.assign(new Error('No host of DATABASE_URL takes writes.'), { code: 'ECONNREFUSED' })
	}

	/** The primary of the newest timeline among the hosts that answer. */
	async #askAll(): Promise<Host | null> {
		const found: { host: Host; timeline: number }[] = []
		const asked = this.#hosts.map(async (host) => {
			const timeline = await timelineOf(withHost(this.#url, host))
			if (timeline !== null) found.push({ host, timeline })
			return timeline !== null
		})
		const anyone = Promise.any(asked.map(async (answer) => (await answer) || Promise.reject(new Error('no primary'))))
		const grace = anyone.then(
			() => new Promise((resolve) => setTimeout(resolve, GRACE_MS)),
			() => undefined,
		)
		await Promise.race([grace, Promise.all(asked)])
		return found.toSorted((a, b) => b.timeline - a.timeline)[0]?.host ?? null
	}
}

/** The timeline of a host that takes writes; null of one that only repeats another's, or does not answer. */
async function timelineOf(url: string): Promise<number | null> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'shirube looking for the primary',
		connectionTimeoutMillis: PROBE_TIMEOUT_MS,
		query_timeout: PROBE_TIMEOUT_MS,
	})
	client.on('error', () => undefined)
	try {
		await client.connect()
		const { rows } = await client.query<{ timeline: string | null }>(
			`select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`,
		)
		const timeline = rows[0]?.timeline
		return typeof timeline === 'string' ? Number.parseInt(timeline, 16) : null
	} catch {
		return null
	} finally {
		await client.end().catch(() => undefined)
	}
}

/** A socket that connects to the primary, whatever host it is told. */
class PrimarySocket extends Socket {
	readonly #finder: PrimaryFinder

	constructor(finder: PrimaryFinder) {
		super()
		this.#finder = finder
		this.once('error', () => finder.forget())
	}

	override connect(): this {
		void this.#finder.find().then(
			({ host, port }) => (this.destroyed ? this : super.connect(port, host)),
			(error: Error) => this.destroy(error),
		)
		return this
	}
}
