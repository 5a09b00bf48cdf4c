import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { type Area, type Municipality, type Station, areaId, areaName } from '../geography/areas.ts'
import { getMunicipality } from '../geography/municipalities.ts'
import { listMunicipalityNeighbours, listPrefectureNeighbours } from '../geography/neighbours.ts'
import { loadCards } from './cards.ts'
import { type Histogram, type Selected, select } from './facet-counts.ts'
import type { ListQuery } from './input.ts'
import { pageSql } from './list-pages.ts'
import { STATION_RADIUS_M } from './listing-rows.ts'
import type { Widened } from './types.ts'

/** A list with fewer offices than this is followed by offices of neighbouring areas. */
export const THIN_LIST = 5
const WIDENED_ITEMS = 10
const WIDENED_AREAS = 4

type Neighbour = { area: Exclude<Area, { kind: 'station' }>; selected: Selected }

/** Offices just outside of an area, nearest areas first; null where there are none. */
export async function widen(ctx: Ctx, request: { scopeId: number; area: Area; query: ListQuery }): Promise<Widened | null> {
	const { area } = request
	if (area.kind === 'japan') return null
	if (area.kind === 'station') return beyondStation(ctx, request, area)
	const around = area.kind === 'prefecture' ? await listPrefectureNeighbours(ctx, area.id) : await municipalitiesAround(ctx, area)
	const neighbours = (await withCounts(ctx, request, around)).slice(0, WIDENED_AREAS)
	const pages = await Promise.all(neighbours.map((neighbour) => officeIds(ctx, request, neighbour, WIDENED_ITEMS)))
	// An office stands in one prefecture and one city, but a ward's neighbour may be the city of another neighbour.
	const ids = [...new Set(pages.flat())].slice(0, WIDENED_ITEMS)
	if (ids.length === 0) return null
	const page = sql`
		select office_id, place::integer, null::integer as distance_m from unnest(${ids}::integer[]) with ordinality as given (office_id, place)
	`
	const items = await loadCards(ctx, page, { scopeId: request.scopeId, order: usualOrder(request.query) })
	return { areaNames: neighbours.map((neighbour) => areaName(neighbour.area)), items }
}

/** Offices of the station's municipality and those around it that lie farther than the list reaches, nearest first. */
async function beyondStation(ctx: Ctx, request: { scopeId: number; query: ListQuery }, station: Station): Promise<Widened | null> {
	const [own, around] = await Promise.all([
		getMunicipality(ctx, station.municipalityId),
		listMunicipalityNeighbours(ctx, station.municipalityId),
	])
	const neighbours = await withCounts(ctx, request, [own, ...around])
	const pages = await Promise.all(neighbours.map((neighbour) => officeIds(ctx, request, neighbour, 100)))
	const ids = [...new Set(pages.flat())]
	if (ids.length === 0) return null
	const page = sql`
		select office_id, distance_m as place, distance_m
		from (
			select o.id as office_id, round(2 * 6371008.8 * asin(least(1, sqrt(
				sin(radians(o.lat - ${station.lat}) / 2) ^ 2
				+ cos(radians(${station.lat})) * cos(radians(o.lat)) * sin(radians(o.lng - ${station.lng}) / 2) ^ 2
			))))::integer as distance_m
			from offices o where o.id = any (${ids}::integer[])
		) measured
		where distance_m > ${sql.lit(STATION_RADIUS_M)}
		order by distance_m, office_id
		limit ${sql.lit(WIDENED_ITEMS)}
	`
	const items = await loadCards(ctx, page, { scopeId: request.scopeId, order: 'nearest' })
	if (items.length === 0) return null
	return { areaNames: [`${areaName(station)}から2kmより先`], items }
}

async function municipalitiesAround(ctx: Ctx, area: Municipality): Promise<Municipality[]> {
	const around = await listMunicipalityNeighbours(ctx, area.id)
	// The wards of a designated city are in its own list already.
	return area.type === 'designated_city' ? around.filter((neighbour) => neighbour.cityId !== area.id) : around
}

const usualOrder = (query: ListQuery) => (query.order === 'nearest' ? 'recommended' : query.order)

async function withCounts(ctx: Ctx, request: { scopeId: number; query: ListQuery }, areas: Neighbour['area'][]): Promise<Neighbour[]> {
	if (areas.length === 0) return []
	const { rows } = await sql<{ area_id: number; attributes: number; count: number }>`
		select area_id, attributes, office_count as count
		from listing_counts where scope_id = ${request.scopeId} and area_id = any (${areas.map(areaId)}::integer[])
	`.execute(ctx.db)
	const histograms = Map.groupBy(rows, (row) => row.area_id) as Map<number, Histogram>
	return areas
		.map((area) => ({ area, selected: select(histograms.get(areaId(area)) ?? [], request.query) }))
		.filter(({ selected }) => selected.total > 0)
}

async function officeIds(ctx: Ctx, request: { scopeId: number; query: ListQuery }, neighbour: Neighbour, limit: number): Promise<number[]> {
	const { rows } = await sql<{ office_id: number }>`${pageSql({
		scopeId: request.scopeId,
		area: neighbour.area,
		order: usualOrder(request.query),
		selection: request.query,
		selected: neighbour.selected,
		cursor: null,
		limit,
	})}`.execute(ctx.db)
	return rows.map((row) => row.office_id)
}
