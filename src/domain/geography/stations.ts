import { sql } from 'kysely'
import { type ColumnsOf, float8, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import type { Municipality, Station } from './areas.ts'
import { type Point, distanceMetres } from './distance.ts'
import { municipalityFromRow } from './municipalities.ts'
import type { TableRow } from '../shared/tables.ts'

export type RailwayLine = { id: number; name: string; operator: string }

export type StationDetail = Station & {
	municipality: Municipality
	lines: RailwayLine[]
}

/** What the bare name of two or more stations of a prefecture leads to: a page to choose from. */
export type AmbiguousStations = { kind: 'ambiguous'; name: string; stations: StationDetail[] }

/** The columns of `stations`. */
export const stationShape = {
	id: int4,
	prefecture_id: int4,
	municipality_id: int4,
	municipality_margin: float8,
	name: text,
	kana: text.nullable,
	romaji: text.nullable,
	url_segment: text,
	lat: float8,
	lng: float8,
} satisfies ColumnsOf<TableRow<'stations'>>

/** Turns a row into the area that pages and links know. */
export const stationFromRow = (row: TableRow<'stations'>): Station => ({
	kind: 'station',
	id: row.id,
	prefectureId: row.prefecture_id,
	municipalityId: row.municipality_id,
	name: row.name,
	kana: row.kana,
	romaji: row.romaji,
	urlSegment: row.url_segment,
	lat: row.lat,
	lng: row.lng,
})

async function withDetail(ctx: Ctx, rows: TableRow<'stations'>[]): Promise<StationDetail[]> {
	if (rows.length === 0) return []
	const municipalities = await ctx.db
		.selectFrom('municipalities')
		.selectAll()
		.where(
			'id',
			'in',
			rows.map((row) => row.municipality_id),
		)
		.execute()
	const lines = await ctx.db
		.selectFrom('station_lines')
		.innerJoin('railway_lines', 'railway_lines.id', 'station_lines.line_id')
		.selectAll('railway_lines')
		.select('station_lines.station_id')
		.where(
			'station_lines.station_id',
			'in',
			rows.map((row) => row.id),
		)
		.orderBy('railway_lines.id')
		.execute()
	const municipalityById = new Map(municipalities.map((row) => [row.id, municipalityFromRow(row)]))
	const linesByStation = Map.groupBy(lines, (line) => line.station_id)
	return rows.flatMap((row) => {
		const municipality = municipalityById.get(row.municipality_id)
		if (!municipality) return []
		return {
			...stationFromRow(row),
			municipality,
			lines: (linesByStation.get(row.id) ?? []).map(({ id, name, operator }) => ({ id, name, operator })),
		}
	})
}

/**
 * The station of a URL segment within a prefecture, with its municipality and lines. The bare name of several stations
 * gives all of them to choose from; an unknown segment gives null.
 */
export async function findStation(ctx: Ctx, prefectureId: number, segment: string): Promise<StationDetail | AmbiguousStations | null> {
	const rows = await ctx.db
		.selectFrom('stations')
		.selectAll()
		.where('prefecture_id', '=', prefectureId)
		.where((eb) => eb.or([eb('url_segment', '=', segment), eb('name', '=', segment)]))
		.orderBy('id')
		.execute()
	const exact = rows.find((row) => row.url_segment === segment)
	const stations = await withDetail(ctx, exact ? [exact] : rows)
	if (stations.length > 1) return { kind: 'ambiguous', name: segment, stations }
	return stations[0] ?? null
}

/** The station of an id that came from our own data. Throws not-found. */
export async function getStation(ctx: Ctx, id: number): Promise<StationDetail> {
	const rows = await ctx.db.selectFrom('stations').selectAll().where('id', '=', id).execute()
	const [station] = await withDetail(ctx, rows)
	if (!station) throw notFound('station')
	return station
}

/** Stations of a prefecture under their lines, along the rails; one with several lines appears under each. */
export async function listStationsOfPrefecture(ctx: Ctx, prefectureId: number): Promise<{ line: RailwayLine; stations: Station[] }[]> {
	const rows = await ctx.db
		.selectFrom('stations')
		.innerJoin('station_lines', 'station_lines.station_id', 'stations.id')
		.innerJoin('railway_lines', 'railway_lines.id', 'station_lines.line_id')
		.selectAll('stations')
		.select(['railway_lines.id as line_id', 'railway_lines.name as line_name', 'railway_lines.operator'])
		.where('stations.prefecture_id', '=', prefectureId)
		.orderBy('railway_lines.id')
		.orderBy('station_lines.position')
		.execute()
	const lines = new Map<number, { line: RailwayLine; stations: Station[] }>()
	for (const row of rows) {
		const entry = lines.get(row.line_id) ?? { line: { id: row.line_id, name: row.line_name, operator: row.operator }, stations: [] }
		lines.set(row.line_id, entry)
		entry.stations.push(stationFromRow(row))
	}
	return [...lines.values()]
}

/** The nearest stations to a point within a distance (20 km unless told), nearest first. */
export async function listNearestStations(
	ctx: Ctx,
	point: Point,
	limit: number,
	withinMetres = 20_000,
): Promise<(Station & { distanceMetres: number })[]> {
	// The index measures in degrees, which are shorter from east to west: take more than asked and sort by metres.
	const rows = await ctx.db
		.selectFrom('stations')
		.selectAll()
		.orderBy(sql`point(lng, lat) <-> point(${point.lng}, ${point.lat})`)
		.limit(limit * 3 + 10)
		.execute()
	return rows
		.map((row) => ({ ...stationFromRow(row), distanceMetres: Math.round(distanceMetres(point, row)) }))
		.filter((station) => station.distanceMetres <= withinMetres)
		.sort((a, b) => a.distanceMetres - b.distanceMetres || a.id - b.id)
		.slice(0, limit)
}
