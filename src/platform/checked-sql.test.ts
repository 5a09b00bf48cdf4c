import { sql } from 'kysely'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { sharedDatabase } from '../../test/database.ts'
import {
	bool,
	builtJson,
	bytea,
	checkedSql,
	date,
	float8,
	int4,
	int4Array,
	int8,
	numeric,
	type RowOf,
	text,
	textArray,
	time,
	timestamptz,
	uuid,
} from './checked-sql.ts'

const { db } = await sharedDatabase()

const fact = checkedSql({ id: int4, name: text, at: timestamptz.nullable })

describe('a statement with described rows', () => {
	test('returns them with the inferred type', async () => {
		const { rows } = await fact`select ${7}::integer as id, 'a' as name, null::timestamptz as at`.execute(db)
		expect(rows).toEqual([{ id: 7, name: 'a', at: null }])
		expectTypeOf(rows).toEqualTypeOf<{ id: number; name: string; at: Date | null }[]>()
		expectTypeOf<RowOf<typeof fact>>().toEqualTypeOf<{ id: number; name: string; at: Date | null }>()
	})

	test('may return its columns in any order, and no rows', async () => {
		expect((await fact`select now() as at, 'a' as name, 1 as id where false`.execute(db)).rows).toEqual([])
	})

	test.each([
		['a column is missing', sql`select 1 as id, 'a' as name`, 'no column at'],
		['a column is not described', sql`select 1 as id, 'a' as name, now() as at, 2 as more`, 'undescribed or repeated column more'],
		['a column comes twice', sql`select 1 as id, 'a' as name, now() as at, 'b' as name`, 'undescribed or repeated column name'],
		['a type differs', sql`select 1::bigint as id, 'a' as name, now() as at`, 'id has the type OID 20 instead of 23'],
		['a type differs and no row comes', sql`select 1 as id, 'a' as name, current_date as at where false`, 'at has the type OID 1082'],
		['a null comes', sql`select 1 as id, case when n = 2 then 'a' end as name, now() as at from generate_series(1, 2) n`, 'name is null'],
	])('is refused when %s', async (_case, statement, message) => {
		await expect(fact`${statement}`.execute(db)).rejects.toThrow(message)
	})

	test('is refused in a transaction, which is rolled back', async () => {
		const write = db.transaction().execute(async (trx) => {
			await checkedSql({ name: int4 })`insert into seed_marks (name, value) values ('refused', '1') returning name`.execute(trx)
		})
		await expect(write).rejects.toThrow('Not the described rows: name has the type OID 25')
		expect(await db.selectFrom('seed_marks').selectAll().where('name', '=', 'refused').execute()).toEqual([])
	})

	test('is named by its SQL in the error', async () => {
		await expect(checkedSql({ id: int4 })`select\n\t\t'a' as id`.execute(db)).rejects.toThrow("in: select 'a' as id")
	})

	test('is not checked in production', async () => {
		vi.stubEnv('NODE_ENV', 'production')
		vi.resetModules()
		const { checkedSql: tag, int4: id } = await import('./checked-sql.ts')
		expect((await tag({ id })`select 'a' as other`.execute(db)).rows).toEqual([{ other: 'a' }])
		vi.unstubAllEnvs()
	})

	test('can be a part of another', async () => {
		const ids = checkedSql({ id: int4 })`select ${3}::integer as id`
		expect((await checkedSql({ total: int8 })`select sum(id) as total from (${ids}) part`.execute(db)).rows).toEqual([{ total: '3' }])
	})
})

const scalars = { bool, bytea, date, float8, int4, int4Array, int8, numeric, text, textArray, time, timestamptz, uuid }

describe('columns', () => {
	test.each([
		['bool', sql`true`, true],
		['bytea', sql`'\\x01'::bytea`, Buffer.from([1])],
		['int8', sql`9007199254740993`, '9007199254740993'],
		['int4', sql`1::smallint`, 1],
		['int4', sql`1`, 1],
		['text', sql`'a'`, 'a'],
		['text', sql`'a'::varchar(3)`, 'a'],
		['float8', sql`1.5::float8`, 1.5],
		['date', sql`date '2026-06-15'`, '2026-06-15'],
		['time', sql`time '09:30'`, '09:30:00'],
		['timestamptz', sql`timestamptz '2026-06-15T03:00:00Z'`, new Date('2026-06-15T03:00:00Z')],
		['numeric', sql`1.50`, '1.50'],
		['uuid', sql`'00000000-0000-4000-8000-000000000000'::uuid`, '00000000-0000-4000-8000-000000000000'],
		['int4Array', sql`array[1, 2]`, [1, 2]],
		['textArray', sql`array['a', 'b']`, ['a', 'b']],
	] as const)('%s has the type and the value that the driver gives', async (name, expression, value) => {
		const { rows } = await checkedSql({ value: scalars[name] })`select ${expression} as value`.execute(db)
		expect(rows).toEqual([{ value }])
	})

	test('an array with a null among its elements is refused', async () => {
		const write = checkedSql({ ids: int4Array })`select array[1, null] as ids`.execute(db)
		await expect(write).rejects.toThrow('ids has a null among its elements')
	})

	test('a union narrows the type', () => {
		const states = checkedSql({ state: text.as<'open' | 'closed'>().nullable, other: bool, day: date, lat: float8, sum: numeric })
		expectTypeOf<RowOf<typeof states>>().toEqualTypeOf<{
			state: 'open' | 'closed' | null
			other: boolean
			day: string
			lat: number
			sum: string
		}>()
	})

	test('built json must have the described shape', async () => {
		const tasks = builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string() })))
		const right = await checkedSql({ tasks })`select jsonb_agg(jsonb_build_object('id', 1, 'name', 'a')) as tasks`.execute(db)
		expect(right.rows).toEqual([{ tasks: [{ id: 1, name: 'a' }] }])
		expectTypeOf(right.rows).toEqualTypeOf<{ tasks: { id: number; name: string }[] }[]>()
		await expect(checkedSql({ tasks })`select jsonb_agg(jsonb_build_object('id', 1)) as tasks`.execute(db)).rejects.toThrow('name')
	})
})
