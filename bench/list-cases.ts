import { sql } from 'kysely'
import type { Ctx } from '../src/domain/shared/context.ts'
import type { FacetSelection } from '../src/domain/taxonomy/attributes.ts'
import { readHistogram, select } from '../src/domain/listings/list-matches.ts'
import { emptyQuery, type ListQuery, ordersOf } from '../src/domain/listings/list-query.ts'
import { listOffices, PAGE_SIZE } from '../src/domain/listings/office-list.ts'
import { areaId, stationAreaId, type Area } from '../src/domain/geography/areas.ts'
import { getMunicipality } from '../src/domain/geography/municipalities.ts'
import { getPrefecture } from '../src/domain/geography/prefectures.ts'
import { getStation } from '../src/domain/geography/stations.ts'

export type ListCase = {
	/** Cases of one group are measured together. */
	group: string
	scopeId: number
	area: Area
	query: ListQuery
	/** From the second page on the cursor is another one in each data set. */
	page: 'first' | 'next'
}

const kinds = [
	{ name: 'prefecture', ids: sql`t.area_id between 1 and 47` },
	{ name: 'city', ids: sql`t.area_id in (select id from municipalities)` },
	{ name: 'station', ids: sql`t.area_id > ${sql.lit(stationAreaId(0))}` },
] as const

const HEAVIEST = 4
const OTHERS = 10

const facets: { name: string; selection: FacetSelection }[] = [
	{ name: 'two facets', selection: { flags: ['online', 'accepting'], professions: [], subQualifications: [] } },
	{ name: 'profession', selection: { flags: ['first-free'], professions: ['zeirishi', 'gyoseishoshi'], subQualifications: [] } },
]
/** Hardly any office has all of these: read by exact attributes, and followed by a widened list where it is thin. */
const rare: FacetSelection = {
	flags: ['first-free', 'online', 'weekend', 'evening', 'accepting'],
	professions: ['shindanshi'],
	subQualifications: [],
}

/**
 * Lists of tasks in prefectures, cities and at stations, the fullest and others, that fill a page even in the smallest
 * data set: so every size has the same amount to show, and what grows is the search for it.
 */
export async function listCases(smallest: Ctx): Promise<ListCase[]> {
	const cases: ListCase[] = []
	for (const kind of kinds) {
		for (const { scopeId, area } of await places(smallest, kind.ids)) {
			const histogram = await readHistogram(smallest, areaId(area), scopeId)
			const add = (group: string, query: Partial<ListQuery>, page: ListCase['page'] = 'first') =>
				cases.push({ group: `${kind.name}, ${group}`, scopeId, area, query: { ...emptyQuery(area.kind), ...query }, page })
			for (const order of ordersOf(area.kind)) add(`by ${order}`, { order })
			if (select(histogram, { flags: [], professions: [], subQualifications: [] }).total > 2 * PAGE_SIZE) add('next page', {}, 'next')
			for (const order of ordersOf(area.kind))
				for (const { selection } of facets) if (select(histogram, selection).total > PAGE_SIZE) add('with facets', { ...selection, order })
			add('rare facets', rare)
		}
	}
	return cases
}

async function places(ctx: Ctx, ids: (typeof kinds)[number]['ids']): Promise<{ scopeId: number; area: Area }[]> {
	const { rows } = await sql<{ area_id: number; scope_id: number }>`
		with full_lists as (
			select t.area_id, t.scope_id, t.office_count from listing_totals t
			where t.scope_id > 100 and ${ids} and t.office_count > ${sql.lit(PAGE_SIZE)}
		)
		(select area_id, scope_id from full_lists order by office_count desc, area_id, scope_id limit ${sql.lit(HEAVIEST)})
		union
		(select area_id, scope_id from full_lists order by md5(area_id || ':' || scope_id) limit ${sql.lit(OTHERS)})
	`.execute(ctx.db)
	return Promise.all(rows.map(async (row) => ({ scopeId: row.scope_id, area: await areaOf(ctx, row.area_id) })))
}

async function areaOf(ctx: Ctx, id: number): Promise<Area> {
	if (id > stationAreaId(0)) return getStation(ctx, id - stationAreaId(0))
	return id < 100 ? getPrefecture(id) : getMunicipality(ctx, id)
}

/** What the page's loader calls, with the cursor of this data set where one is wanted. */
export async function requestOf(ctx: Ctx, { scopeId, area, query, page }: ListCase) {
	if (page === 'first') return { scopeId, area, query }
	const first = await listOffices(ctx, { scopeId, area, query })
	return { scopeId, area, query: { ...query, cursor: first.page.next?.cursor ?? null } }
}
