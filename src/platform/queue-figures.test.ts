import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, sharedDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'
import { withoutAddresses } from './mail-addresses.ts'
import { type Queue, startQueue } from './queue.ts'
import { countFailedJobs, readFailedJobs, readQueueFigures, retryFailedJob } from './queue-figures.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: ['post', 'rest'] })
})

afterAll(async () => {
	await queue.stop()
	await made.close()
})

test('a job that was given up is seen with its reason but without addresses, and is done when it is tried again', async () => {
	let isBroken = true
	const done: string[] = []
	await queue.enqueue(made.db, 'post', { to: 'taro@example.com' }, { retryLimit: 0 })
	await queue.enqueue(made.db, 'rest', {}, { startAfter: 3_600 })
	await queue.work<{ to: string }>('post', async ({ to }) => {
		if (isBroken) throw new Error(`550 5.1.1 <${to}>: no such user`)
		done.push(to)
	})
	await expect.poll(() => countFailedJobs(made.db), { timeout: 60_000 }).toBe(1)
	const [failed] = await readFailedJobs(made.db, 10)
	expect(failed).toMatchObject({ name: 'post', tries: 1, reason: '550 5.1.1 <…@…>: no such user' })
	expect(await readQueueFigures(made.db)).toMatchObject([
		{ name: 'post', ready: 0, failed: 1 },
		{ name: 'rest', ready: 0, later: 1, failed: 0, oldestReadyAt: null },
	])
	isBroken = false
	expect(await retryFailedJob(made.db, failed?.id ?? '')).toEqual({ name: 'post' })
	expect(await retryFailedJob(made.db, failed?.id ?? '')).toBeNull()
	await expect.poll(() => done, { timeout: 60_000 }).toEqual(['taro@example.com'])
	expect(await countFailedJobs(made.db)).toBe(0)
})

test('a job is late ten minutes after it should have begun, also while it is tried again, and not while it is put off', async () => {
	const lateJobs = async () => Object.fromEntries((await readQueueFigures(made.db)).map(({ name, late }) => [name, late]))
	await queue.enqueue(made.db, 'rest', {})
	const before = await lateJobs()
	await sql`update pgboss.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'
		where name = 'rest' and start_after <= now()`.execute(made.db)
	expect([before, await lateJobs()]).toEqual([
		{ post: 0, rest: 0 },
		{ post: 0, rest: 1 },
	])
	await sql`update pgboss.job set state = 'retry', retry_count = 3, start_after = now() + interval '1 hour' where name = 'rest'`.execute(
		made.db,
	)
	// The job of the first test was put off, and is younger than ten minutes.
	expect((await lateJobs())['rest']).toBe(1)
})

test('before the first start of a server there is nothing', async () => {
	const { db } = await sharedDatabase()
	expect([await readQueueFigures(db), await readFailedJobs(db, 10), await countFailedJobs(db)]).toEqual([[], [], 0])
})

test('addresses are taken out of what a server says', () => {
	expect(withoutAddresses('bad recipient taro.yamada+x@例え.jp, and a@b')).toBe('bad recipient …@…, and …@…')
})
