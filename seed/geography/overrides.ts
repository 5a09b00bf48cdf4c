import { type Point, distanceMetres } from '../../src/domain/geography/distance.ts'
import {
	type AddedLine,
	addedLines,
	addedStations,
	closedStations,
	type JoinedLine,
	joinedLines,
	placedStations,
	type RenamedStation,
	renamedStations,
	transferredSections,
	type TransferredSection,
} from './override-tables.ts'
import type { Address } from './place-stations.ts'
import { insertAlongRails, orderAlongRails } from './rails.ts'
import type { LineOfStations, UnplacedStation } from './types.ts'

/** All corrections of the packages; a test counts and checks them. */
export const overrides = [...addedLines, ...addedStations, ...transferredSections, ...joinedLines, ...closedStations, ...renamedStations]

const SAME_STATION_METRES = 500

type Network = { stations: Map<number, UnplacedStation>; lines: LineOfStations[] }

/**
 * The packaged stations with all corrections, and the municipalities known by address. Every entry must match
 * something: a misspelt name stops the seed instead of being ignored.
 */
export function applyOverrides(packaged: { stations: UnplacedStation[]; lines: LineOfStations[] }): {
	stations: UnplacedStation[]
	lines: LineOfStations[]
	addresses: Map<number, Address>
} {
	const network: Network = {
		stations: new Map(packaged.stations.map((station) => [station.id, { ...station }])),
		lines: packaged.lines.map((line) => ({ ...line, stationIds: [...line.stationIds] })),
	}
	for (const { id, name, kana, lat, lng } of addedStations) network.stations.set(id, { id, name, kana, lat, lng })
	for (const line of addedLines) addLine(network, line)
	for (const line of network.lines) orderLine(network, line)
	for (const section of transferredSections) transfer(network, section)
	for (const { id, lines } of addedStations) for (const line of lines) enter(network, lineNamed(network, line), id)
	for (const joined of joinedLines) join(network, joined)
	for (const renaming of renamedStations) rename(network, renaming)
	for (const { line, names } of closedStations) for (const name of names) leave(lineNamed(network, line), stationOn(network, name, line).id)
	for (const line of network.lines) orderLine(network, line)

	const addresses = new Map(
		placedStations.map(({ station, line, municipality }) => [
			stationOn(network, station, line).id,
			{ municipalityId: municipality, margin: 1 },
		]),
	)
	const served = new Set(network.lines.flatMap((line) => line.stationIds))
	return {
		stations: [...network.stations.values()].filter((station) => served.has(station.id)).sort((a, b) => a.id - b.id),
		lines: network.lines.toSorted((a, b) => a.id - b.id),
		addresses,
	}
}

/** A line by its name, with `@operator` where two companies have one of that name. */
function lineNamed({ lines }: Network, reference: string): LineOfStations {
	const [name, operator] = reference.split('@')
	const [line, another] = lines.filter((candidate) => candidate.name === name && (!operator || candidate.operator === operator))
	if (!line || another) throw new Error(`An override speaks of the line ${reference}, of which there is ${line ? 'more than one' : 'none'}`)
	return line
}

function stationOn(network: Network, name: string, line: string): UnplacedStation {
	const id = lineNamed(network, line).stationIds.find((candidate) => network.stations.get(candidate)?.name === name)
	if (id === undefined) throw new Error(`An override speaks of ${name} on the line ${line}, which has no such station`)
	return network.stations.get(id)!
}

const leave = (line: LineOfStations, stationId: number) => {
	line.stationIds = line.stationIds.filter((id) => id !== stationId)
}

const enter = (network: Network, line: LineOfStations, stationId: number) => {
	line.stationIds = insertAlongRails(line.stationIds, stationId, (id) => network.stations.get(id)!)
}

const orderLine = (network: Network, line: LineOfStations) => {
	line.stationIds = orderAlongRails(line.stationIds, (id) => network.stations.get(id)!)
}

function addLine(network: Network, { id, name, operator, start, stations }: AddedLine) {
	let place: Point = start
	const stationIds = stations.map((station) => {
		const namesakes = [...network.stations.values()].filter((candidate) => candidate.name === station)
		const nearest = namesakes.sort((a, b) => distanceMetres(place, a) - distanceMetres(place, b))[0]
		if (!nearest) throw new Error(`The line ${name} calls at ${station}, which does not exist`)
		place = nearest
		return nearest.id
	})
	network.lines.push({ id, name, operator, stationIds })
}

function transfer(network: Network, { line: name, first, last, to, keep }: TransferredSection) {
	const line = lineNamed(network, name)
	const target = lineNamed(network, to)
	const ends = [first, last].map((end) => line.stationIds.indexOf(stationOn(network, end, name).id))
	for (const id of line.stationIds.slice(Math.min(...ends), Math.max(...ends) + 1)) {
		if (!target.stationIds.includes(id)) target.stationIds.push(id)
		if (!keep.includes(network.stations.get(id)!.name)) leave(line, id)
	}
	orderLine(network, target)
}

function join(network: Network, { station, at, line }: JoinedLine) {
	enter(network, lineNamed(network, line), stationOn(network, station, at).id)
}

function rename(network: Network, { formerly, name, kana, lines, split }: RenamedStation) {
	const before = stationOn(network, formerly, lines[0]!)
	let station = before
	if (split) {
		station = { id: split.id, name, kana, lat: split.lat, lng: split.lng }
		network.stations.set(station.id, station)
		for (const line of lines) replace(lineNamed(network, line), before.id, station.id)
	}
	station.name = name
	station.kana = kana
	// Two stops with different names may have become one station under one name.
	for (const namesake of network.stations.values()) {
		if (namesake === station || namesake.name !== name || distanceMetres(namesake, station) >= SAME_STATION_METRES) continue
		for (const line of network.lines) replace(line, station.id, namesake.id)
		return
	}
}

const replace = (line: LineOfStations, from: number, to: number) => {
	line.stationIds = [...new Set(line.stationIds.map((id) => (id === from ? to : id)))]
}
