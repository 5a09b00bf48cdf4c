import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { runScript } from './run-script.ts'

/**
 * `npm run schema`: migrates an empty database and writes the types of its tables. `scripts/schema.test.ts` fails when
 * the file differs from the migrations.
 */

export const SCHEMA_FILE = path.resolve('src/domain/shared/schema.ts')

/** What the parsers of src/platform/database.ts make of a value. */
const valueTypes: Record<string, string> = {
	bool: 'boolean',
	bytea: 'Buffer',
	date: 'IsoDate',
	float4: 'number',
	float8: 'number',
	int2: 'number',
	int4: 'number',
	int8: 'string',
	jsonb: 'object',
	numeric: 'string',
	text: 'string',
	time: 'Time',
	timestamptz: 'Date',
	tsvector: 'string',
	uuid: 'string',
}

type Column = {
	table: string
	name: string
	type: string
	nullable: boolean
	/** The database alone gives the value: an identity or an expression. */
	is_always_generated: boolean
	has_default: boolean
	/** Constraints of this column alone. */
	checks: string[]
	comment: string | null
}

/** Returns the text of `SCHEMA_FILE` for the tables in the schema `public` of this database. */
export async function schemaText(pool: pg.Pool): Promise<string> {
	const { rows } = await pool.query<Column>(`
		select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
			a.attidentity = 'a' or a.attgenerated <> '' as is_always_generated, a.atthasdef or a.attidentity <> '' as has_default,
			array(
				select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
			) as checks,
			col_description(c.oid, a.attnum) as comment
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		join pg_type t on t.oid = a.atttypid
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
		order by c.relname, a.attnum
	`)
	const tables = [...Map.groupBy(rows, (column) => column.table)]
	return [
		'// Written by `npm run schema` from the migrations; not to be edited.',
		"import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
		"import type { IsoDate, Time } from './column-types.ts'",
		'',
		'export interface Schema {',
		...tables.flatMap(([table, columns]) => [`\t${table}: {`, ...columns.flatMap(columnLines), '\t}']),
		'}',
		'',
	].join('\n')
}

function columnLines(column: Column): string[] {
	const line = `\t\t${column.name}: ${columnType(column)}`
	return column.comment === null ? [line] : [`\t\t/** ${column.comment} */`, line]
}

function columnType(column: Column): string {
	const orNull = column.nullable ? ' | null' : ''
	const value = valueType(column) + orNull
	if (column.is_always_generated) return `GeneratedAlways<${value}>`
	// jsonb is written as text: pg would send an array as an array of PostgreSQL.
	if (column.type === 'jsonb') return `ColumnType<${value}, string${orNull}${column.has_default ? ' | undefined' : ''}, string${orNull}>`
	return column.has_default ? `Generated<${value}>` : value
}

function valueType({ table, name, type, checks }: Column): string {
	const isArray = type.startsWith('_')
	const scalar = valueTypes[isArray ? type.slice(1) : type]
	if (scalar === undefined) throw new Error(`${table}.${name} is of the type ${type}, which scripts/schema.ts does not know`)
	if (isArray) return `${scalar}[]`
	return checks.map(listedValues).find((values) => values !== null) ?? scalar
}

/** `'open' | 'closed'` for `check (state in ('open', 'closed'))`. */
function listedValues(check: string): string | null {
	const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1]
	return list === undefined ? null : [...list.matchAll(/'[^']*'/g)].join(' | ')
}

if (import.meta.main) {
	await runScript(async () => {
		const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-schema-'))
		const log = createLog('warn')
		try {
			const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log })
			try {
				const { db, pool, close } = await openDatabase({ url: postgres.url, poolSize: 2, log })
				await migrateToLatest(db)
				await writeFile(SCHEMA_FILE, await schemaText(pool))
				await close()
			} finally {
				await postgres.stop()
			}
		} finally {
			await rm(dataDir, { recursive: true, force: true })
		}
	})
}
