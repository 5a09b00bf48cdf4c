import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type OpenedDatabase, openDatabase, unsuitableServer } from './database.ts'
import { againAfterDeadlock } from './deadlock.ts'
import { createLog } from './log.ts'
import { isDatabaseAway } from './passing-error.ts'
import { withRequestId } from './request-id.ts'

const log = createLog('silent')

type Own = { pool: OpenedDatabase<unknown>['pool']; close: () => Promise<void>; url: string }

describe('database', () => {
	let made: Own
	let opened: OpenedDatabase<{ counted: { id: number; note: string } }>

	beforeAll(async () => {
		made = await freshDatabase()
		// One connection, so that what it prepared can be seen.
		opened = await openDatabase({ url: made.url, poolSize: 1, log, statementTimeoutMs: 2_000, lockTimeoutMs: 200 })
		await sql`create table counted (id int primary key, note text not null)`.execute(opened.db)
	})

	afterAll(async () => {
		await opened.close()
		await made.close()
	})

	const prepared = async () => {
		const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(opened.db)
		return rows.map(({ statement }) => statement)
	}

	test('prepares a statement with parameters once, by name', async () => {
		for (const id of [1, 2, 3])
			await opened.db
				.insertInto('counted')
				.values({ id, note: `第${id}` })
				.execute()
		for (const id of [1, 2, 3]) {
			const row = await opened.db.selectFrom('counted').selectAll().where('id', '=', id).executeTakeFirst()
			expect(row?.note).toBe(`第${id}`)
		}
		const statements = await prepared()
		expect(statements.filter((text) => text.startsWith('select * from "counted"'))).toHaveLength(1)
		expect(statements.filter((text) => text.startsWith('insert into "counted"'))).toHaveLength(1)
	})

	test('gives up a connection whose server no longer answers, and goes on with another', async () => {
		const cut = await openDatabase({ url: made.url, poolSize: 1, log, statementTimeoutMs: 100 })
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(cut.db)
		const pid = rows[0]?.pid ?? 0
		process.kill(pid, 'SIGSTOP')
		try {
			await expect(sql`select 1`.execute(cut.db)).rejects.toSatisfy(isDatabaseAway)
			await expect(sql`select pg_backend_pid() as pid`.execute(cut.db)).resolves.not.toMatchObject({ rows })
		} finally {
			process.kill(pid, 'SIGCONT')
			await cut.close()
		}
	})

	test('logs and counts a slow statement by the function that sent it, with the request that led to it', async () => {
		const lines: { query?: string; requestId?: string; msg: string }[] = []
		const slowLog = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
		const slow = await openDatabase({ url: made.url, poolSize: 1, log: slowLog, slowAfterMs: -1 })
		try {
			const readSlowly = async () => {
				const { rows } = await sql`select 1 as one`.execute(slow.db)
				return rows
			}
			const answerPage = async () => {
				const rows = await readSlowly()
				return rows.length
			}
			await withRequestId('request-1', answerPage)
			expect(lines).toMatchObject([{ query: expect.stringMatching(/^readSlowly < answerPage/), requestId: 'request-1', msg: 'slow query' }])
			expect([...slow.slowStatements().values()]).toEqual([1])
		} finally {
			await slow.close()
		}
	})

	test('a statement that waits for a locked table gives up before it has used its whole time', async () => {
		const other = await openDatabase<{ counted: { id: number; note: string } }>({ url: made.url, poolSize: 1, log })
		try {
			await other.db.transaction().execute(async (trx) => {
				await sql`lock table counted`.execute(trx)
				await expect(opened.db.selectFrom('counted').selectAll().execute()).rejects.toMatchObject({ code: '55P03' })
			})
		} finally {
			await other.close()
		}
	})

	test('continues after a statement that failed inside a transaction', async () => {
		const insert = () =>
			opened.db.transaction().execute(async (trx) => {
				await trx.insertInto('counted').values({ id: 50, note: 'x' }).execute()
				await trx.insertInto('counted').values({ id: 50, note: 'y' }).execute()
			})
		await expect(insert()).rejects.toThrow(/duplicate key/)
		await expect(insert()).rejects.toThrow(/duplicate key/)
		expect(await opened.db.selectFrom('counted').select('id').where('id', '=', 50).execute()).toEqual([])
	})

	test('continues after a column was added to the table of a prepared statement', async () => {
		const read = () => opened.db.selectFrom('counted').selectAll().where('id', '=', 1).executeTakeFirst()
		await read()
		await sql`alter table counted add column extra int`.execute(opened.db)
		await expect(read()).rejects.toThrow(/cached plan/)
		expect(await read()).toEqual({ id: 1, note: '第1', extra: null })
	})

	test('refuses a pooler that lets statements run for ever, and sends it no settings of a session', async () => {
		const open = () => openDatabase({ url: made.url, poolerUrl: made.url, poolSize: 1, log, statementTimeoutMs: 3_000 })
		await expect(open()).rejects.toThrow('no idle_in_transaction_session_timeout, lock_timeout, statement_timeout')
		await sql`do $$ declare name text; begin
			foreach name in array array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
			loop execute format('alter database %I set %I = ''7s''', current_database(), name); end loop;
		end $$`.execute(opened.db)
		const pooled = await open()
		try {
			const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(pooled.db)
			expect(rows).toEqual([{ limit: '7s' }])
		} finally {
			await pooled.close()
		}
	})

	test('limits the number of named statements', async () => {
		for (let length = 1; length <= 450; length++) {
			const ids = Array.from({ length }, (_, index) => index)
			await opened.db.selectFrom('counted').select('id').where('id', 'in', ids).execute()
		}
		expect((await prepared()).length).toBeLessThanOrEqual(400)
	})

	test('keeps calendar days and big numbers as they are written', async () => {
		const { rows } = await sql`
			select date '2024-02-29' as day, array[date '2024-02-29'] as days, 9007199254740993::bigint as big,
				timestamptz '2024-02-29 09:00+09' as moment, time '09:30' as clock
		`.execute(opened.db)
		expect(rows).toEqual([
			{ day: '2024-02-29', days: ['2024-02-29'], big: '9007199254740993', moment: new Date('2024-02-29T00:00:00Z'), clock: '09:30:00' },
		])
	})

	test('refuses a statement that has waited for a connection for longer than it may', async () => {
		const one = await openDatabase({ url: made.url, poolSize: 1, log, acquireTimeoutMs: 50 })
		const transaction = await one.db.startTransaction().execute()
		try {
			await expect(sql`select 1`.execute(one.db)).rejects.toThrow(/timeout/)
		} finally {
			await transaction.rollback().execute()
			await one.close()
		}
	})

	test('runs a transaction again that was ended to break a deadlock', async () => {
		const two = await openDatabase<{ counted: { id: number; note: string } }>({
			url: made.url,
			poolSize: 2,
			log,
			statementTimeoutMs: 5_000,
		})
		try {
			await two.db
				.insertInto('counted')
				.values([901, 902].map((id) => ({ id, note: '' })))
				.execute()
			let met = 0
			let meet = () => {}
			const both = new Promise<void>((resolve) => (meet = resolve))
			const attempts: number[] = []
			const write = (first: number, second: number) =>
				againAfterDeadlock(() =>
					two.db.transaction().execute(async (trx) => {
						attempts.push(first)
						const mark = (id: number) =>
							trx
								.updateTable('counted')
								.set((eb) => ({ note: eb(eb.ref('note'), '||', `${first},`) }))
								.where('id', '=', id)
								.execute()
						await mark(first)
						met += 1
						if (met >= 2) meet()
						await both
						await mark(second)
					}),
				)
			await Promise.all([write(901, 902), write(902, 901)])
			// One of them again; twice where it takes its first row before the other, which waits for it, has woken.
			expect(attempts.length).toBeGreaterThan(2)
			const rows = await two.db.selectFrom('counted').select('note').where('id', '>', 900).execute()
			expect(rows.map(({ note }) => note.split(',').toSorted().join())).toEqual([',901,902', ',901,902'])
		} finally {
			await two.close()
		}
	})

	test('cuts off a statement that runs too long', async () => {
		await expect(sql`select pg_sleep(30)`.execute(opened.db)).rejects.toThrow(/statement timeout/)
	})

	test('fails at once when the database does not exist', async () => {
		const url = made.url.replace(/\/fresh_\w+/, '/nowhere')
		await expect(openDatabase({ url, poolSize: 1, log })).rejects.toThrow(/"nowhere" does not exist/)
	})

	test('refuses a user who may not create the queue’s schema before it writes anything', async () => {
		await opened.pool.query('create role without_schemas')
		try {
			await opened.pool.query('set role without_schemas')
			expect(await unsuitableServer(opened.pool)).toMatch(/grant it CREATE on the database\.$/)
			await opened.pool.query('reset role')
			expect(await unsuitableServer(opened.pool)).toBeNull()
		} finally {
			await opened.pool.query('reset role')
			await opened.pool.query('drop role without_schemas')
		}
	})
})
