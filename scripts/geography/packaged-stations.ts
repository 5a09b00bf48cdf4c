import trainData from 'japan-train-data'
import { type Point, distanceMetres } from '../../src/domain/geography/distance.ts'
import { loadPackagedLines, withoutBrackets } from './lines.ts'
import { round } from '../../seed/geography/mesh.ts'
import type { LineOfStations, UnplacedStation } from '../../seed/geography/types.ts'

/** Stops of one name closer than this are one station: a platform of another company, a tram stop in front. */
const SAME_STATION_METRES = 500

/** Third-sector companies that took over lines whose stations still have the old company's number in their ids. */
const SUCCESSOR_LINES = new Set([99108, 99205, 99206, 99423, 99424, 99425, 99426, 99427])

type Stop = { id: number; group: number; name: string; lat: number; lng: number; lineIds: number[] }

/** Tram stops in front of a station are called 広島駅; as one with the station they are just 広島. */
const cleanName = (name: string) => withoutBrackets(name).replace(/(?<!新)駅$/u, '')

/** One stop for each station of each line. The package repeats a stop for every prefecture its line crosses. */
function packagedStops(): Stop[] {
	const stops = new Map<number, Stop>()
	for (const { id, gid, name, location, lines } of trainData.stations) {
		if (stops.has(id)) continue
		const served = lines.map((line) => line.id)
		const own = Math.floor(id / 100)
		const successors = served.includes(own) ? [] : served.filter((line) => SUCCESSOR_LINES.has(line))
		const lineIds = successors.length > 0 ? successors : [own]
		stops.set(id, { id, group: gid, name: cleanName(name.ja), lat: location.lat, lng: location.lng, lineIds })
	}
	return [...stops.values()].sort((a, b) => a.id - b.id)
}

/** Stops of one (group, name), and groups of one name within 500 m, become one station. */
function groupStops(stops: Stop[]): Stop[][] {
	const groups = [...Map.groupBy(stops, (stop) => `${stop.group}/${stop.name}`).values()]
	const merged: Stop[][] = []
	const byName = new Map<string, Stop[][]>()
	for (const group of groups) {
		const name = group[0]!.name
		const namesakes = byName.get(name) ?? []
		byName.set(name, namesakes)
		const near = namesakes.find((other) => distanceMetres(middle(other), middle(group)) < SAME_STATION_METRES)
		if (near) near.push(...group)
		else {
			namesakes.push(group)
			merged.push(group)
		}
	}
	return merged
}

const middle = (points: readonly Point[]): Point => ({
	lat: round(points.reduce((sum, point) => sum + point.lat, 0) / points.length),
	lng: round(points.reduce((sum, point) => sum + point.lng, 0) / points.length),
})

/**
 * Stations and lines as the package has them (May 2017) under today's line names. Ids count the groups from 1 in the
 * package's order: the package is pinned, overrides come after, so that an id never moves.
 */
export function loadPackagedStations(): { stations: UnplacedStation[]; lines: LineOfStations[] } {
	const lineById = loadPackagedLines()
	const stops = packagedStops()
	const stationOfStop = new Map<number, number>()
	const stations = groupStops(stops).map((group, index): UnplacedStation => {
		const id = index + 1
		for (const stop of group) stationOfStop.set(stop.id, id)
		return { id, name: group[0]!.name, kana: null, ...middle(group) }
	})

	const lines = new Map<number, LineOfStations>()
	for (const [sectionId, { id, name, operator }] of lineById) {
		const stationIds = unique(stops.filter((stop) => stop.lineIds.includes(sectionId)).map((stop) => stationOfStop.get(stop.id)!))
		const line = lines.get(id)
		if (line) line.stationIds = joinSections(line.stationIds, stationIds)
		else lines.set(id, { id, name, operator, stationIds })
	}
	return { stations, lines: [...lines.values()] }
}

const unique = <T>(values: T[]) => [...new Set(values)]

/** Puts a section behind or before another, turned so that the ends they share meet. */
function joinSections(known: number[], added: number[]): number[] {
	if (known[0] === added[0]) return unique([...added.toReversed(), ...known])
	if (known[0] === added.at(-1)) return unique([...added, ...known])
	if (known.at(-1) === added.at(-1)) return unique([...known, ...added.toReversed()])
	return unique([...known, ...added])
}
