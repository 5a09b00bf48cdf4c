import { sql } from 'kysely'
import { checkedSql, float8, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { pendingMigrations } from '../../../platform/migrator.ts'
import { readQueueFigures } from '../../../platform/queue-figures.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { hours } from '../../shared/japan-time.ts'

/** What the database says about itself, its queues and its mails. */
export type DatabaseHealth = {
	version: string
	bytes: number
	/** How long a statement that reads nothing took, in milliseconds. */
	answeredMs: number
	connections: { used: number; allowed: number }
	/** The seconds of the statement that runs longest; 0 where none does. */
	longestSeconds: number
	/** The servers that copy this one, with what they have not yet received. */
	replicas: { name: string; state: string | null; lagBytes: number | null }[]
	pendingMigrations: number
	queue: { ready: number; failed: number; oldestReadyAt: Date | null }
	mail: { waiting: number; oldestWaitingAt: Date | null; undelivered: number; sent: number; lastSentAt: Date | null }
	/** Of the last two whole hours and the one that runs. */
	requests: { all: number; failed: number }
}

const selectServer = checkedSql({
	version: text,
	bytes: float8,
	used: int4,
	allowed: int4,
	longest: float8,
})
const selectMail = checkedSql({
	waiting: int4,
	oldest_waiting: timestamptz.nullable,
	undelivered: int4,
	sent: int4,
	last_sent: timestamptz.nullable,
})

/** Reads the health of the database and of what is kept in it. Statements are counted, never shown. */
export async function readDatabaseHealth(ctx: StaffCtx): Promise<DatabaseHealth> {
	requireStaff(ctx, 'support')
	const answeredMs = await timeStatement(ctx)
	const [server, replicas, pending, queues, mail, requests] = await Promise.all([
		readServer(ctx),
		readReplicas(ctx),
		pendingMigrations(ctx.db),
		readQueueFigures(ctx.db),
		readMail(ctx),
		readRequests(ctx),
	])
	const oldest = queues.flatMap(({ oldestReadyAt }) => (oldestReadyAt === null ? [] : [oldestReadyAt.getTime()]))
	return {
		...server,
		answeredMs,
		replicas,
		pendingMigrations: pending.length,
		queue: {
			ready: queues.reduce((sum, { ready }) => sum + ready, 0),
			failed: queues.reduce((sum, { failed }) => sum + failed, 0),
			oldestReadyAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
		},
		mail,
		requests,
	}
}

async function timeStatement({ db }: StaffCtx): Promise<number> {
	const from = performance.now()
	await sql`select 1`.execute(db)
	return performance.now() - from
}

async function readServer({ db }: StaffCtx): Promise<Pick<DatabaseHealth, 'version' | 'bytes' | 'connections' | 'longestSeconds'>> {
	const { rows } = await selectServer`
		select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
			(select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
			current_setting('max_connections')::integer as allowed,
			coalesce((select extract(epoch from max(clock_timestamp() - query_start)) from pg_stat_activity
				where state = 'active' and datname = current_database() and pid <> pg_backend_pid()), 0)::float8 as longest
	`.execute(db)
	const [row] = rows
	if (!row) throw new Error('a select without a table has one row')
	return { version: row.version, bytes: row.bytes, connections: { used: row.used, allowed: row.allowed }, longestSeconds: row.longest }
}

/** The state and the lag are hidden from a user who may not monitor the server. */
async function readReplicas({ db }: StaffCtx): Promise<DatabaseHealth['replicas']> {
	const { rows } = await checkedSql({ name: text.nullable, state: text.nullable, lag: float8.nullable })`
		select application_name as name, state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as lag
		from pg_stat_replication where not pg_is_in_recovery() order by 1
	`.execute(db)
	return rows.map(({ name, state, lag }) => ({ name: name ?? '', state, lagBytes: lag }))
}

async function readMail(ctx: StaffCtx): Promise<DatabaseHealth['mail']> {
	const since = new Date(ctx.now().getTime() - hours(24))
	const { rows } = await selectMail`
		select count(*) filter (where state = 'sending')::integer as waiting, min(first_at) filter (where state = 'sending') as oldest_waiting,
			count(*) filter (where state in ('failed', 'bounced') and settled_at is null)::integer as undelivered,
			count(*) filter (where state = 'sent')::integer as sent, max(at) filter (where state = 'sent') as last_sent
		from mails where first_at > ${since}
	`.execute(ctx.db)
	const [row] = rows
	return {
		waiting: row?.waiting ?? 0,
		oldestWaitingAt: row?.oldest_waiting ?? null,
		undelivered: row?.undelivered ?? 0,
		sent: row?.sent ?? 0,
		lastSentAt: row?.last_sent ?? null,
	}
}

async function readRequests(ctx: StaffCtx): Promise<DatabaseHealth['requests']> {
	const { rows } = await checkedSql({ all: float8, failed: float8 })`
		select coalesce(sum(value) filter (where slice = 'all'), 0)::float8 as "all",
			coalesce(sum(value) filter (where slice = '5xx'), 0)::float8 as failed
		from insight_hours where series = 'served' and hour > ${new Date(ctx.now().getTime() - hours(3))}
	`.execute(ctx.db)
	return rows[0] ?? { all: 0, failed: 0 }
}
