import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'
import { type Queue, type Schedule, startQueue } from './queue.ts'

type Made = Awaited<ReturnType<typeof freshDatabase>>

async function setUp(): Promise<Made & { start: (names?: string[], retired?: string[]) => Promise<Queue>; logged: string[] }> {
	const made = await freshDatabase()
	const started: Queue[] = []
	const logged: string[] = []
	onTestFinished(async () => {
		await Promise.all(started.map((queue) => queue.stop()))
		await made.close()
	}, 30_000)
	return {
		...made,
		logged,
		async start(names = ['tidy', 'count'], retired = []) {
			const log = createLog('warn', { write: (line) => void logged.push(line) })
			const queue = await startQueue({ url: made.url, log, names, retired, lookForDueSeconds: { due: 1, sent: 1 } })
			started.push(queue)
			return queue
		},
	}
}

/** Once a day, the last time `minutesAgo`. */
function cronOf(minutesAgo: number): string {
	const at = new Date(Date.now() - minutesAgo * 60_000)
	return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
}

const daily = (minutesAgo: number): Omit<Schedule, 'name'> => ({ cron: cronOf(minutesAgo), timezone: 'UTC', missed: 'once' })

/** Simulates schedules that are days old while no process ran since yesterday. */
async function wasDownSinceYesterday({ db }: Made): Promise<void> {
	await sql`update pgboss.schedule set created_on = now() - interval '3 days'`.execute(db)
	await sql`update pgboss.version set cron_on = now() - interval '1 day'`.execute(db)
}

const jobsOf = async ({ db }: Made, name: string) =>
	(await sql<{ state: string }>`select state from pgboss.job where name = ${name}`.execute(db)).rows.map(({ state }) => state)

/** Waits until due schedules have been looked for `times` more. */
async function passes({ db }: Made, times: number): Promise<void> {
	const lastPass = async () =>
		(await sql<{ at: Date }>`select coalesce(cron_on, 'epoch'::timestamptz) as at from pgboss.version`.execute(db)).rows[0]?.at.getTime()
	for (let pass = 0; pass < times; pass++) {
		const before = await lastPass()
		await expect.poll(lastPass, { timeout: 60_000 }).not.toBe(before)
	}
}

test('an occurrence is one job for all processes, done by one of them, and a failure is logged and counted', async () => {
	const made = await setUp()
	const queues = [await made.start(), await made.start(), await made.start()]
	let runs = 0
	for (const queue of queues)
		await queue.work('tidy', async () => {
			runs++
			throw new Error('no space')
		})
	const schedule: Schedule = { name: 'tidy', ...daily(0), retryLimit: 0 }
	await Promise.all(queues.map((queue) => queue.schedule([schedule])))
	// The run of a new schedule, and the one of this minute.
	await expect.poll(() => jobsOf(made, 'tidy'), { timeout: 60_000 }).toEqual(['failed', 'failed'])
	await passes(made, 3)
	expect(await jobsOf(made, 'tidy')).toEqual(['failed', 'failed'])
	const counted = queues.flatMap((queue) => queue.outcomes().map(({ outcome, count }) => ({ outcome, count })))
	expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(runs)
	expect(counted.map(({ outcome }) => outcome)).toContain('given_up')
	expect(made.logged.filter((line) => line.includes('no space'))).toHaveLength(runs)
})

test('an occurrence missed while no process ran is run once later, or not at all', async () => {
	const made = await setUp()
	const schedules: Schedule[] = [
		{ name: 'tidy', ...daily(180) },
		{ name: 'count', ...daily(180), missed: 'skip' },
	]
	const first = await made.start()
	await first.schedule(schedules)
	await first.stop()
	await sql`delete from pgboss.job`.execute(made.db)
	await wasDownSinceYesterday(made)

	const second = await made.start()
	await second.schedule(schedules)
	for (const { name } of schedules) await second.work(name, async () => undefined)
	await expect.poll(() => jobsOf(made, 'tidy'), { timeout: 60_000 }).toEqual(['completed'])
	await passes(made, 2)
	expect(await jobsOf(made, 'tidy')).toEqual(['completed'])
	expect(await jobsOf(made, 'count')).toEqual([])
})

test('a new schedule runs at once, a known one does not, and one that is no longer named ends', async () => {
	const made = await setUp()
	const queue = await made.start()
	const tidy: Schedule = { name: 'tidy', ...daily(180) }
	const count: Schedule = { name: 'count', ...daily(180) }
	await queue.schedule([tidy])
	await queue.schedule([tidy, count])
	expect([await jobsOf(made, 'tidy'), await jobsOf(made, 'count')]).toEqual([['created'], ['created']])
	await queue.schedule([count])
	const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(made.db)
	expect(rows).toEqual([{ name: 'count' }])
})

test('a schedule of a newer release stays while an older one stores its own', async () => {
	const made = await setUp()
	const newer = await made.start(['tidy', 'polish'])
	await newer.schedule([
		{ name: 'tidy', ...daily(180) },
		{ name: 'polish', ...daily(180) },
	])
	const older = await made.start(['tidy'])
	await older.schedule([{ name: 'tidy', ...daily(180) }])
	const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(made.db)
	expect(rows).toEqual([{ name: 'polish' }, { name: 'tidy' }])
})

test('a retired queue goes with its jobs and its schedule', async () => {
	const made = await setUp()
	const earlier = await made.start(['old', 'tidy'])
	await earlier.enqueue(made.db, 'old', {})
	await earlier.enqueue(made.db, 'tidy', {})
	await earlier.stop()
	await made.start(['tidy'], ['old', 'never-there'])
	const { rows } = await sql<{ name: string }>`select name from pgboss.queue where name not like '\\_\\_pgboss%' order by name`.execute(
		made.db,
	)
	expect(rows).toEqual([{ name: 'tidy' }])
	expect([await jobsOf(made, 'old'), await jobsOf(made, 'tidy')]).toEqual([[], ['created']])
})

test('goes on looking for what is due when the clock of the machine goes back', async () => {
	const made = await setUp()
	const queue = await made.start()
	await queue.schedule([{ name: 'tidy', ...daily(0) }])
	await passes(made, 1)
	const now = Date.now
	const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 7_200_000)
	onTestFinished(() => {
		clock.mockRestore()
	})
	await expect(passes(made, 2)).resolves.toBeUndefined()
})
