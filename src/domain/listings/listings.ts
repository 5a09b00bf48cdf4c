import { type Transaction, sql } from 'kysely'
import type { Database } from '../shared/context.ts'
import {
	contributionsSql,
	insertOfficeListingsSql,
	insertStationListingsSql,
	keepPartsSql,
	markListedCasesSql,
	rankedOfficesSql,
} from './listing-rows.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { changedTags } from './listing-tags.ts'
import { reindexOfficeTerms } from './suggestion-index.ts'

/**
 * Updates the rows of an office in lists and suggestions and drops the cached pages that the change concerns, in the transaction that
 * changed it. Call it after any change of its row, tasks, professions, hours, members, cases or reviews, and
 * before its row is deleted (with its state set to `deleted`). Counts stay exact under concurrency: the
 * office's row is locked, and rows of counts are locked in one order. Call it last in the transaction; for several
 * offices in the order of their ids.
 */
export async function reindexOffice(trx: Transaction<Database>, officeId: number): Promise<void> {
	await sql`select from offices where id = ${officeId} for update`.execute(trx)
	await keepPartsSql(sql`ot.office_id = ${officeId}`).execute(trx)
	const before = await contributionsSql(officeId).execute(trx)
	await sql`delete from office_listings where office_id = ${officeId}`.execute(trx)
	await sql`delete from station_listings where office_id = ${officeId}`.execute(trx)
	const ranked = sql`(${rankedOfficesSql(sql`o.id = ${officeId}`)})`
	await insertOfficeListingsSql(ranked).execute(trx)
	await insertStationListingsSql(ranked).execute(trx)
	await markListedCasesSql(sql`o.id = ${officeId}`).execute(trx)
	const after = await contributionsSql(officeId).execute(trx)
	await applyDeltas(trx, before.rows, after.rows)
	await reindexOfficeTerms(trx, officeId)
	await publishTags(trx, changedTags(officeId, before.rows, after.rows))
}

type Contribution = { area_id: number; scope_id: number; attributes: number }

async function applyDeltas(trx: Transaction<Database>, before: Contribution[], after: Contribution[]): Promise<void> {
	// Totals first: all writers lock the row of Japan first, so no two transactions can deadlock.
	const totals = deltasOf(before, after, (row) => `${row.area_id} ${row.scope_id}`)
	if (totals.length > 0) {
		const given = columnsOf(totals)
		await sql`
			with delta as materialized (
				select * from unnest(${given.areas}::integer[], ${given.scopes}::smallint[], ${given.deltas}::integer[]) as d (area_id, scope_id, delta)
			)
			insert into listing_totals (area_id, scope_id, office_count)
			select area_id, scope_id, greatest(delta, 0) from delta order by area_id, scope_id
			on conflict (area_id, scope_id) do update set office_count = listing_totals.office_count + (
				select d.delta from delta d where d.area_id = excluded.area_id and d.scope_id = excluded.scope_id
			)
		`.execute(trx)
		await sql`
			delete from listing_totals t
			using unnest(${given.areas}::integer[], ${given.scopes}::smallint[]) as d (area_id, scope_id)
			where t.area_id = d.area_id and t.scope_id = d.scope_id and t.office_count = 0
		`.execute(trx)
	}
	const counts = deltasOf(before, after, (row) => `${row.area_id} ${row.scope_id} ${row.attributes}`)
	if (counts.length > 0) {
		const given = columnsOf(counts)
		// A new row starts from the delta, which is positive: only a row that exists is ever decreased.
		await sql`
			with delta as materialized (
				select * from unnest(${given.areas}::integer[], ${given.scopes}::smallint[], ${given.attributes}::integer[], ${given.deltas}::integer[])
					as d (area_id, scope_id, attributes, delta)
			)
			insert into listing_counts (area_id, scope_id, attributes, office_count)
			select area_id, scope_id, attributes, greatest(delta, 0) from delta order by area_id, scope_id, attributes
			on conflict (area_id, scope_id, attributes) do update set office_count = listing_counts.office_count + (
				select d.delta from delta d
				where d.area_id = excluded.area_id and d.scope_id = excluded.scope_id and d.attributes = excluded.attributes
			)
		`.execute(trx)
		await sql`
			delete from listing_counts c
			using unnest(${given.areas}::integer[], ${given.scopes}::smallint[], ${given.attributes}::integer[]) as d (area_id, scope_id, attributes)
			where c.area_id = d.area_id and c.scope_id = d.scope_id and c.attributes = d.attributes and c.office_count = 0
		`.execute(trx)
	}
}

type Delta = Contribution & { delta: number }

function deltasOf(before: Contribution[], after: Contribution[], keyOf: (row: Contribution) => string): Delta[] {
	const deltas = new Map<string, Delta>()
	const add = (row: Contribution, delta: number) => {
		const known = deltas.get(keyOf(row))
		if (known) known.delta += delta
		else deltas.set(keyOf(row), { ...row, delta })
	}
	for (const row of before) add(row, -1)
	for (const row of after) add(row, 1)
	return [...deltas.values()].filter(({ delta }) => delta !== 0)
}

const columnsOf = (deltas: Delta[]) => ({
	areas: deltas.map((row) => row.area_id),
	scopes: deltas.map((row) => row.scope_id),
	attributes: deltas.map((row) => row.attributes),
	deltas: deltas.map((row) => row.delta),
})
