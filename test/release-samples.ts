import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { checkedSql, storedJson, text } from '../src/platform/checked-sql.ts'

/** Values of the rows of a table by column, as PostgreSQL writes them in UTC. All columns have the same number. */
export type SampleTable = Record<string, (string | null)[]>

/** Rows of a site as a release left them. */
export type ReleaseSample = {
	release: string
	migrations: string[]
	/** Their last values. */
	sequences: Record<string, string>
	/** Ids of those that are here with all that belongs to them. */
	whole: Record<'offices' | 'questions', string[]>
	tables: Record<string, SampleTable>
}

export const sampleFile = (release: string): string => path.resolve(`test/releases/${release}.json.br`)

export async function readSample(release: string): Promise<ReleaseSample> {
	const unpacked = await promisify(brotliDecompress)(await readFile(sampleFile(release)))
	return JSON.parse(unpacked.toString('utf8')) as ReleaseSample
}

/** Writes the file of a sample. Returns its size in bytes. */
export async function writeSample(sample: ReleaseSample): Promise<number> {
	const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 }
	const packed = await promisify(brotliCompress)(JSON.stringify(sample), { params })
	await writeFile(sampleFile(sample.release), packed)
	return packed.length
}

const selectColumns = checkedSql({ table: text, name: text, type: text })

export type Column = { name: string; type: string }

/** The columns of each table that can be written, with their types. */
export async function readColumns<Any>(db: Kysely<Any>): Promise<Map<string, Column[]>> {
	const { rows } = await selectColumns`
		select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum
	`.execute(db)
	return Map.groupBy(rows, ({ table }) => table)
}

/** Rows as they are read to be compared: the text of each column. */
export async function readRows<Any>(
	db: Kysely<Any>,
	table: string,
	columns: readonly string[],
	condition: RawBuilder<unknown> = sql`true`,
): Promise<(string | null)[][]> {
	const values = sql.join(columns.map((name) => sql`${sql.ref(name)}::text`))
	const { rows } = await checkedSql({ row: storedJson<(string | null)[]>() })`
		select to_jsonb(array[${values}]::text[]) as row from ${sql.table(table)} where ${condition} order by ctid
	`.execute(db)
	return rows.map(({ row }) => row)
}

/** Runs `handler` in a transaction that writes values as a sample has them. */
export const inSampleTransaction = <Any, Result>(db: Kysely<Any>, handler: (trx: Kysely<Any>) => Promise<Result>): Promise<Result> =>
	db
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (trx) => {
			await sql`set local timezone = 'UTC'`.execute(trx)
			return handler(trx)
		})

/**
 * Puts the rows of a sample in place of those that the migrations of its release have written. No trigger runs and no foreign key is
 * checked: the rows are as they were left.
 */
export async function loadSample<Any>(db: Kysely<Any>, sample: ReleaseSample): Promise<void> {
	const columns = await readColumns(db)
	const always = await readAlwaysTriggers(db)
	await inSampleTransaction(db, async (trx) => {
		await sql`set local session_replication_role = replica`.execute(trx)
		for (const { table, name } of always) await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(name)}`.execute(trx)
		for (const [table, values] of Object.entries(sample.tables)) {
			const written = (columns.get(table) ?? []).filter(({ name }) => name in values)
			const names = sql.join(written.map(({ name }) => sql.ref(name)))
			const cast = sql.join(written.map(({ name, type }) => sql`${sql.ref(`u.${name}`)}::${sql.raw(type)}`))
			const given = sql.join(written.map(({ name }) => sql`${values[name]}::text[]`))
			await sql`delete from ${sql.table(table)}`.execute(trx)
			await sql`
				insert into ${sql.table(table)} (${names}) overriding system value select ${cast} from unnest(${given}) as u (${names})
			`.execute(trx)
		}
		for (const { table, name } of always) await sql`alter table ${sql.table(table)} enable always trigger ${sql.ref(name)}`.execute(trx)
		for (const [name, last] of Object.entries(sample.sequences)) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx)
	})
}

/** Triggers that run even for a replica. */
async function readAlwaysTriggers<Any>(db: Kysely<Any>): Promise<{ table: string; name: string }[]> {
	const { rows } = await checkedSql({ table: text, name: text })`
		select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
		where not t.tgisinternal and t.tgenabled = 'A' and c.relnamespace = 'public'::regnamespace order by 1, 2
	`.execute(db)
	return rows
}
