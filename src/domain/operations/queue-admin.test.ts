import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, visitorCtx } from '../../../test/database.ts'
import { createLog } from '../../platform/log.ts'
import { type Queue, startQueue } from '../../platform/queue.ts'
import type { Ctx } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { getJobOverview, runScheduledJob } from './queue-admin.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue
let staff: RecentStaffCtx

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: ['sweep', 'letters'] })
	const { id: userId, uid } = await made.db
		.insertInto('users')
		.values({ uid: 'operator' })
		.returning(['id', 'uid'])
		.executeTakeFirstOrThrow()
	const ctx: Ctx = {
		...visitorCtx(made.db),
		viewer: { kind: 'member', userId, uid, isExpert: false, roles: ['support'], loggedInAt: TEST_NOW },
	}
	staff = requireRecentStaff(ctx, 'support')
})

afterAll(async () => {
	await queue.stop()
	await made.close()
})

const acts = async () =>
	(await sql<{ subject: string }>`select subject from audit_log where action = 'job.run' order by id`.execute(made.db)).rows
const waiting = async () =>
	(await sql<{ singleton_key: string }>`select singleton_key from pgboss.job where name = 'sweep' and state = 'created'`.execute(made.db))
		.rows

test('a scheduled job runs once for any number of clicks, is recorded, and shows its result', async () => {
	let runs = 0
	await queue.work('sweep', async () => {
		runs += 1
		if (runs === 2) throw new Error('no room for taro@example.com')
	})
	await queue.schedule([{ name: 'sweep', cron: '30 4 1 1 *', timezone: 'Asia/Tokyo', missed: 'once' }])
	const sweep = async () => (await getJobOverview(staff)).scheduled.find(({ name }) => name === 'sweep')
	await expect.poll(async () => (await sweep())?.lastRun?.state, { timeout: 60_000 }).toBe('completed')
	expect((await getJobOverview(staff)).scheduled.map(({ name }) => name)).toEqual(['sweep'])
	expect((await sweep())?.nextRunAt).toEqual(new Date('2026-12-31T19:30:00Z'))

	// No worker starts it before both clicks have a response.
	await made.db.transaction().execute(async (trx) => {
		const held = { ...staff, db: trx }
		await runScheduledJob(held, 'sweep', queue.enqueue)
		await runScheduledJob(held, 'sweep', queue.enqueue)
	})
	await expect.poll(async () => (await sweep())?.lastRun?.state, { timeout: 60_000 }).toBe('failed')
	expect((await sweep())?.lastRun?.reason).toBe('no room for …@…')
	expect(runs).toBe(2)
	expect(await waiting()).toEqual([])
	expect(await acts()).toEqual([{ subject: 'queue:sweep' }])
}, 40_000)

test('only scheduled jobs are run by hand', async () => {
	for (const name of ['letters', 'no-such-queue', '']) {
		const refusal = await runScheduledJob(staff, name, queue.enqueue).catch((error: unknown) => error)
		expect(isDomainError(refusal) && refusal.kind).toBe('not-found')
	}
	expect(await waiting()).toEqual([])
})
