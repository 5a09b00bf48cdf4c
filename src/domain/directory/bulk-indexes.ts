import { type Transaction, sql } from 'kysely'
import type { Database } from '../context.ts'

/**
 * Drops the indexes of tables that are about to be filled, other than those of constraints, and returns how to make
 * them again: the definitions stay where the migrations wrote them.
 */
export async function dropIndexes(trx: Transaction<Database>, tables: readonly string[]): Promise<{ name: string; definition: string }[]> {
	const { rows } = await sql<{ name: string; definition: string }>`
		select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
		from pg_index i
		join pg_class c on c.oid = i.indexrelid
		where i.indrelid = any (${tables}::text[]::regclass[])
			and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
		order by c.relname
	`.execute(trx)
	for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(trx)
	return rows
}
