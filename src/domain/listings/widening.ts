import { sql } from 'kysely'
import { checkedSql, int4, int4Array, type RowOf } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { type Area, type Municipality, type Prefecture, type Station, areaId, areaName } from '../geography/areas.ts'
import { distanceMetres } from '../geography/distance.ts'
import { getMunicipality, listMunicipalities } from '../geography/municipalities.ts'
import { listMunicipalityNeighbours, listPrefectureNeighbours } from '../geography/neighbours.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { isoDay } from '../shared/japan-time.ts'
import { loadCards } from './cards.ts'
import { maskCondition, pageSql, type Selected } from './list-matches.ts'
import type { ListQuery } from './list-query.ts'
import { STATION_RADIUS_M } from './listing-rows.ts'
import type { Widened } from './types.ts'

/** A list with fewer offices than this is followed by offices of neighbouring areas. */
export const THIN_LIST = 5
const WIDENED_ITEMS = 10
const WIDENED_AREAS = 4

type Request = { scopeId: number; area: Area; query: ListQuery }
type Neighbour = { area: Exclude<Area, { kind: 'station' }>; selected: Selected }

/** Areas to look at together, the nearest first. `take` of them that hold any office are used. */
type Ring = { areas: Neighbour['area'][]; take: number; perArea: number; name: string | null }

type Found = { id: number; distance: number | null }

/**
 * Offices outside of an area, the nearest areas first: direct neighbours, then the rest of the prefecture, then the
 * prefectures next to it, until there are five. Null where even those have none.
 */
export async function widen(ctx: Ctx, request: Request): Promise<Widened | null> {
	const { area } = request
	if (area.kind === 'japan') return null
	const found: Found[] = []
	const areaNames: string[] = []
	let isFar = false
	// The areas are known in advance, and both outer rings are read by one query: a second round trip costs more.
	const [near, ...far] = await Promise.all(ringsOf(area).map((ringOf) => ringOf(ctx)))
	const countsOf = async (rings: Ring[]) => neighboursOf(rings, await readCounts(ctx, request, rings))
	let farther: Neighbour[][] | undefined
	for (const [index, ring] of [near, ...far].entries()) {
		if (!ring) break
		const all = index === 0 ? (await countsOf([ring]))[0] : (farther ??= await countsOf(far))[index - 1]
		const neighbours = (all ?? []).slice(0, ring.take)
		const pages = await Promise.all(neighbours.map((neighbour) => officeIds(ctx, request, neighbour, ring.perArea)))
		const known = new Set(found.map(({ id }) => id))
		// An office is in one prefecture and one city, but a ward's neighbour may be the city of another neighbour.
		const ids = [...new Set(pages.flat())].filter((id) => !known.has(id))
		const more = area.kind === 'station' ? await beyond(ctx, area, ids) : ids.map((id) => ({ id, distance: null }))
		if (more.length > 0) {
			const fresh = new Set(more.slice(0, WIDENED_ITEMS - found.length).map(({ id }) => id))
			const used = neighbours.filter((_, place) => pages[place]?.some((id) => fresh.has(id)))
			areaNames.push(...(ring.name ? [ring.name] : used.map((neighbour) => areaName(neighbour.area))))
			found.push(...more.slice(0, WIDENED_ITEMS - found.length))
			isFar ||= index > 0
		}
		if (found.length >= THIN_LIST) break
	}
	if (found.length === 0) return null
	const page = sql`
		select office_id, place::integer, distance_m
		from unnest(${found.map(({ id }) => id)}::integer[], ${found.map(({ distance }) => distance)}::integer[])
			with ordinality as given (office_id, distance_m, place)
	`
	const order = area.kind === 'station' ? 'nearest' : usualOrder(request.query)
	return { areaNames: [...new Set(areaNames)], isFar, items: await loadCards(ctx, page, { scopeId: request.scopeId, order }) }
}

function ringsOf(area: Exclude<Area, { kind: 'japan' }>): ((ctx: Ctx) => Promise<Ring>)[] {
	const few = { take: WIDENED_AREAS, perArea: WIDENED_ITEMS, name: null }
	if (area.kind === 'prefecture') return [async (ctx) => ({ ...few, areas: await listPrefectureNeighbours(ctx, area.id) })]
	const near =
		area.kind === 'station'
			? async (ctx: Ctx) => ({
					areas: await municipalitiesOfStation(ctx, area),
					take: Infinity,
					perArea: 100,
					name: `${areaName(area)}から2kmより先`,
				})
			: async (ctx: Ctx) => ({ ...few, areas: await municipalitiesAround(ctx, area) })
	return [
		near,
		async (ctx) => ({ ...few, areas: await restOfPrefecture(ctx, area) }),
		async (ctx) => ({ ...few, areas: await nextPrefectures(ctx, area) }),
	]
}

/** Offices beyond the radius of the station's own list, nearest first. */
async function beyond(ctx: Ctx, station: Station, ids: readonly number[]): Promise<Found[]> {
	if (ids.length === 0) return []
	const { rows } = await checkedSql({ id: int4, distance: int4 })`
		select id, distance
		from (
			select o.id, round(2 * 6371008.8 * asin(least(1, sqrt(
				sin(radians(o.lat - ${station.lat}) / 2) ^ 2
				+ cos(radians(${station.lat})) * cos(radians(o.lat)) * sin(radians(o.lng - ${station.lng}) / 2) ^ 2
			))))::integer as distance
			from offices o where o.id = any (${ids}::integer[])
		) measured
		where distance > ${sql.lit(STATION_RADIUS_M)}
		order by distance, id
		limit ${sql.lit(WIDENED_ITEMS)}
	`.execute(ctx.db)
	return rows
}

async function municipalitiesOfStation(ctx: Ctx, station: Station): Promise<Municipality[]> {
	const [own, around] = await Promise.all([
		getMunicipality(ctx, station.municipalityId),
		listMunicipalityNeighbours(ctx, station.municipalityId),
	])
	return [own, ...around]
}

async function municipalitiesAround(ctx: Ctx, area: Municipality): Promise<Municipality[]> {
	const around = await listMunicipalityNeighbours(ctx, area.id)
	// The wards of a designated city are in its own list already.
	return area.type === 'designated_city' ? around.filter((neighbour) => neighbour.cityId !== area.id) : around
}

/** Every other municipality of the prefecture, nearest first; wards rather than their cities. */
async function restOfPrefecture(ctx: Ctx, area: Municipality | Station): Promise<Municipality[]> {
	const all = await listMunicipalities(ctx, area.prefectureId)
	return all
		.filter((one) => one.type !== 'designated_city' && (area.kind === 'station' || (one.id !== area.id && one.cityId !== area.id)))
		.map((one) => ({ one, distance: distanceMetres(area, one) }))
		.sort((a, b) => a.distance - b.distance)
		.map(({ one }) => one)
}

async function nextPrefectures(ctx: Ctx, area: Municipality | Station): Promise<Prefecture[]> {
	const { rows } = await checkedSql({ id: int4 })`
		select p.id
		from prefecture_neighbours n join prefectures p on p.id = n.neighbour_id
		where n.prefecture_id = ${area.prefectureId}
		order by point(p.lng, p.lat) <-> point(${area.lng}, ${area.lat}), p.id
	`.execute(ctx.db)
	return rows.map(({ id }) => getPrefecture(id))
}

const usualOrder = (query: ListQuery) => (query.order === 'nearest' ? 'recommended' : query.order)

const countColumns = {
	area_id: int4,
	total: int4,
	all_offices: int4,
	attributes: int4Array,
}

type CountRow = RowOf<typeof countColumns>

/** How many offices match in the areas of the given rings; areas without a match are omitted. */
async function readCounts(ctx: Ctx, request: Request, rings: readonly Ring[]): Promise<Map<number, CountRow>> {
	const areaIds = [...new Set(rings.flatMap(({ areas }) => areas.map(areaId)))]
	if (areaIds.length === 0) return new Map()
	const matches = maskCondition(request.query)
	const { rows } = await checkedSql(countColumns)`
		select area_id, sum(office_count) filter (where ${matches})::integer as total, sum(office_count)::integer as all_offices,
			array_agg(attributes) filter (where ${matches}) as attributes
		from listing_counts
		where scope_id = ${request.scopeId} and area_id = any (${areaIds}::integer[])
		group by area_id
		having bool_or(${matches})
	`.execute(ctx.db)
	return new Map(rows.map((row) => [row.area_id, row]))
}

const neighboursOf = (rings: readonly Ring[], counts: Map<number, CountRow>): Neighbour[][] =>
	rings.map(({ areas }) =>
		areas.flatMap((area) => {
			const row = counts.get(areaId(area))
			return row ? { area, selected: { total: row.total, totalWithoutFacets: row.all_offices, attributes: row.attributes } } : []
		}),
	)

async function officeIds(ctx: Ctx, request: Request, neighbour: Neighbour, limit: number): Promise<number[]> {
	const { rows } = await checkedSql({ office_id: int4, place: int4, distance_m: int4.nullable })`${pageSql({
		scopeId: request.scopeId,
		area: neighbour.area,
		order: usualOrder(request.query),
		selection: request.query,
		selected: neighbour.selected,
		cursor: null,
		day: isoDay(ctx.now()),
		limit,
	})}`.execute(ctx.db)
	return rows.map((row) => row.office_id)
}
