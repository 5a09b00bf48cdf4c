import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'
import { oncePerMinute } from './once-per-minute.ts'
import { type Queue, startQueue } from './queue.ts'
import { withRequestId } from './request-id.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue
type LogLine = {
	level: string
	msg: string
	queue?: string
	job?: string
	attempt?: number
	requestId?: string
	err?: { type: string; message: string; stack: string }
}
const logged: LogLine[] = []

beforeAll(async () => {
	made = await freshDatabase()
	const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line) as LogLine) })
	queue = await startQueue({ url: made.url, log, names: ['greet', 'count', 'many', 'fail', 'slow'] })
})

afterAll(async () => {
	await queue.stop()
	await made.close()
})

test('a job runs after its transaction commits, and not after a rollback', async () => {
	const greeted: string[] = []
	const done = new Promise<void>((resolve, reject) => {
		void queue
			.work<{ name: string }>('greet', async ({ name }) => {
				greeted.push(name)
				if (name === '花子') resolve()
			})
			.catch(reject)
	})
	await made.db
		.transaction()
		.execute(async (trx) => {
			await queue.enqueue(trx, 'greet', { name: '太郎' })
			throw new Error('no')
		})
		.catch(() => undefined)
	await made.db.transaction().execute((trx) => queue.enqueue(trx, 'greet', { name: '花子' }))
	await done
	expect(greeted).toEqual(['花子'])
})

test('the single job of a key is enqueued once', async () => {
	const once = () => queue.enqueue(made.db, 'count', {}, { singletonKey: 'daily', singletonSeconds: 3_600 })
	await once()
	await once()
	const { rows } = await made.pool.query(`select from pgboss.job where name = 'count'`)
	expect(rows).toHaveLength(1)
})

test('concurrent jobs succeed or fail independently, and a long queue is emptied without pauses', async () => {
	// Ten at each poll: with two seconds between polls they would take 38, longer than is waited for.
	const JOBS = 200
	const tried: number[] = []
	for (let n = 0; n < JOBS; n++) await queue.enqueue(made.db, 'many', { n }, { retryLimit: 0 })
	await queue.work<{ n: number }>(
		'many',
		async ({ n }) => {
			tried.push(n)
			if (n === 7) throw new Error('seven')
		},
		{ atOnce: 10 },
	)
	const states = async () => {
		const { rows } = await made.pool.query<{ state: string; jobs: number }>(
			`select state, count(*)::integer as jobs from pgboss.job where name = 'many' group by state order by state`,
		)
		return rows
	}
	await expect.poll(states, { timeout: 30_000 }).toEqual([
		{ state: 'completed', jobs: JOBS - 1 },
		{ state: 'failed', jobs: 1 },
	])
	expect(tried.toSorted((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, n) => n))
	const { rows } = await made.pool.query<{ message: string }>(
		`select output ->> 'message' as message from pgboss.job where name = 'many' and state = 'failed'`,
	)
	expect(rows).toEqual([{ message: 'seven' }])
})

test('each failed attempt is logged with its error and counted, and the last one as an error', async () => {
	let tries = 0
	await withRequestId('request-1', () =>
		queue.enqueue(made.db, 'fail', { to: 'taro@example.com' }, { retryLimit: 1, retryDelay: 0, retryBackoff: false }),
	)
	await queue.work<{ to: string }>('fail', async ({ to }) => {
		tries++
		throw new TypeError(`550 5.1.1 <${to}>: no such user`)
	})
	const lines = () => logged.filter((line) => line.queue === 'fail')
	await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2)
	const { rows } = await made.pool.query<{ id: string }>(`select id from pgboss.job where name = 'fail'`)
	const err = { type: 'TypeError', message: '550 5.1.1 <…@…>: no such user', stack: expect.stringContaining('queue.test.ts') }
	expect(lines()).toMatchObject([
		{ level: 'warn', msg: 'job failed and will be tried again', job: rows[0]?.id, attempt: 1, requestId: 'request-1', err },
		{ level: 'error', msg: 'job given up', job: rows[0]?.id, attempt: 2, requestId: 'request-1', err },
	])
	expect(tries).toBe(2)
	expect(JSON.stringify(logged)).not.toContain('taro@')
	const counted = queue.outcomes().filter((outcome) => outcome.queue === 'fail')
	expect(counted).toEqual([
		{ queue: 'fail', outcome: 'retried', count: 1 },
		{ queue: 'fail', outcome: 'given_up', count: 1 },
	])
})

test('an attempt that times out is logged and counted once, whatever its handler does afterwards', async () => {
	let release = () => {}
	const finished = new Promise<void>((resolve) => (release = resolve))
	await queue.enqueue(made.db, 'slow', {}, { retryLimit: 0, expireInSeconds: 1 })
	await queue.work('slow', () => finished)
	const lines = () => logged.filter((line) => line.queue === 'slow')
	await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(1)
	release()
	await expect.poll(async () => (await made.pool.query(`select from pgboss.job where name = 'slow' and state = 'failed'`)).rowCount).toBe(1)
	expect(lines()).toMatchObject([{ level: 'error', msg: 'job given up', attempt: 1 }])
	expect(queue.outcomes().filter((outcome) => outcome.queue === 'slow')).toEqual([{ queue: 'slow', outcome: 'given_up', count: 1 }])
})

test('logs a repeated error once a minute with its count', () => {
	const logged: [string, number][] = []
	let now = 0
	const report = oncePerMinute(
		({ message }, repeated) => logged.push([message, repeated]),
		() => now,
	)
	const away = (queue = '') => report(new Error(`connect ECONNREFUSED${queue}`))
	away()
	now = 1_000
	away(' (Queue: send-mail, Worker: 86a47f65-41d0-4427-afb5-eafd01620137)')
	report(new Error('deadlock detected'))
	now = 59_999
	away()
	expect(logged).toEqual([
		['connect ECONNREFUSED', 0],
		['deadlock detected', 0],
	])
	now = 60_000
	away()
	now = 120_000
	away()
	expect(logged.slice(2)).toEqual([
		['connect ECONNREFUSED', 2],
		['connect ECONNREFUSED', 0],
	])
})
