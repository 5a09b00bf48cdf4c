import { sql } from 'kysely'
import { bool, checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { Municipality, Station } from './areas.ts'
import { type Point, distanceMetres } from './distance.ts'
import { listMunicipalityNeighbours } from './neighbours.ts'
import { stationFromRow } from './stations.ts'

/** Two stations that follow each other on a line. */
export type RailLink = { from: number; to: number; rail: 'jr' | 'other' }

export type Surroundings = {
	/** The stations around, nearest first, and the two next ones of every line beyond them. */
	stations: Station[]
	links: RailLink[]
	/** Municipalities that border on the point's own. */
	neighbours: Municipality[]
}

const NEAREST_STATIONS = 30

/**
 * What a sketch map of a place is drawn from: the nearest stations with the rails between them, and the names of the
 * municipalities around. Lines are followed two stations beyond, so that a jump shows as one. Shinkansen lines are left out: from one of their stations to the next a straight line says nothing.
 */
export async function readSurroundings(ctx: Ctx, point: Point, municipalityId: number): Promise<Surroundings> {
	const stops = checkedSql({ line_id: int4, position: int4, station_id: int4, is_jr: bool })`
		with near as materialized (
			select id from stations order by point(lng, lat) <-> point(${point.lng}, ${point.lat}) limit ${sql.lit(NEAREST_STATIONS)}
		)
		select distinct b.line_id, b.position, b.station_id, l.operator like 'JR%' as is_jr
		from near
		join station_lines a on a.station_id = near.id
		join station_lines b on b.line_id = a.line_id and b.position between a.position - 2 and a.position + 2
		join railway_lines l on l.id = a.line_id and l.name not like '%新幹線%'
		order by b.line_id, b.position
	`.execute(ctx.db)
	const [{ rows }, neighbours] = await Promise.all([stops, listMunicipalityNeighbours(ctx, municipalityId)])
	const stationRows = await ctx.db
		.selectFrom('stations')
		.selectAll()
		.where(sql<boolean>`id = any (${[...new Set(rows.map((stop) => stop.station_id))]}::integer[])`)
		.union((eb) =>
			eb.parens(
				eb
					.selectFrom('stations')
					.selectAll()
					.orderBy(sql`point(lng, lat) <-> point(${point.lng}, ${point.lat})`)
					.limit(sql.lit(NEAREST_STATIONS)),
			),
		)
		.execute()
	const stations = stationRows
		.map((row) => ({ station: stationFromRow(row), metres: distanceMetres(point, row) }))
		.sort((a, b) => a.metres - b.metres || a.station.id - b.station.id)
		.map(({ station }) => station)
	const all = rows.flatMap((stop, index): RailLink[] => {
		const next = rows[index + 1]
		const follows = next?.line_id === stop.line_id && next.position === stop.position + 1
		return follows ? [{ from: stop.station_id, to: next.station_id, rail: stop.is_jr ? 'jr' : 'other' }] : []
	})
	return { stations, links: believableLinks(all, stations), neighbours }
}

const JUMP_METRES = 4_000
const JUMP_RATIO = 4

/**
 * Leaves out links that no rail follows: where our order of a line's stations goes from the end of a branch back to the
 * trunk, the link is several times as long as the others at both its ends. Pure; exported for its test.
 */
export function believableLinks(links: readonly RailLink[], stations: readonly (Point & { id: number })[]): RailLink[] {
	const byId = new Map(stations.map((station) => [station.id, station]))
	const measured = links.flatMap((link) => {
		const from = byId.get(link.from)
		const to = byId.get(link.to)
		return from && to ? [{ link, metres: distanceMetres(from, to) }] : []
	})
	const shortest = new Map<number, number>()
	for (const { link, metres } of measured)
		for (const id of [link.from, link.to]) shortest.set(id, Math.min(metres, shortest.get(id) ?? Infinity))
	const kept = new Map<string, RailLink>()
	for (const { link, metres } of measured) {
		const usual = Math.max(shortest.get(link.from) ?? metres, shortest.get(link.to) ?? metres)
		if (metres > JUMP_METRES && metres > JUMP_RATIO * usual) continue
		const key = link.from < link.to ? `${link.from}-${link.to}` : `${link.to}-${link.from}`
		if (kept.get(key)?.rail !== 'jr') kept.set(key, link)
	}
	return [...kept.values()]
}
