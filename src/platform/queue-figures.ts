import { CronExpressionParser } from 'cron-parser'
import { type QueryExecutorProvider, sql } from 'kysely'
import { bool, checkedSql, int4, text, timestamptz, uuid } from './checked-sql.ts'
import { withoutAddresses } from './mail-addresses.ts'

/** State of a queue. */
export type QueueFigures = {
	name: string
	/** Waiting for a worker now. */
	ready: number
	/** Waiting: delayed, or for a retry. */
	later: number
	active: number
	failed: number
	/** Not done ten minutes after they should have begun, whether they wait for a worker or for another attempt. */
	late: number
	/** When the oldest ready job was enqueued. */
	oldestReadyAt: Date | null
}

export type FailedJob = { id: string; name: string; createdAt: Date; failedAt: Date; tries: number; reason: string }

/** A recurring job as staff see it. */
export type ScheduledJob = {
	name: string
	/** Null if it has never started. A job whose last attempt failed and that will be tried again is 'retry'. */
	lastRun: {
		state: 'active' | 'retry' | 'completed' | 'failed' | 'cancelled'
		startedAt: Date
		endedAt: Date | null
		reason: string
	} | null
	nextRunAt: Date
	/** Whether a job is queued. */
	isWaiting: boolean
}

const REASON_LENGTH = 300

/** pg-boss makes its tables when a server first starts. */
async function isThere(db: QueryExecutorProvider): Promise<boolean> {
	const { rows } = await checkedSql({ there: bool })`select to_regclass('pgboss.job') is not null as there`.execute(db)
	return rows[0]?.there ?? false
}

const selectQueues = checkedSql({
	name: text,
	ready: int4,
	later: int4,
	active: int4,
	failed: int4,
	late: int4,
	oldest: timestamptz.nullable,
})

/** Every queue with its unfinished jobs. */
export async function readQueueFigures(db: QueryExecutorProvider): Promise<QueueFigures[]> {
	if (!(await isThere(db))) return []
	const { rows } = await selectQueues`
		select q.name,
			count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::integer as ready,
			count(*) filter (where j.state in ('created', 'retry') and j.start_after > now())::integer as later,
			count(*) filter (where j.state = 'active')::integer as active,
			count(*) filter (where j.state = 'failed')::integer as failed,
			count(*) filter (
				where (j.state = 'created' and j.start_after < now() - interval '10 minutes')
					or (j.state in ('retry', 'active') and j.created_on < now() - interval '10 minutes' and j.retry_count > 0)
			)::integer as late,
			min(j.created_on) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as oldest
		from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <> 'completed' and j.state <> 'cancelled'
		where q.name not like '\\_\\_pgboss%'
		group by q.name order by q.name
	`.execute(db)
	return rows.map(({ oldest, ...row }) => ({ ...row, oldestReadyAt: oldest }))
}

export async function countFailedJobs(db: QueryExecutorProvider): Promise<number> {
	if (!(await isThere(db))) return 0
	const { rows } = await checkedSql({ failed: int4 })`select count(*)::integer as failed from pgboss.job where state = 'failed'`.execute(db)
	return rows[0]?.failed ?? 0
}

const selectFailedJobs = checkedSql({
	id: uuid,
	name: text,
	created_on: timestamptz,
	completed_on: timestamptz,
	retry_count: int4,
	reason: text.nullable,
})

/** Failed jobs, the latest first. Error messages are shown without mail addresses. */
export async function readFailedJobs(db: QueryExecutorProvider, limit: number): Promise<FailedJob[]> {
	if (!(await isThere(db))) return []
	const { rows } = await selectFailedJobs`
		select id, name, created_on, coalesce(completed_on, created_on) as completed_on, retry_count,
			coalesce(output ->> 'message', output ->> 'value') as reason
		from pgboss.job where state = 'failed' order by completed_on desc nulls last, id limit ${limit}
	`.execute(db)
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		createdAt: row.created_on,
		failedAt: row.completed_on,
		tries: row.retry_count + 1,
		reason: withoutAddresses(row.reason ?? '').slice(0, REASON_LENGTH),
	}))
}

/** Requeues a failed job for one more attempt. Returns false when there is none. */
export async function retryFailedJob(db: QueryExecutorProvider, id: string): Promise<{ name: string } | null> {
	if (!(await isThere(db))) return null
	const { rows } = await checkedSql({ name: text })`
		update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null
		where id = ${id}::uuid and state = 'failed' returning name
	`.execute(db)
	return rows[0] ?? null
}

const selectSchedules = checkedSql({
	name: text,
	cron: text,
	timezone: text,
	is_waiting: bool,
	state: text.as<NonNullable<ScheduledJob['lastRun']>['state']>().nullable,
	started_on: timestamptz.nullable,
	completed_on: timestamptz.nullable,
	reason: text.nullable,
})

/** The recurring jobs, each with its last run and the first one after `now`. */
export async function readScheduledJobs(db: QueryExecutorProvider, now: Date): Promise<ScheduledJob[]> {
	if (!(await isThere(db))) return []
	const { rows } = await selectSchedules`
		select s.name, s.cron, s.timezone, last.state, last.started_on, last.completed_on, last.reason, exists (
				select from pgboss.job w where w.name = s.name and w.state in ('created', 'retry') and w.start_after <= now()
			) as is_waiting
		from pgboss.schedule s left join lateral (
			select j.state::text, j.started_on, j.completed_on, coalesce(j.output ->> 'message', j.output ->> 'value') as reason
			from pgboss.job j where j.name = s.name and j.started_on is not null order by j.started_on desc limit 1
		) last on true
		order by s.name
	`.execute(db)
	return rows.map(({ name, cron, timezone: tz, is_waiting: isWaiting, state, started_on: startedAt, completed_on: endedAt, reason }) => ({
		name,
		isWaiting,
		nextRunAt: CronExpressionParser.parse(cron, { tz, currentDate: now }).next().toDate(),
		lastRun:
			state === null || startedAt === null
				? null
				: { state, startedAt, endedAt, reason: withoutAddresses(reason ?? '').slice(0, REASON_LENGTH) },
	}))
}

/** Serialises manual jobs until the transaction ends. */
export async function lockQueue(db: QueryExecutorProvider, name: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtext('send by hand'), hashtext(${name}))`.execute(db)
}
