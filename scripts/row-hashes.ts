import { type Kysely, sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../src/platform/checked-sql.ts'
import { type ForeignKey, readForeignKeys } from './foreign-keys.ts'
import { runScript, withDatabase } from './run-script.ts'

/**
 * `npm run seed:hashes`: prints the number of rows and a hash of the rows of every table of the site's database, one line each. Two
 * revisions of the seed wrote the same rows when `diff` finds no difference between what they print.
 *
 * The order of rows does not count. These values are not compared, because they differ although the content is the same:
 * - ids that the database generates. A foreign key to such an id counts as the hash of the row that it points to, so that
 *   what belongs together is compared; one to the same table or back to an earlier one of a cycle counts as set or not set.
 * - timestamps, which count as set or not set: the demo is written relative to the day of the seed.
 * - `unstable` and `unseeded` below.
 */

/** Columns with random values, or with ids or moments that no foreign key or type shows; they count as set or not set. */
const unstable: Readonly<Record<string, readonly string[]>> = {}

/** What the seed notes about itself. */
const unseeded: ReadonlySet<string> = new Set(['seed_marks'])

const selectColumns = checkedSql({ table_name: text, column_name: text, is_timestamp: bool, is_generated: bool })
const selectHash = checkedSql({ row_count: int4, hash: text })

type Column = { name: string; isTimestamp: boolean; isGenerated: boolean }
type Table = { name: string; columns: Column[]; foreignKeys: ForeignKey[] }

export type TableHash = { table: string; rows: number; hash: string }

/** Returns the hash of every table with rows, by name, all as of one moment. */
export async function rowHashes<Any>(database: Kysely<Any>): Promise<TableHash[]> {
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (db) => {
			const tables = await readTables(db)
			const hashed = new Set<Table>()
			const hashes: TableHash[] = []
			for (const table of inOrderOfReference(tables)) {
				hashes.push(await hashTable(db, table, tables, hashed))
				hashed.add(table)
			}
			return hashes.filter(({ rows }) => rows > 0).toSorted((one, other) => (one.table < other.table ? -1 : 1))
		})
}

async function readTables<Any>(db: Kysely<Any>): Promise<Map<string, Table>> {
	const { rows: columns } = await selectColumns`
		select c.relname as table_name, a.attname as column_name, a.atttypid = 'timestamptz'::regtype as is_timestamp,
			a.attidentity <> '' as is_generated
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
		order by c.relname, a.attname
	`.execute(db)
	const keysOf = Map.groupBy(await readForeignKeys(db), ({ table }) => table)
	const tables = [...Map.groupBy(columns, (column) => column.table_name)].map(([name, ofTable]): Table => ({
		name,
		columns: ofTable.map((column) => ({ name: column.column_name, isTimestamp: column.is_timestamp, isGenerated: column.is_generated })),
		foreignKeys: keysOf.get(name) ?? [],
	}))
	return new Map(tables.filter(({ name }) => !unseeded.has(name)).map((table) => [table.name, table]))
}

/** The table with the generated id that a column holds, if any: followed through keys that point at other keys. */
function originOf(tables: ReadonlyMap<string, Table>, table: Table, column: string, passed: readonly string[] = []): Table | null {
	for (const { columns, target: name, targetColumns } of table.foreignKeys) {
		const target = tables.get(name)
		const targetColumn = targetColumns[columns.indexOf(column)]
		if (target === undefined || targetColumn === undefined || passed.includes(`${name}.${targetColumn}`)) continue
		if (target.columns.some((one) => one.name === targetColumn && one.isGenerated)) return target
		const origin = originOf(tables, target, targetColumn, [...passed, `${name}.${targetColumn}`])
		if (origin !== null) return origin
	}
	return null
}

/** Each table after those whose hashes it takes, except where they form a cycle. */
function inOrderOfReference(tables: ReadonlyMap<string, Table>): Set<Table> {
	const done = new Set<Table>()
	const begun = new Set<Table>()
	const visit = (table: Table) => {
		if (begun.has(table)) return
		begun.add(table)
		for (const { name } of table.columns) {
			const origin = originOf(tables, table, name)
			if (origin !== null) visit(origin)
		}
		done.add(table)
	}
	for (const table of tables.values()) visit(table)
	return done
}

const hashesOf = ({ name }: Table) => sql.table(`row_hashes_${name}`)

/** Hashes the rows of a table into a temporary table, for those that refer to it, and these hashes into one. */
async function hashTable<Any>(
	db: Kysely<Any>,
	table: Table,
	tables: ReadonlyMap<string, Table>,
	hashed: ReadonlySet<Table>,
): Promise<TableHash> {
	const id = table.columns.find(({ isGenerated }) => isGenerated)?.name
	const values = table.columns.flatMap(({ name, isTimestamp }) => {
		if (name === id) return []
		const origin = originOf(tables, table, name)
		const value = sql.ref(`t.${name}`)
		if (origin !== null && hashed.has(origin)) return sql`(select h.hash from ${hashesOf(origin)} h where h.id = ${value})`
		return origin !== null || isTimestamp || unstable[table.name]?.includes(name) ? sql`(${value} is not null)` : value
	})
	await sql`
		create temporary table ${hashesOf(table)} on commit drop as
		select ${id === undefined ? sql`null::bigint` : sql.ref(`t.${id}`)} as id, md5(row(${sql.join(values)})::text) as hash from ${sql.table(table.name)} t
	`.execute(db)
	await sql`create index on ${hashesOf(table)} (id)`.execute(db)
	await sql`analyze ${hashesOf(table)}`.execute(db)
	// A sum does not depend on the order and, unlike an exclusive or, counts equal rows.
	const { rows } = await selectHash`
		select count(*)::integer as row_count,
			md5(coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint::numeric), 0) || ' ' || coalesce(sum(('x' || right(hash, 16))::bit(64)::bigint::numeric), 0)) as hash
		from ${hashesOf(table)}
	`.execute(db)
	return { table: table.name, rows: rows[0]?.row_count ?? 0, hash: rows[0]?.hash ?? '' }
}

if (import.meta.main)
	await runScript(() =>
		withDatabase(async ({ db }) => {
			for (const { table, rows, hash } of await rowHashes(db)) console.log(`${table.padEnd(36)} ${String(rows).padStart(9)} ${hash}`)
		}),
	)
