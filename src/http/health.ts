import { Hono } from 'hono'
import type { DiskRoom } from '../platform/disk-room.ts'

export type HealthChecks = {
	/** Rejects when the database does not answer. */
	pingDatabase: () => Promise<unknown>
	/** Names of migrations that this program needs and the database has not seen. */
	pendingMigrations: () => Promise<readonly string[]>
	/** Room on the disk of DATA_DIR; null where it cannot be read. */
	room?: () => Promise<DiskRoom | null>
	/** Whether the process is about to stop: it still serves, and wants no more visitors. */
	isStopping?: () => boolean
	/** Whether other processes serve and this one still fills its page cache. */
	isWarming?: () => boolean
}

const CHECK_TIMEOUT_MS = 2_000
/** The database is queried at most once in this time, whatever the number of probes. */
const KEEP_MS = 1_000
const RETRY_SECONDS = 2
/** PostgreSQL writes its log in files of 16 MB; with less than a few of them the next write fails. */
const FULL_BYTES = 64 * 1024 * 1024

/**
 * What a process says about itself: the release that it runs, the name given to it (`INSTANCE_ID`), and its number among several
 * behind one port.
 */
export type ProcessDetails = { version: string; build?: string; instance?: string | undefined; process?: number | undefined }

/** `/healthz`: the process answers, with its details. `/readyz`: it can serve, so send it visitors. */
export function healthRoutes(checks: HealthChecks, details: ProcessDetails): Hono {
	let last: { at: number; result: Promise<Readiness> } | null = null
	const asked = keepMigrated(checks)
	const readiness = () => {
		if (last === null || performance.now() - last.at > KEEP_MS) last = { at: performance.now(), result: check(asked) }
		return last.result
	}
	const health = new Hono()
	// JSON leaves out what is undefined.
	const alive = { status: 'ok', ...details }
	health.get('/healthz', (c) => c.json(alive, 200, { 'cache-control': 'no-store' }))
	health.get('/readyz', async (c) => {
		const passing = checks.isStopping?.() ? 'stopping' : checks.isWarming?.() ? 'warming' : null
		if (passing !== null) return c.json({ status: passing }, 503, { 'cache-control': 'no-store', 'retry-after': String(RETRY_SECONDS) })
		const result = await readiness()
		// A full disk does not end readiness: pages can still be read, and another process would not be better off.
		const isReady = result.database === 'ok' && result.migrations === 'ok'
		if (!isReady) c.header('retry-after', String(RETRY_SECONDS))
		return c.json({ status: isReady ? 'ok' : 'unavailable', ...result }, isReady ? 200 : 503, { 'cache-control': 'no-store' })
	})
	return health
}

/** A schema that has everything keeps it: a slow database is asked only whether it answers. */
function keepMigrated(checks: HealthChecks): HealthChecks {
	let isMigrated = false
	return {
		...checks,
		async pendingMigrations() {
			if (isMigrated) return []
			const pending = await checks.pendingMigrations()
			isMigrated = pending.length === 0
			return pending
		},
	}
}

type Readiness = { database: 'ok' | 'unreachable'; migrations: 'ok' | 'pending' | 'unknown'; disk?: 'ok' | 'full' }

async function check(checks: HealthChecks): Promise<Readiness> {
	const [readiness, room] = await Promise.all([checkDatabase(checks), checks.room?.()])
	return room ? { ...readiness, disk: room.freeBytes < FULL_BYTES ? 'full' : 'ok' } : readiness
}

async function checkDatabase({ pingDatabase, pendingMigrations }: HealthChecks): Promise<Readiness> {
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
