import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { rebuildListings } from '../../src/domain/listings/listings-rebuild.ts'
import { rebuildSuggestions } from '../../src/domain/listings/suggestion-index.ts'
import { type Point, distanceMetres } from '../../src/domain/geography/distance.ts'
import { ALL_PAGES, publishTags } from '../../src/platform/page-tags.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { FIRST_IMPORTED_LINE, replaceStations } from './insert.ts'
import { readDataset } from './dataset.ts'
import { loadPlaces } from './load.ts'
import { round } from './mesh.ts'
import { type Platform, parsePlatforms } from './n02.ts'
import { placePoint, placeStations } from './place-stations.ts'
import { insertAlongRails, orderAlongRails } from './rails.ts'
import type { LineOfStations, UnplacedStation } from './types.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

/** The country has about 9,000: a file with far fewer is partial and would delete the rest. */
const WHOLE_COUNTRY = 8_000
const SAME_STATION_METRES = 500
const KEPT_WITHIN_METRES = 1_000
/** Ids of imported stations begin above the packaged ones and those of our overrides. */
const FIRST_IMPORTED_STATION = 30_001

export type ImportResult = { stations: number; lines: number; kept: number; added: number; removed: number }

/**
 * Replaces the packaged stations by those of the ministry's N02 file, and rebuilds lists and suggestions, in
 * one transaction. A station of the same name within 1 km keeps its id, and with it its URL and its offices. Throws a
 * StartError for a file that is not what it should be; nothing is changed then.
 */
export async function importStations(
	db: Kysely<Database>,
	file: { name: string; text: string; atLeast?: number },
	onProgress: (line: string) => void = () => undefined,
): Promise<ImportResult> {
	const platforms = parsePlatforms(file.text, file.name)
	const groups = groupPlatforms(platforms)
	const atLeast = file.atLeast ?? WHOLE_COUNTRY
	if (groups.length < atLeast)
		throw new StartError(`${file.name} has ${groups.length} stations where the whole country has over ${atLeast}: nothing was changed.`)
	if (!(await db.selectFrom('municipalities').select('id').limit(1).executeTakeFirst()))
		throw new StartError('The database has no municipalities yet: start the site once, or run npm run seed.')

	onProgress(`placing ${groups.length} stations`)
	const { municipalities, meshes } = loadPlaces()
	const existing = await db.selectFrom('stations').selectAll().execute()
	const stationByGroup = withIds(groups, existing)
	const stations = [...stationByGroup.values()]
	const lines = linesOf(stationByGroup, await db.selectFrom('railway_lines').selectAll().execute())
	const addresses = new Map(readDataset().addresses)
	const before = new Map(existing.map((station) => [station.id, station]))
	for (const station of stations) {
		// Near a border a few metres could move a station, and its URL, into another prefecture.
		const known = before.get(station.id)
		const placement = placePoint(station, meshes)
		if (!known || addresses.has(station.id) || placement?.municipalityId === known.municipality_id) continue
		if (placement?.candidates.includes(known.municipality_id))
			addresses.set(station.id, { municipalityId: known.municipality_id, margin: 0 })
	}
	const rows = rowsOrRefuse(file.name, () => placeStations(stations, lines, municipalities, meshes, addresses))

	return db.transaction().execute(async (trx) => {
		onProgress(`replacing ${existing.length} stations`)
		const counts = await replaceStations(trx, rows)
		onProgress('rebuilding the lists')
		await rebuildListings(trx)
		await rebuildSuggestions(trx)
		await publishTags(trx, [ALL_PAGES])
		return { stations: rows.stations.length, lines: rows.railwayLines.length, ...counts }
	})
}

type Group = { name: string; place: Point; platforms: Platform[] }

/** Platforms of one station group and name; groups of one name within 500 m are one station, as in the packaged data. */
function groupPlatforms(platforms: readonly Platform[]): Group[] {
	const middle = (of: readonly Platform[]): Point => ({
		lat: round(of.reduce((sum, { place }) => sum + place.lat, 0) / of.length),
		lng: round(of.reduce((sum, { place }) => sum + place.lng, 0) / of.length),
	})
	const merged = new Map<string, Group[]>()
	for (const ofGroup of Map.groupBy(platforms, ({ group, name }) => `${group}/${name}`).values()) {
		const group: Group = { name: ofGroup[0]!.name, place: middle(ofGroup), platforms: ofGroup }
		const namesakes = merged.get(group.name) ?? []
		merged.set(group.name, namesakes)
		const near = namesakes.find((other) => distanceMetres(other.place, group.place) < SAME_STATION_METRES)
		if (!near) namesakes.push(group)
		else {
			near.platforms.push(...group.platforms)
			near.place = middle(near.platforms)
		}
	}
	return [...merged.values()].flat()
}

/** The nearest pairs first, so that of two stations of one name each meets its own. */
function withIds(groups: readonly Group[], existing: readonly TableRow<'stations'>[]): Map<Group, UnplacedStation> {
	const byName = Map.groupBy(existing, (station) => station.name)
	const pairs = groups
		.flatMap((group) =>
			(byName.get(group.name) ?? []).map((station) => ({
				group,
				station,
				metres: distanceMetres(group.place, station),
			})),
		)
		.filter(({ metres }) => metres <= KEPT_WITHIN_METRES)
		.sort((a, b) => a.metres - b.metres)
	const found = new Map<Group, TableRow<'stations'>>()
	const taken = new Set<number>()
	for (const { group, station } of pairs) {
		if (found.has(group) || taken.has(station.id)) continue
		found.set(group, station)
		taken.add(station.id)
	}
	let next = Math.max(FIRST_IMPORTED_STATION - 1, ...existing.map((station) => station.id))
	return new Map(
		groups.map((group) => {
			const known = found.get(group)
			return [group, { id: known?.id ?? ++next, name: group.name, kana: known?.kana ?? null, ...group.place }]
		}),
	)
}

function linesOf(stationByGroup: ReadonlyMap<Group, UnplacedStation>, existing: readonly TableRow<'railway_lines'>[]): LineOfStations[] {
	const keyOf = (line: { name: string; operator: string }) => `${line.operator}/${line.name}`
	const knownIds = new Map(existing.map((line) => [keyOf(line), line.id]))
	let next = Math.max(FIRST_IMPORTED_LINE - 1, ...existing.map((line) => line.id))
	const lines = new Map<string, LineOfStations>()
	const stops = [...stationByGroup]
		.flatMap(([group, station]) => group.platforms.map((platform) => ({ platform, station })))
		.sort((a, b) => (a.platform.code < b.platform.code ? -1 : 1))
	const pointOf = new Map([...stationByGroup.values()].map((station) => [station.id, station]))
	for (const { platform, station } of stops) {
		const key = keyOf(platform.line)
		const line = lines.get(key) ?? { id: knownIds.get(key) ?? ++next, ...platform.line, stationIds: [] }
		lines.set(key, line)
		line.stationIds = insertAlongRails(line.stationIds, station.id, (id) => pointOf.get(id)!)
	}
	for (const line of lines.values()) line.stationIds = orderAlongRails(line.stationIds, (id) => pointOf.get(id)!)
	return [...lines.values()].sort((a, b) => a.id - b.id)
}

function rowsOrRefuse<T>(fileName: string, place: () => T): T {
	try {
		return place()
	} catch (error) {
		throw new StartError(`${fileName} cannot be used: ${error instanceof Error ? error.message : String(error)}.`, error)
	}
}
