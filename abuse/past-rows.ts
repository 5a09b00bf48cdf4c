import type { Pool, PoolClient } from 'pg'
import { isReference } from './private-fields.ts'
import { inTransaction } from './transaction.ts'

const KEPT = 'abuse_kept'
const PAST = 'abuse_past'

/** A row counts until its removal is committed, somewhat later than the trigger that keeps it at the end of the transaction. */
const COMMIT_MS = 5_000

export type PastRows = {
	/** Calls `read` in a transaction that reads every table as it is now and as it was at any time from `since` on. */
	read: <T>(since: Date, read: (client: PoolClient) => Promise<T>) => Promise<T>
	/** To be called when the rows have been put back. */
	forget: () => Promise<void>
}

/**
 * Keeps every row that a request changes or removes. An answer is judged after it has come, and meanwhile another request
 * may have ended what permitted it: a member unfollows an expert, an owner dismisses a colleague.
 */
export async function keepPastRows(pool: Pool): Promise<PastRows> {
	const { rows } = await pool.query<{ name: string }>(
		`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
	)
	const tables = rows.map(({ name }) => name).filter((name) => !isReference(name))
	await inTransaction(pool, (client) => createKeeping(client, tables))
	return {
		read: (since, read) =>
			inTransaction(pool, async (client) => {
				await client.query(`select set_config('search_path', $1, true), set_config('abuse.since', $2, true)`, [
					`${PAST}, public`,
					new Date(since.getTime() - COMMIT_MS).toISOString(),
				])
				return read(client)
			}),
		forget: async () => void (await pool.query(`truncate ${tables.map((table) => `${KEPT}."${table}"`).join(', ')}`)),
	}
}

async function createKeeping(client: PoolClient, tables: readonly string[]): Promise<void> {
	await client.query(`create schema ${KEPT}; create schema ${PAST}`)
	await client.query(
		`create function ${KEPT}.keep() returns trigger language plpgsql as $$
		begin
			execute format('insert into ${KEPT}.%I select ($1).*, clock_timestamp()', tg_table_name) using old;
			return null;
		end $$`,
	)
	for (const table of tables) {
		const { rows } = await client.query<{ columns: string }>(
			`select string_agg(quote_ident(attname), ', ' order by attnum) as columns
			from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
			[`public."${table}"`],
		)
		await client.query(`
			create table ${KEPT}."${table}" as select *, now() as kept_until from public."${table}" with no data;
			create constraint trigger keep after update or delete on public."${table}" deferrable initially deferred for each row
				execute function ${KEPT}.keep();
			create view ${PAST}."${table}" as select * from public."${table}" union all
				select ${rows[0]?.columns} from ${KEPT}."${table}" where kept_until >= current_setting('abuse.since')::timestamptz`)
	}
}
