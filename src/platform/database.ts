import { createHash } from 'node:crypto'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { connectionTo } from './database-hosts.ts'
import { checksResults, keepFields } from './checked-sql.ts'
import type { Log } from './log.ts'
import { isUseless, mayPass } from './passing-error.ts'
import { createPipelinedPool } from './pipelined-pool.ts'
import { queryName } from './query-name.ts'
import { withRequestId } from './request-id.ts'
import { StartError } from './start-error.ts'
import { recordedSpan, startSpan } from './telemetry/tracing.ts'

export type OpenOptions = {
	/** `postgresql://…`; a Unix socket's folder goes into the query as `host`. */
	url: string
	/** Address of a pooler in transaction mode, which the pool connects to instead. */
	poolerUrl?: string | null
	poolSize: number
	log: Log
	/** Shown in pg_stat_activity. */
	name?: string
	/** How long one statement may run; 0 for bulk work, whose slow statements are not logged either. */
	statementTimeoutMs?: number
	/** How long one statement may wait for a lock; 5 seconds by default, without limit where statements have none. */
	lockTimeoutMs?: number
	/** Statements that take longer are logged and counted; a second by default. */
	slowAfterMs?: number
	/** How long a statement may wait for a free connection, 5 seconds by default. */
	acquireTimeoutMs?: number
	/** How long to keep trying to connect at the start. */
	connectWithinMs?: number
	/** Makes of the pool the one that statements go through, for a server that may be away: it is not waited for at the start. */
	route?: (pool: PostgresPool) => PostgresPool
}

export type OpenedDatabase<Tables> = {
	db: Kysely<Tables>
	pool: pg.Pool
	/** The connection string, for code that needs a separate connection. */
	url: string
	/** How many slow statements there were, by the functions that sent them. */
	slowStatements: () => ReadonlyMap<string, number>
	close: () => Promise<void>
}

const SLOW_AFTER_MS = 1_000
/** A table that somebody keeps locked must not take all connections of the site: whoever waits for it longer is told to come back. */
const LOCK_TIMEOUT_MS = 5_000

/** A server that has not answered for so long after its own limit is gone, or cut off without a sign. */
const ANSWERED_WITHIN_MS = 2_000

/** Opens a pool and waits until the database accepts connections. Throws `StartError` for a pooler that is not set up for us. */
export async function openDatabase<Tables>(options: OpenOptions): Promise<OpenedDatabase<Tables>> {
	const statementTimeout = options.statementTimeoutMs ?? 15_000
	const { poolerUrl: pooler = null, route = (plain) => plain } = options
	const pool = new pg.Pool({
		...connectionTo(pooler ?? options.url),
		max: options.poolSize,
		application_name: options.name ?? 'shirube',
		connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
		idleTimeoutMillis: 30_000,
		maxLifetimeSeconds: 1_800,
		keepAlive: true,
		...(statementTimeout > 0
			? {
					query_timeout: statementTimeout + ANSWERED_WITHIN_MS,
					// A pooler refuses settings of a session, because the next statement may run in another; it has its own.
					...(pooler === null && {
						statement_timeout: statementTimeout,
						lock_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
						idle_in_transaction_session_timeout: 2 * statementTimeout,
					}),
				}
			: {}),
		types: columnTypes,
		pipeline: true,
	})
	// A connection that breaks (the database restarted) is replaced by the pool, idle or active; without
	// listeners of both kinds it would end the process.
	pool.on('error', () => {})
	pool.on('connect', (client) => {
		client.on('error', (error) => {
			// The connection serves many requests; the one that opened it has nothing to do with its end.
			if (!pool.ending) withRequestId(undefined, () => options.log.warn({ err: error }, 'database connection lost'))
		})
		prepareByName(client)
	})
	try {
		if (!options.route) await waitUntilReady(pool, options.connectWithinMs ?? 10_000)
		if (pooler !== null) await checkPooler(pool)
	} catch (error) {
		await pool.end()
		throw error
	}
	const slow = new Map<string, number>()
	const db = new Kysely<Tables>({
		dialect: new PostgresDialect({ pool: route(createPipelinedPool(pool)) }),
		...(statementTimeout > 0 ? { log: statementLog({ log: options.log, slow, slowAfterMs: options.slowAfterMs ?? SLOW_AFTER_MS }) } : {}),
	})
	const close = async () => {
		await db.destroy()
		// Kysely ends only a pool that it has used.
		if (!pool.ending) await pool.end()
	}
	return { db, pool, url: options.url, slowStatements: () => slow, close }
}

/** Logs and counts slow statements, and records each as a span where one is recorded. */
function statementLog({ log, slow, slowAfterMs }: { log: Log; slow: Map<string, number>; slowAfterMs: number }) {
	return (event: LogEvent): void => {
		const { query, queryDurationMillis: ms } = event
		const isSlow = ms > slowAfterMs
		const isRecorded = recordedSpan() !== null
		if (!isSlow && !isRecorded) return
		const name = queryName()
		const text = query.sql.replaceAll(/\s+/g, ' ')
		if (isRecorded) recordStatement(name, text, event)
		if (!isSlow) return
		slow.set(name, (slow.get(name) ?? 0) + 1)
		log.warn({ query: name, ms: Math.round(ms), sql: text.slice(0, 300) }, 'slow query')
	}
}

/** The span of a statement that has ended: with the text, which has no values in it, and the functions that waited for it. */
function recordStatement(name: string, text: string, event: LogEvent): void {
	const endedAt = performance.timeOrigin + performance.now()
	const span = startSpan(name.split(' < ')[0] ?? name, {
		kind: 'client',
		startedAt: endedAt - event.queryDurationMillis,
		attributes: { 'db.system.name': 'postgresql', 'db.query.text': text, 'db.query.summary': name },
	})
	if (event.level === 'error') span?.fail(event.error)
	span?.end(endedAt)
}

const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

/** A date is a day in a calendar, not a moment: it stays 'YYYY-MM-DD'. bigint stays a string (pg's default). */
const columnTypes = {
	getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
		if (oid === DATE) return (value: string) => value
		return pg.types.getTypeParser(oid === DATE_ARRAY ? TEXT_ARRAY : oid, format)
	}) as typeof pg.types.getTypeParser,
}

/** PostgreSQL keeps every named statement until the connection ends, so the number of names has a limit. */
const NAMES_PER_CONNECTION = 400

const nameOfText = new Map<string, string>()

/**
 * Names each parameterised statement of a connection, so that PostgreSQL parses and plans it once. Past the
 * limit statements stay unnamed: only lists of changing length make so many different texts.
 */
function prepareByName(client: pg.PoolClient): void {
	const named = new Map<string, string>()
	let made = 0
	const sendPlain = client.query.bind(client) as (...args: unknown[]) => unknown
	const sendChecked = (...args: unknown[]) => {
		const sent = sendPlain(...args)
		return sent instanceof Promise ? sent.then(keepFields) : sent
	}
	const sendAny = checksResults() ? sendChecked : sendPlain
	const send = (...args: unknown[]): unknown => {
		const sent = sendAny(...args)
		return sent instanceof Promise ? sent.catch((error: unknown) => endWhenUseless(client, error)) : sent
	}
	const query = (first: unknown, ...rest: unknown[]): unknown => {
		const [values] = rest
		if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0) return send(first, ...rest)
		let name = named.get(first)
		if (name === undefined) {
			if (made >= NAMES_PER_CONNECTION) return send(first, ...rest)
			name = `${shortName(first)}_${made++}`
			named.set(first, name)
		}
		const sent = send({ name, text: first, values }, ...rest.slice(1))
		if (sent instanceof Promise)
			return sent.catch((error: unknown) => {
				// A migration changed the columns behind this plan; the next call prepares it again under a new name.
				if (isStalePlan(error)) named.clear()
				throw error
			})
		return sent
	}
	client.query = query as typeof client.query
}

/** Ends a connection whose server no longer answers, or has become one that takes no writes; the pool opens another. */
function endWhenUseless(client: pg.PoolClient, error: unknown): never {
	// With a statement under way this cuts the connection off. The pool drops a client that is ending, also when it comes back later.
	if (isUseless(error)) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined)
	throw error
}

function shortName(text: string): string {
	let name = nameOfText.get(text)
	if (name === undefined) {
		name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
		if (nameOfText.size >= 4 * NAMES_PER_CONNECTION) nameOfText.clear()
		nameOfText.set(text, name)
	}
	return name
}

function isStalePlan(error: unknown): boolean {
	return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

async function waitUntilReady(pool: pg.Pool, withinMs: number): Promise<void> {
	const deadline = Date.now() + withinMs
	for (let pause = 50; ; pause = Math.min(2 * pause, 1_000)) {
		try {
			await pool.query('select 1')
			return
		} catch (error) {
			if (!mayPass(error) || Date.now() + pause > deadline) throw error
			await new Promise((resolve) => setTimeout(resolve, pause))
		}
	}
}

/** Without limits one statement that hangs would keep a connection of all processes. */
async function checkPooler(pool: pg.Pool): Promise<void> {
	const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
	const { rows } = await pool.query<{ name: string }>(
		`select name from pg_settings where name = any ($1) and setting = '0' order by name`,
		[names],
	)
	if (rows.length > 0)
		throw new StartError(
			`The pooler of DATABASE_URL gives its connections no ${rows.map(({ name }) => name).join(', ')}: add the connect_query of docs/operations.md to its database.`,
		)
}

/** The major version that migrations and queries are written for. */
const OLDEST_SERVER = 18

/** Returns one sentence when an outside server cannot hold our data, else null. */
export async function unsuitableServer(pool: pg.Pool): Promise<string | null> {
	const { rows } = await pool.query<{ version: number; encoding: string; may_have_queue: boolean }>(`
		select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
			to_regnamespace('pgboss') is not null or has_database_privilege(current_database(), 'create') as may_have_queue
	`)
	const [{ version, encoding, may_have_queue } = { version: 0, encoding: '', may_have_queue: false }] = rows
	if (version < OLDEST_SERVER) return `The database of DATABASE_URL is PostgreSQL ${version}; ${OLDEST_SERVER} or newer is needed.`
	if (encoding !== 'UTF8') return `The database of DATABASE_URL has the encoding ${encoding}; create it with UTF8.`
	// The queue creates its schema after the content is loaded, minutes later.
	if (!may_have_queue) return 'The user of DATABASE_URL may not create schemas in its database: grant it CREATE on the database.'
	return null
}
