import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildListings } from '../src/domain/listings/listings-rebuild.ts'
import { verifyAuditChain } from '../src/domain/operations/audit-chain.ts'
import { addUpWeeks } from '../src/domain/operations/insights/measuring.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { checkedSql, date, int4, text } from '../src/platform/checked-sql.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import type { ReleasedMigration } from '../src/platform/migration-marks.ts'
import { migrateToLatest, migrateToThese } from '../src/platform/migrator.ts'
import { readSchemaFacts, schemaDifferences } from '../src/platform/schema-compatibility.ts'
import { emptyDatabase } from './database.ts'
import { inSampleTransaction, loadSample, readColumns, readRows, readSample, type ReleaseSample } from './release-samples.ts'

const released = JSON.parse(await readFile('migrations/released.json', 'utf8')) as ReleasedMigration[]
const releases = [...new Set(released.map(({ release }) => release))]

/** What migrations do to rows on purpose. Everything else that a release has written is there after them, as it was. */
const stated: readonly { migration: string; changes: string; because: string }[] = [
	{
		migration: '0530-prefecture-of-queue-views',
		changes: 'queue_views.query',
		because: 'A saved view of changes of offices names its prefecture as every queue does.',
	},
	{
		migration: '0534-threads-of-bookings',
		changes: 'inquiries.reply_due_at',
		because: 'A booking asks the office for no reply.',
	},
]

type Row = (string | null)[]
type Rows = Map<string, { columns: string[]; rows: Row[] }>

/** Rows of these tables, with the columns of a database. */
const readTables = (db: Kysely<Database>, names: Iterable<string>): Promise<Rows> =>
	inSampleTransaction(db, async (trx) => {
		const columns = await readColumns(trx)
		const read: Rows = new Map()
		for (const name of names) {
			const ofTable = (columns.get(name) ?? []).map((column) => column.name)
			if (ofTable.length > 0) read.set(name, { columns: ofTable, rows: await readRows(trx, name, ofTable) })
		}
		return read
	})

/** What is no longer as it was, one line each: a table, a column, or rows by the columns that both have. */
function lost(before: Rows, after: Rows, isStated: (change: string) => boolean): string[] {
	return [...before].flatMap(([table, { columns, rows }]) => {
		const now = after.get(table)
		if (!now) return isStated(table) ? [] : [`${table} is gone`]
		const gone = columns.filter((column) => !now.columns.includes(column) && !isStated(`${table}.${column}`))
		const both = columns.filter((column) => now.columns.includes(column) && !isStated(`${table}.${column}`))
		const texts = (of: { columns: string[]; rows: Row[] }) =>
			of.rows.map((row) => JSON.stringify(Object.fromEntries(both.map((column) => [column, row[of.columns.indexOf(column)]])))).toSorted()
		const left = Map.groupBy(texts(now), (row) => row)
		const missing = texts({ columns, rows }).filter((row) => left.get(row)?.pop() === undefined)
		const added = [...left.values()].flat()
		return [
			...gone.map((column) => `${table}.${column} is gone`),
			...(isStated(`rows of ${table}`)
				? []
				: [...missing.map((row) => `${table} had ${row}`), ...added.map((row) => `${table} has ${row}`)]),
		]
	})
}

describe.each(releases)('the site of release %s, upgraded', (release) => {
	let opened: OpenedDatabase<Database>
	let sample: ReleaseSample
	let before: Rows
	let after: Rows

	beforeAll(async () => {
		opened = await emptyDatabase()
		sample = await readSample(release)
		await migrateToThese(opened.db, sample.migrations)
		await loadSample(opened.db, sample)
		before = await readTables(opened.db, Object.keys(sample.tables))
		await migrateToLatest(opened.db)
		after = await readTables(opened.db, Object.keys(sample.tables))
	}, 120_000)
	afterAll(() => opened.close())

	test('has rows of all migrations of its release', () => {
		const last = released.findLastIndex((migration) => migration.release === release)
		expect(sample.migrations).toEqual(released.slice(0, last + 1).map(({ name }) => name))
		const needed = ['users', 'sessions', 'offices', 'experts', 'questions', 'answers', 'articles', 'inquiries', 'invoices', 'audit_log']
		expect(needed.filter((table) => !before.get(table)?.rows.length)).toEqual([])
	})

	test('has the schema of a new site', async () => {
		const fresh = await emptyDatabase()
		try {
			await migrateToLatest(fresh.db)
			expect(schemaDifferences(await readSchemaFacts(opened.db), await readSchemaFacts(fresh.db))).toEqual([])
		} finally {
			await fresh.close()
		}
	}, 60_000)

	test('has every row as it was, but for what a migration states', () => {
		const changes = stated.filter(({ migration }) => !sample.migrations.includes(migration)).map((change) => change.changes)
		expect(lost(before, after, (change) => changes.includes(change))).toEqual([])
	})

	test('has saved views of changes of offices with the prefecture that they had', () => {
		const queries = (rows: Rows) => {
			const { columns, rows: views } = rows.get('queue_views') ?? { columns: [], rows: [] }
			const [queue, name, query] = ['queue', 'name', 'query'].map((column) => columns.indexOf(column)) as [number, number, number]
			return Object.fromEntries(views.map((view) => [`${view[queue]}: ${view[name]}`, view[query]]))
		}
		for (const [name, had] of Object.entries(queries(before)))
			expect(queries(after)[name]).toBe(name.startsWith('offices: ') ? had?.replace('filter=', 'prefecture=') : had)
	})

	test('has threads of bookings that ask for no reply, and all others as they were', async () => {
		const valuesByKey = (rows: Rows, table: string, column: string) => {
			const { columns, rows: all } = rows.get(table) ?? { columns: [], rows: [] }
			return new Map(all.map((row) => [row[columns.indexOf('client_key')] ?? '', row[columns.indexOf(column)] ?? null]))
		}
		const bookings = valuesByKey(before, 'appointments', 'id')
		const threads = await opened.db.selectFrom('inquiries').select(['client_key', 'booked_at']).execute()
		for (const { client_key, booked_at } of threads)
			expect([client_key, booked_at !== null]).toEqual([client_key, bookings.has(client_key)])
		if (!before.get('inquiries')?.columns.includes('reply_due_at')) return
		const [had, has] = [before, after].map((rows) => valuesByKey(rows, 'inquiries', 'reply_due_at'))
		for (const [key, due] of has ?? []) expect([key, due]).toEqual([key, bookings.has(key) ? null : had?.get(key)])
	})

	test('has rows that every foreign key allows', async () => {
		const { rows } = await checkedSql({ table: text, name: text })`
			select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
			where k.connamespace = 'public'::regnamespace and k.contype = 'f'
		`.execute(opened.db)
		const broken: string[] = []
		for (const { table, name } of rows) {
			// The rows were loaded without a check. The database checks all of them when it begins to enforce the key.
			await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} not enforced`.execute(opened.db)
			await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} enforced`
				.execute(opened.db)
				.catch((error: Error) => broken.push(error.message))
		}
		expect(rows.length).toBeGreaterThan(100)
		expect(broken).toEqual([])
	})

	test('has no constraint whose rows nobody has checked', async () => {
		const { rows } = await checkedSql({ name: text })`
			select conname as name from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
		`.execute(opened.db)
		expect(rows).toEqual([])
	})

	test('has the figures that its rows give', async () => {
		const { db } = opened
		const { rows: experts } = await checkedSql({ verified: int4, kept: int4 })`
			select (select count(*) from experts where state = 'verified')::integer as verified,
				(select coalesce(sum(change), 0) from verified_expert_changes)::integer as kept
		`.execute(db)
		expect(experts[0]?.kept).toBe(experts[0]?.verified)
		const { rows: measured } = await checkedSql({ first: date, last: date })`
			select min(day) as first, max(day) as last from insight_days having count(*) > 0
		`.execute(db)
		for (const range of measured) {
			const weeks = await readTables(db, ['insight_weeks'])
			await addUpWeeks({ db }, range)
			expect(lost(weeks, await readTables(db, ['insight_weeks']), () => false)).toEqual([])
		}
	})

	test('has an unbroken audit log', async () => {
		const { head, fault } = await verifyAuditChain(opened.db)
		expect(fault).toBeNull()
		expect(head.count).toBe(before.get('audit_log')?.rows.length)
	})

	test('has the lists that its offices give', async () => {
		const tables = ['office_listings', 'station_listings', 'office_cases', 'office_tasks']
		const ofWhole = (rows: Rows): Rows =>
			new Map(
				[...rows].map(([name, { columns, rows: all }]) => [
					name,
					{ columns, rows: all.filter((row) => sample.whole.offices.includes(row[columns.indexOf('office_id')] ?? '')) },
				]),
			)
		const kept = ofWhole(await readTables(opened.db, tables))
		await rebuildListings(opened.db)
		expect(kept.get('office_listings')?.rows.length).toBeGreaterThan(0)
		expect(lost(kept, ofWhole(await readTables(opened.db, tables)), () => false)).toEqual([])
	})

	test('has the numbers of answers that its questions have', async () => {
		const { rows } = await checkedSql({ id: int4, kept: int4, counted: int4 })`
			select q.id, q.answer_count as kept,
				(select count(*) from answers a where a.question_id = q.id and a.hidden_at is null)::integer as counted
			from questions q where q.id = any(${sample.whole.questions}::integer[])
		`.execute(opened.db)
		expect(rows.length).toBeGreaterThan(0)
		expect(rows.map(({ id, kept }) => ({ id, answers: kept }))).toEqual(rows.map(({ id, counted }) => ({ id, answers: counted })))
	})
})
