import { Hono } from 'hono'

export type HealthChecks = {
	/** Rejects when the database does not answer. */
	pingDatabase: () => Promise<unknown>
	/** Names of migrations that this program needs and the database has not seen. */
	pendingMigrations: () => Promise<readonly string[]>
	/** Whether the process is about to stop: it still serves, and wants no more visitors. */
	isStopping?: () => boolean
}

const CHECK_TIMEOUT_MS = 2_000
/** The database is queried at most once in this time, whatever the number of probes. */
const KEEP_MS = 1_000
const RETRY_SECONDS = 2

/** `/healthz`: the process answers, with the name given to it (`INSTANCE_ID`). `/readyz`: it can serve, so send it visitors. */
export function healthRoutes(checks: HealthChecks, instance?: string): Hono {
	let last: { at: number; result: Promise<Readiness> } | null = null
	const readiness = () => {
		if (last === null || performance.now() - last.at > KEEP_MS) last = { at: performance.now(), result: check(checks) }
		return last.result
	}
	const health = new Hono()
	const alive = { status: 'ok', ...(instance === undefined ? {} : { instance }) }
	health.get('/healthz', (c) => c.json(alive, 200, { 'cache-control': 'no-store' }))
	health.get('/readyz', async (c) => {
		if (checks.isStopping?.())
			return c.json({ status: 'stopping' }, 503, { 'cache-control': 'no-store', 'retry-after': String(RETRY_SECONDS) })
		const result = await readiness()
		const isReady = result.database === 'ok' && result.migrations === 'ok'
		if (!isReady) c.header('retry-after', String(RETRY_SECONDS))
		return c.json({ status: isReady ? 'ok' : 'unavailable', ...result }, isReady ? 200 : 503, { 'cache-control': 'no-store' })
	})
	return health
}

type Readiness = { database: 'ok' | 'unreachable'; migrations: 'ok' | 'pending' | 'unknown' }

async function check({ pingDatabase, pendingMigrations }: HealthChecks): Promise<Readiness> {
	try {
		await within(pingDatabase())
	} catch {
		return { database: 'unreachable', migrations: 'unknown' }
	}
	try {
		const pending = await within(pendingMigrations())
		return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' }
	} catch {
		return { database: 'ok', migrations: 'unknown' }
	}
}

async function within<T>(promise: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error('the check took too long')), CHECK_TIMEOUT_MS)
	})
	try {
		return await Promise.race([promise, late])
	} finally {
		clearTimeout(timer)
	}
}
