import { type Transaction, sql } from 'kysely'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import type { Database } from '../shared/context.ts'

export type Restoration = { name: string; statement: string }

/**
 * Drops the keys and indexes that slow down filling empty tables, and returns what `restore` makes them of again: the definitions
 * stay in the migrations. A key that rows of other tables refer to stays.
 */
export async function stripForFill(trx: Transaction<Database>, tables: readonly string[]): Promise<Restoration[]> {
	const { rows: keys } = await checkedSql({ table: text, name: text, definition: text })`
		select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
		from pg_constraint k where conrelid = any (${tables}::text[]::regclass[]) and contype in ('p', 'u', 'f')
			and not exists (select from pg_constraint r where r.contype = 'f' and k.contype <> 'f' and r.conindid = k.conindid)
		order by contype = 'f', conname
	`.execute(trx)
	const { rows: indexes } = await checkedSql({ name: text, definition: text })`
		select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
		from pg_index i
		join pg_class c on c.oid = i.indexrelid
		where i.indrelid = any (${tables}::text[]::regclass[])
			and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
		order by c.relname
	`.execute(trx)
	for (const { table, name } of keys) await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(trx)
	for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(trx)
	return [
		...keys.map(({ table, name, definition }) => ({ name, statement: `alter table "${table}" add constraint "${name}" ${definition}` })),
		...indexes.map(({ name, definition }) => ({ name, statement: definition })),
	]
}

/** Makes one of the keys and indexes again, for all rows at once. */
export async function restore(trx: Transaction<Database>, { statement }: Restoration): Promise<void> {
	await sql.raw(statement).execute(trx)
}
