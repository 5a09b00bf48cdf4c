import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openDatabase } from './database.ts'
import { openPools, slowStatementsOf } from './database-pools.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

test('work that uses up its connections leaves those of other work free', async () => {
	const made = await freshDatabase()
	onTestFinished(made.close)
	const closers: (() => Promise<void>)[] = []
	const pages = await openDatabase({ url: made.url, poolSize: 2, log, acquireTimeoutMs: 500 })
	closers.push(() => pages.close())
	onTestFinished(async () => void (await Promise.all(closers.map((close) => close()))))
	const pools = await openPools(pages, { log, closers })
	const held = await Promise.all([pages.pool.connect(), pages.pool.connect()])
	const jobs = await Promise.all([1, 2, 3, 4].map(() => pools.jobs.pool.connect()))
	try {
		await expect(sql`select 1`.execute(pages.db)).rejects.toThrow(/timeout/i)
		const { rows } = await sql<{ one: number }>`select 1 as one`.execute(pools.search.db)
		expect(rows).toEqual([{ one: 1 }])
		await sql`select 1`.execute(pools.health.db)
	} finally {
		for (const client of [...held, ...jobs]) client.release()
	}
})

test('slow statements of all pools are counted by their names', () => {
	const pool = (counts: [string, number][]) => ({ slowStatements: () => new Map(counts) })
	const pools = {
		pages: pool([['listOffices', 2]]),
		search: pool([['searchAll', 1]]),
		jobs: pool([['listOffices', 3]]),
		health: pool([]),
	} as unknown as Parameters<typeof slowStatementsOf>[0]
	expect([...slowStatementsOf(pools)]).toEqual([
		['listOffices', 5],
		['searchAll', 1],
	])
})
