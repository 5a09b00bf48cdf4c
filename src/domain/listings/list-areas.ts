import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { stationAreaIdOf } from '../geography/area-sql.ts'
import { type Area, areaId, type Municipality, type Prefecture, type Station, stationAreaId } from '../geography/areas.ts'
import { municipalityFromRow } from '../geography/municipalities.ts'
import { prefecturesByRegion } from '../geography/prefectures.ts'
import { stationFromRow, stationShape } from '../geography/stations.ts'
import type { FacetSelection } from '../taxonomy/attributes.ts'
import { maskCondition } from './list-matches.ts'
import type { AreaCount, ChildAreas } from './types.ts'
import type { TableRow } from '../shared/tables.ts'

/** Areas to which a list can be narrowed: those within it (or next to a station) with offices of the scope, and their counts. */
export async function listChildAreas(ctx: Ctx, scopeId: number, area: Area): Promise<ChildAreas> {
	if (area.kind === 'japan') return { kind: 'regions', regions: await regionsOf(ctx, scopeId) }
	if (area.kind === 'prefecture') {
		const [municipalities, stations] = await Promise.all([citiesOf(ctx, scopeId, area), busiestStationsOf(ctx, scopeId, area)])
		return { kind: 'municipalities', municipalities, stations }
	}
	if (area.kind === 'station') return { kind: 'neighbours', stations: await stationsNear(ctx, scopeId, area) }
	const [wards, stations] = await Promise.all([
		area.type === 'designated_city' ? wardsOf(ctx, scopeId, area) : [],
		stationsOf(ctx, scopeId, area),
	])
	return { kind: 'wards', wards, stations }
}

/** Maximum number of stored counts that one list sums, which takes a few milliseconds. */
const MOST_COUNTS = 10_000

/**
 * The same areas with the offices that match a selection, without those that have none; `areCounted` is false, and the counts
 * are those of all offices, where there are too many to add up.
 */
export async function narrowChildAreas(
	ctx: Ctx,
	scopeId: number,
	all: ChildAreas,
	selection: FacetSelection,
): Promise<{ children: ChildAreas; areCounted: boolean }> {
	const areas: AreaCount<Area>[] =
		all.kind === 'regions'
			? all.regions.flatMap(({ prefectures }) => prefectures)
			: [...(all.kind === 'municipalities' ? all.municipalities : all.kind === 'wards' ? all.wards : []), ...all.stations]
	if (areas.reduce((sum, { officeCount }) => sum + officeCount, 0) > MOST_COUNTS) return { children: all, areCounted: false }
	const { rows } = await checkedSql({ area_id: int4, office_count: int4 })`
		select area_id, sum(office_count)::integer as office_count
		from listing_counts
		where scope_id = ${scopeId} and area_id = any (${areas.map(({ area }) => areaId(area))}::integer[]) and ${maskCondition(selection)}
		group by area_id
	`.execute(ctx.db)
	const counts = new Map(rows.map((row) => [row.area_id, row.office_count]))
	const matching = <A extends Area>(some: AreaCount<A>[]) =>
		some.flatMap(({ area }) => {
			const officeCount = counts.get(areaId(area))
			return officeCount === undefined ? [] : [{ area, officeCount }]
		})
	const fullest = (stations: AreaCount<Station>[]) => matching(stations).sort((a, b) => b.officeCount - a.officeCount)
	return { children: narrowed(), areCounted: true }

	function narrowed(): ChildAreas {
		if (all.kind === 'neighbours') return { ...all, stations: matching(all.stations) }
		if (all.kind === 'municipalities') return { ...all, municipalities: matching(all.municipalities), stations: fullest(all.stations) }
		if (all.kind === 'wards') return { ...all, wards: matching(all.wards), stations: fullest(all.stations) }
		const regions = all.regions.map((region) => {
			const prefectures = matching(region.prefectures)
			return { ...region, prefectures, officeCount: prefectures.reduce((sum, { officeCount }) => sum + officeCount, 0) }
		})
		return { ...all, regions }
	}
}

async function regionsOf(ctx: Ctx, scopeId: number) {
	const rows = await ctx.db
		.selectFrom('listing_totals')
		.select(['area_id', 'office_count'])
		.where('scope_id', '=', scopeId)
		.where((eb) => eb.between('area_id', sql.lit(1), sql.lit(47)))
		.execute()
	const counts = new Map(rows.map((row) => [row.area_id, row.office_count]))
	return prefecturesByRegion.map((region) => {
		const prefectures = region.prefectures
			.map((prefecture) => ({ area: prefecture, officeCount: counts.get(prefecture.id) ?? 0 }))
			.filter(({ officeCount }) => officeCount > 0)
		return { id: region.id, name: region.name, officeCount: prefectures.reduce((sum, one) => sum + one.officeCount, 0), prefectures }
	})
}

type Counted<Row> = Row & { office_count: number }

const municipalityCount = (row: Counted<TableRow<'municipalities'>>): AreaCount<Municipality> => ({
	area: municipalityFromRow(row),
	officeCount: row.office_count,
})

const stationCount = (row: Counted<TableRow<'stations'>>): AreaCount<Station> => ({
	area: stationFromRow(row),
	officeCount: row.office_count,
})

const countedMunicipalities = (ctx: Ctx, scopeId: number) =>
	ctx.db
		.selectFrom('municipalities as m')
		.innerJoin('listing_totals as t', (join) => join.onRef('t.area_id', '=', 'm.id').on('t.scope_id', '=', scopeId))
		.selectAll('m')
		.select('t.office_count')

async function citiesOf(ctx: Ctx, scopeId: number, prefecture: Prefecture): Promise<AreaCount<Municipality>[]> {
	const rows = await countedMunicipalities(ctx, scopeId)
		.where('m.prefecture_id', '=', prefecture.id)
		.whereRef('m.city_id', '=', 'm.id')
		.orderBy('m.id')
		.execute()
	return rows.map(municipalityCount)
}

async function wardsOf(ctx: Ctx, scopeId: number, city: Municipality): Promise<AreaCount<Municipality>[]> {
	const rows = await countedMunicipalities(ctx, scopeId)
		.where('m.city_id', '=', city.id)
		.where('m.id', '<>', city.id)
		.orderBy('m.id')
		.execute()
	return rows.map(municipalityCount)
}

const STATIONS_OF_PREFECTURE = 20

/** The counts of all stations are read first, from the index alone: looking up each of a prefecture's 650 costs thirty times as much. */
async function busiestStationsOf(ctx: Ctx, scopeId: number, prefecture: Prefecture): Promise<AreaCount<Station>[]> {
	const { rows } = await checkedSql({ ...stationShape, office_count: int4 })`
		with counted as materialized (
			select area_id, office_count from listing_totals where scope_id = ${scopeId} and area_id > ${stationAreaId(0)}
		), busiest as (
			select s.id, c.office_count
			from counted c join stations s on c.area_id = ${stationAreaIdOf(sql`s.id`)}
			where s.prefecture_id = ${prefecture.id}
			order by c.office_count desc, s.id limit ${sql.lit(STATIONS_OF_PREFECTURE)}
		)
		select s.*, b.office_count from busiest b join stations s on s.id = b.id
		order by b.office_count desc, s.id
	`.execute(ctx.db)
	return rows.map(stationCount)
}

/** Stations in the municipality or close to its border. */
async function stationsOf(ctx: Ctx, scopeId: number, place: Municipality): Promise<AreaCount<Station>[]> {
	const { rows } = await checkedSql({ ...stationShape, office_count: int4 })`
		with places as (select id from municipalities where id = ${place.id} or city_id = ${place.id})
		select s.*, t.office_count
		from stations s join listing_totals t on t.area_id = ${stationAreaIdOf(sql`s.id`)} and t.scope_id = ${scopeId}
		where s.id in (select sm.station_id from station_municipalities sm where sm.municipality_id in (select id from places))
			and (s.municipality_id in (select id from places) or s.municipality_margin < 0.2)
		order by t.office_count desc, s.id
	`.execute(ctx.db)
	return rows.map(stationCount)
}

const STATIONS_NEAR = 8

async function stationsNear(ctx: Ctx, scopeId: number, station: Station): Promise<AreaCount<Station>[]> {
	const { rows } = await checkedSql({ ...stationShape, office_count: int4 })`
		select s.*, t.office_count
		from (
			select * from stations order by point(lng, lat) <-> point(${station.lng}, ${station.lat}) limit ${sql.lit(2 * STATIONS_NEAR)}
		) s
		join listing_totals t on t.area_id = ${stationAreaIdOf(sql`s.id`)} and t.scope_id = ${scopeId}
		where s.id <> ${station.id}
		order by point(s.lng, s.lat) <-> point(${station.lng}, ${station.lat})
		limit ${sql.lit(STATIONS_NEAR)}
	`.execute(ctx.db)
	return rows.map(stationCount)
}
