import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import type { Database } from '../shared/context.ts'
import { stationAreaIdOf } from '../geography/area-sql.ts'
import { restore, stripForFill } from './bulk-fill.ts'
import { insertOfficeListingsSql, insertStationListingsSql, keepPartsSql, markListedCasesSql, rankedOfficesSql } from './listing-rows.ts'

export type RebuildProgress = { step: string; done: number; total: number }

const TABLES = ['office_listings', 'station_listings', 'listing_counts', 'listing_totals']
const SOURCES = [
	'offices',
	'office_tasks',
	'office_professions',
	'office_hours',
	'office_cases',
	'office_members',
	'experts',
	'expert_sub_qualifications',
	'tasks',
	'municipalities',
	'stations',
]

/** Offices for each statement: small enough to show progress, large enough to cost nothing. */
const BATCH = 50_000

/**
 * Rebuilds the listing tables and counts from the offices in one transaction: readers see the old rows or the new ones. Takes
 * some minutes for a million offices, and lists wait meanwhile, so it is for the seed and for a change of the formula. Inside
 * a caller's transaction the final vacuum, on which index-only scans depend, is left to autovacuum.
 */
export async function rebuildListings(db: Kysely<Database>, onProgress: (progress: RebuildProgress) => void = () => {}): Promise<void> {
	if (db.isTransaction) return rebuild(db as Transaction<Database>, onProgress)
	await db.transaction().execute((trx) => rebuild(trx, onProgress))
	for (const [place, table] of TABLES.entries()) {
		onProgress({ step: 'vacuum', done: place, total: TABLES.length })
		await db.connection().execute(async (connection) => {
			await sql`set statement_timeout = 0`.execute(connection)
			try {
				await sql`vacuum (analyze) ${sql.table(table)}`.execute(connection)
			} finally {
				await sql`reset statement_timeout`.execute(connection)
			}
		})
	}
}

async function rebuild(trx: Transaction<Database>, onProgress: (progress: RebuildProgress) => void): Promise<void> {
	await sql`set local statement_timeout = 0`.execute(trx)
	await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
	await sql`set local work_mem = '256MB'`.execute(trx)
	// Prevents other transactions from reindexing an office meanwhile.
	await sql`lock table offices in share mode`.execute(trx)
	// After a seed the tables have no statistics, and a plan without them takes minutes for 2,400 offices.
	for (const table of SOURCES) await sql`analyze ${sql.table(table)}`.execute(trx)
	await sql`truncate office_listings, station_listings, listing_counts, listing_totals`.execute(trx)
	const restorations = await stripForFill(trx, TABLES)
	const { last } = await trx
		.selectFrom('offices')
		.select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql.lit(0)).as('last'))
		.executeTakeFirstOrThrow()

	for (let from = 0; from < last; from += BATCH) {
		onProgress({ step: 'listings', done: from, total: last })
		await keepPartsSql(sql`ot.office_id > ${sql.lit(from)} and ot.office_id <= ${sql.lit(from + BATCH)}`).execute(trx)
		await sql`create temporary table ranked_offices on commit drop as ${rankedOfficesSql(sql`o.id > ${sql.lit(from)} and o.id <= ${sql.lit(from + BATCH)}`)}`.execute(
			trx,
		)
		await insertOfficeListingsSql(sql`ranked_offices`).execute(trx)
		await insertStationListingsSql(sql`ranked_offices`).execute(trx)
		await markListedCasesSql(sql`o.id > ${sql.lit(from)} and o.id <= ${sql.lit(from + BATCH)}`).execute(trx)
		await sql`drop table ranked_offices`.execute(trx)
	}
	await countAreas(trx, onProgress)
	for (const [place, restoration] of restorations.entries()) {
		onProgress({ step: 'indexes', done: place, total: restorations.length })
		await restore(trx, restoration)
	}
	for (const table of TABLES) await sql`analyze ${sql.table(table)}`.execute(trx)
}

/**
 * Counts each ward once and sums upwards from there. Rows are inserted by area and scope: a list reads about fifty of them
 * at once, which are then on one or two pages instead of fifty.
 */
async function countAreas(trx: Transaction<Database>, onProgress: (progress: RebuildProgress) => void): Promise<void> {
	onProgress({ step: 'counts', done: 0, total: 3 })
	await sql`
		create temporary table ward_counts on commit drop as
		select prefecture_id, city_id, municipality_id, scope_id, attributes, count(*)::integer as office_count
		from office_listings group by 1, 2, 3, 4, 5
	`.execute(trx)
	const insert = (area: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
		sql`
			insert into listing_counts (area_id, scope_id, attributes, office_count)
			select ${area}, scope_id, attributes, sum(office_count) from ward_counts where ${condition} group by 1, 2, 3 order by 1, 2, 3
		`.execute(trx)
	await insert(sql`0`, sql`true`)
	await insert(sql`prefecture_id`, sql`true`)
	await insert(sql`city_id`, sql`true`)
	await insert(sql`municipality_id`, sql`municipality_id <> city_id`)
	await sql`drop table ward_counts`.execute(trx)
	onProgress({ step: 'counts', done: 1, total: 3 })
	await sql`
		insert into listing_counts (area_id, scope_id, attributes, office_count)
		select ${stationAreaIdOf(sql`station_id`)}, scope_id, attributes, count(*) from station_listings, unnest(scope_ids) scope_id group by 1, 2, 3 order by 1, 2, 3
	`.execute(trx)
	onProgress({ step: 'counts', done: 2, total: 3 })
	await sql`
		insert into listing_totals (area_id, scope_id, office_count)
		select area_id, scope_id, sum(office_count) from listing_counts group by 1, 2 order by 1, 2
	`.execute(trx)
}
