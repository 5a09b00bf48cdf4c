import { type Kysely, sql } from 'kysely'

/**
 * Cases that anybody may read carry a mark of their own, so that counting them by task looks at no office. The counts of the
 * stations of a scope, and the ids of the stations of a prefecture, are read from an index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table office_cases add column listed boolean not null default false`.execute(db)
	await sql`
		update office_cases k set listed = true
		from offices o, office_tasks ot
		where o.id = k.office_id and o.state = 'published' and ot.office_id = k.office_id and ot.task_id = k.task_id
	`.execute(db)
	await sql`create index office_cases_listed on office_cases (task_id, id desc) where listed`.execute(db)
	await sql`drop index office_cases_task`.execute(db)
	await sql`drop index listing_totals_scope`.execute(db)
	await sql`create index listing_totals_scope on listing_totals (scope_id, area_id) include (office_count)`.execute(db)
	await sql`create index stations_prefecture on stations (prefecture_id, id)`.execute(db)
}
