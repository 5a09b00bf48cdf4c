import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { connectionTo } from '../database-hosts.ts'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import type { Manifest, TableInBackup } from './backup-manifest.ts'

/**
 * Tables of the queue that hold work to be done. The rest of its schema is figures, and belongs to the version of pg-boss
 * that made it.
 */
const queueTables = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

/** COPY writes values as the session shows them; rows must look alike whatever the server's settings are. */
const SESSION = `
	set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set extra_float_digits to 1;
	set bytea_output to 'hex'; set client_encoding to 'UTF8'; set synchronize_seqscans to off; set row_security to off;
	set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; set lock_timeout to '30s'`

export type Table = Pick<TableInBackup, 'name' | 'columns'>

/** Opens a connection for reading or writing complete tables. */
export async function connect(url: string): Promise<pg.Client> {
	const client = new pg.Client({ ...connectionTo(url), application_name: 'shirube backup', keepAlive: true })
	await client.connect()
	await client.query(SESSION)
	return client
}

/** Tables whose rows outlive a crash (unlogged ones hold counters only), with the columns that can be written. */
export async function listTables(client: pg.Client): Promise<Table[]> {
	const { rows } = await client.query<Table>(
		`select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
		 from pg_class c
		 join pg_namespace n on n.oid = c.relnamespace
		 join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		 where c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
		   and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = any($1)))
		 group by 1 order by 1`,
		[queueTables],
	)
	return rows
}

/** Returns the value of each sequence of our own tables. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
	const { rows } = await client.query<{ name: string }>(
		`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		 where c.relkind = 'S' and n.nspname = 'public' order by 1`,
	)
	const sequences: Manifest['sequences'] = []
	for (const { name } of rows) {
		const found = await client.query<{ value: string; isCalled: boolean }>(
			`select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
		)
		const [place] = found.rows
		if (place) sequences.push({ name, ...place })
	}
	return sequences
}

/** Version of the queue's schema, null where there is none. */
export async function queueVersionOf(client: pg.Client): Promise<number | null> {
	const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`)
	if (!found[0]?.there) return null
	const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
	return rows[0]?.version ?? null
}

/** Reads a table; `take` gets its rows as COPY writes them. Returns their count and checksum. */
export async function copyOut(
	client: pg.Client,
	{ name, columns }: Table,
	take: (rows: Readable) => Promise<void>,
): Promise<TableInBackup> {
	const hash = createHash('sha256')
	const copying = client.query(copyTo(`copy (select ${listed(columns)} from ${quoted(name)}) to stdout`))
	const hashing = throughHash(hash)
	await Promise.all([pipeline(copying, hashing), take(hashing)])
	return { name, columns, rows: copying.rowCount, sha256: hash.digest('hex') }
}

/** For `copyOut`, when only the checksum is wanted. */
export const discard = async (rows: Readable): Promise<void> => {
	for await (const _ of rows) continue
}

/** Writes rows into an empty table. Throws `StartError` when they are not those of the manifest. */
export async function copyIn(client: pg.Client, table: TableInBackup, rows: Readable): Promise<void> {
	const hash = createHash('sha256')
	const copying = client.query(copyFrom(`copy ${quoted(table.name)} (${listed(table.columns)}) from stdin`))
	await pipeline(rows, throughHash(hash), copying)
	if (hash.digest('hex') !== table.sha256 || copying.rowCount !== table.rows)
		throw new StartError(`The backup is damaged: the rows of ${table.name} are not what they were.`)
}

const throughHash = (hash: ReturnType<typeof createHash>) =>
	new Transform({
		transform(chunk: Buffer, _encoding, done) {
			hash.update(chunk)
			done(null, chunk)
		},
	})

/** `public.offices` as SQL. */
export const quoted = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.')
const listed = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ')
