import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'

type ColumnType = 'int' | 'int[]' | 'bigint' | 'real' | 'text' | 'text[]' | 'date' | 'time' | 'timestamptz' | 'bool' | 'json'
export type Cell = string | number | boolean | null | readonly string[]
/** Column name → type, in the order in which the cells of a row come. */
export type Columns = Readonly<Record<string, ColumnType>>

const CASTS: Record<ColumnType, string> = {
	int: 'int',
	// As a literal like '{1,2}', for the same reason as a list of texts.
	'int[]': 'text',
	bigint: 'bigint',
	real: 'float8',
	text: 'text',
	// unnest() would flatten an array of arrays, so lists travel as one text and are split in the database.
	'text[]': 'text',
	date: 'date',
	time: 'time',
	timestamptz: 'timestamptz',
	bool: 'bool',
	json: 'jsonb',
}

const SEPARATOR = '\u001f'
const SPECIAL = /["\\]/

function element(cell: Cell): string {
	if (cell === null) return 'NULL'
	if (typeof cell === 'string') return `"${SPECIAL.test(cell) ? cell.replace(/["\\]/g, '\\$&') : cell}"`
	if (typeof cell === 'object') return element(cell.join(SEPARATOR))
	return String(cell)
}

const valueOf = (name: string, type: ColumnType | undefined): string =>
	type === 'text[]' ? `string_to_array(r.${name}, chr(31))` : type === 'int[]' ? `r.${name}::int[]` : `r.${name}`

/**
 * Inserts rows of one table in a single statement: `insert … select from unnest(one array a column)`.
 * Several times faster than VALUES lists, and the statement's text is the same for any number of rows.
 */
export async function insertRows(
	db: Kysely<Database>,
	table: string,
	columns: Columns,
	rows: readonly (readonly Cell[])[],
	ending = '',
): Promise<void> {
	if (rows.length === 0) return
	const names = Object.keys(columns)
	const arrays = names.map((name, index) => {
		const literal = `{${rows.map((row) => element(row[index] ?? null)).join(',')}}`
		return sql`${literal}::${sql.raw(CASTS[columns[name] as ColumnType])}[]`
	})
	const values = names.map((name) => sql.raw(valueOf(name, columns[name])))
	await sql`
		insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
		overriding system value
		select ${sql.join(values)} from unnest(${sql.join(arrays)}) as r(${sql.raw(names.join(', '))})
		${sql.raw(ending)}
	`.execute(db)
}
