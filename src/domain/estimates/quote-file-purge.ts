import { sql } from 'kysely'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Ctx } from '../shared/context.ts'

const AT_ONCE = 200

/** Deletes files of quotes that are gone, and those with a client's name that was erased, the file before its row. Returns the number. */
export async function purgeQuoteFiles(ctx: Pick<Ctx, 'db'>, storage: Storage): Promise<number> {
	const { rows } = await checkedSql({ stored_name: text })`
		select f.stored_name from quote_files f
		left join estimate_quotes q on q.id = f.quote_id
		left join estimate_deliveries d on d.id = q.delivery_id
		left join estimate_requests r on r.id = d.request_id
		where r.id is null or (f.client_named and r.contact_name is null)
		limit ${sql.lit(AT_ONCE)}
	`.execute(ctx.db)
	for (const { stored_name: name } of rows) {
		await storage.remove(name)
		await ctx.db.deleteFrom('quote_files').where('stored_name', '=', name).execute()
	}
	return rows.length
}
