import type { Kysely } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Database } from '../shared/context.ts'
import { contributionsSql } from './listing-rows.ts'

/** The cache tags of every page that shows one of these offices: its own page and its current lists. */
export async function tagsOfOffices(db: Kysely<Database>, officeIds: readonly number[]): Promise<string[]> {
	const tags = new Set<string>()
	for (const id of officeIds) {
		tags.add(`office:${id}`)
		const { rows } = await checkedSql({ area_id: int4, scope_id: int4 })`
			select distinct area_id, scope_id from (${contributionsSql(id)}) c
		`.execute(db)
		for (const row of rows) tags.add(`list:${row.scope_id}:${row.area_id}`)
	}
	return [...tags]
}
