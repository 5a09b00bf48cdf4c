import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type OpenedDatabase, openDatabase } from './database.ts'
import { createLog } from './log.ts'

describe('statements sent at once', () => {
	let made: { close: () => Promise<void>; url: string }
	let opened: OpenedDatabase<{ counted: { id: number } }>

	beforeAll(async () => {
		made = await freshDatabase()
		opened = await openDatabase({ url: made.url, poolSize: 3, log: createLog('silent'), statementTimeoutMs: 2_000 })
		await sql`create table counted (id int primary key)`.execute(opened.db)
	})

	afterAll(async () => {
		await opened.close()
		await made.close()
	})

	const backend = async (db = opened.db) => {
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${1}::int = 1`.execute(db)
		return rows[0]?.pid
	}

	test('share a connection and release it', async () => {
		const pids = await Promise.all(Array.from({ length: 20 }, () => backend()))
		expect(new Set(pids).size).toBe(1)
		expect(opened.pool.idleCount).toBe(opened.pool.totalCount)
	})

	test('each get their own result, in any order', async () => {
		const asked = Array.from({ length: 50 }, (_, place) => place)
		const answers = await Promise.all(
			asked.map(
				async (place) => (await sql<{ place: number }>`select ${place}::int as place, pg_sleep(0)`.execute(opened.db)).rows[0]?.place,
			),
		)
		expect(answers).toEqual(asked)
	})

	test('fail independently', async () => {
		const outcomes = await Promise.allSettled([
			sql`insert into counted values (${1}::int)`.execute(opened.db),
			sql`insert into counted values (${1}::int)`.execute(opened.db),
			sql`select ${1}::int / ${0}::int`.execute(opened.db),
			sql`select nothing from nowhere where ${1}::int = 1`.execute(opened.db),
			sql`insert into counted values (${2}::int)`.execute(opened.db),
		])
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
		expect(await opened.db.selectFrom('counted').select('id').orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }])
	})

	test('stay out of a transaction that begins with them', async () => {
		const [inside, outside] = await Promise.all([
			opened.db.transaction().execute(async (trx) => {
				await trx.insertInto('counted').values({ id: 10 }).execute()
				return backend(trx)
			}),
			backend(),
			opened.db
				.transaction()
				.execute(async (trx) => {
					await trx.insertInto('counted').values({ id: 11 }).execute()
					throw new Error('given up')
				})
				.catch(() => undefined),
		])
		expect(inside).not.toBe(outside)
		const rows = await opened.db.selectFrom('counted').select('id').where('id', '>=', 10).execute()
		expect(rows).toEqual([{ id: 10 }])
	})

	test('leave a reserved connection to its holder', async () => {
		const kept = await opened.db.connection().execute(async (connection) => {
			const first = await backend(connection)
			const others = await Promise.all([backend(), backend()])
			return { first, others, second: await backend(connection) }
		})
		expect(kept.second).toBe(kept.first)
		expect(kept.others).not.toContain(kept.first)
	})

	test('wait for a connection when all are taken', async () => {
		const taken = await Promise.all([opened.pool.connect(), opened.pool.connect(), opened.pool.connect()])
		const waiting = Promise.all([backend(), backend()])
		taken.pop()?.release()
		const [pid, same] = await waiting
		expect(pid).toBe(same)
		for (const client of taken) client.release()
		expect(opened.pool.idleCount).toBe(opened.pool.totalCount)
	})

	test('fail when the connection breaks, and later ones get another', async () => {
		const waiting = Promise.allSettled([1, 2].map((id) => sql`select pg_sleep(10), ${id}::int`.execute(opened.db)))
		const killer = await openDatabase({ url: made.url, poolSize: 1, log: createLog('silent') })
		await vi.waitFor(async () => {
			const { rows } = await sql`
				select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(10)%' and state = 'active'
			`.execute(killer.db)
			expect(rows).not.toHaveLength(0)
		})
		await killer.close()
		expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
		expect(await backend()).toBeGreaterThan(0)
	})
})
