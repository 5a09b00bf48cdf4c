import type { Kysely } from 'kysely'
import { checkedSql, text, textArray } from '../src/platform/checked-sql.ts'

export type ForeignKey = { table: string; columns: readonly string[]; target: string; targetColumns: readonly string[] }

const selectForeignKeys = checkedSql({ table: text, columns: textArray, target: text, targetColumns: textArray })

/** The foreign keys of the schema `public`, by table; those of one column first. Columns of both sides are in the same order. */
export async function readForeignKeys<Any>(db: Kysely<Any>): Promise<ForeignKey[]> {
	const { rows } = await selectForeignKeys`
		select c.relname as table, f.relname as target,
			array(
				select a.attname::text from unnest(k.conkey) with ordinality u(num, place)
				join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.place
			) as columns,
			array(
				select a.attname::text from unnest(k.confkey) with ordinality u(num, place)
				join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.place
			) as "targetColumns"
		from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
		where k.contype = 'f' and k.connamespace = 'public'::regnamespace
		order by c.relname, cardinality(k.conkey), k.conname
	`.execute(db)
	return rows
}
