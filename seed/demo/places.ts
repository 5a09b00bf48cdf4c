import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { distanceMetres, type Point } from '../../src/domain/geography/distance.ts'
import { loadMeshes } from '../geography/load.ts'
import { readDataset } from '../geography/dataset.ts'
import { type Mesh, meshCentre, meshOf } from '../geography/mesh.ts'
import type { Town } from '../geography/types.ts'
import { type Centre, centres, type Stop } from './centres.ts'
import { municipalityWeights, prefecturePopulations } from './populations.ts'
import { mixSeed, type Random, type Weighted, weighted } from './random.ts'
import { townStationLikeness } from './towns.ts'

export type PlaceMunicipality = Point & {
	id: number
	prefectureId: number
	cityId: number
	kind: string
	name: string
	cityName: string
	/** Hiragana of cityName. */
	cityKana: string
}
export type PlaceStation = Point & { id: number; municipalityId: number; name: string; lineCount: number }
export type NearStation = { station: PlaceStation; distance: number; walkMinutes: number }

export type Place = Point & {
	prefectureId: number
	prefectureName: string
	municipality: PlaceMunicipality
	town: Town
	/** The station that the place was chosen around, if any. */
	hub: PlaceStation | null
	nearStations: NearStation[]
}

const GRID = 0.03
const NEAR_M = 2_500
const METRES_PER_DEGREE = 111_195

/** 80 m a minute on 1.25 × the straight line, rounded up, as estate agents in Japan must reckon it at least. */
export const walkMinutes = (metres: number): number => Math.max(1, Math.ceil((metres * 1.25) / 80))

/** Possible locations of demo offices: read once from the database's own geography. */
export class Places {
	readonly prefectureNames = new Map<number, string>()
	readonly municipalities = new Map<number, PlaceMunicipality>()
	readonly #byPrefecture = new Map<number, Weighted<PlaceMunicipality>>()
	readonly #prefectures: Weighted<number>
	readonly #centres = new Map<number, { upTo: number; stops: Weighted<Stop> }[]>()
	readonly #stations = new Map<number, PlaceStation[]>()
	readonly #hubs = new Map<number, Weighted<PlaceStation>>()
	readonly #grid = new Map<number, PlaceStation[]>()
	readonly #postalCodes = new Map<number, string[]>()
	readonly #towns = readDataset().towns
	readonly #meshes: Map<Mesh, number[]>
	readonly #ownMeshes = new Map<number, Mesh[]>()
	/** Those of the own meshes that no neighbour shares, where there are any. */
	readonly #groundMeshes = new Map<number, Mesh[]>()
	readonly #found = new Map<string, PlaceStation>()
	readonly #townsAt = new Map<string, Town[]>()

	private constructor(rows: {
		prefectures: { id: number; name: string }[]
		municipalities: PlaceMunicipality[]
		stations: PlaceStation[]
		postalCodes: { municipality_id: number; postal_codes: string[] }[]
	}) {
		for (const { id, name } of rows.prefectures) this.prefectureNames.set(id, name)
		for (const municipality of rows.municipalities) this.municipalities.set(municipality.id, municipality)
		for (const { municipality_id, postal_codes } of rows.postalCodes) this.#postalCodes.set(municipality_id, postal_codes)
		for (const station of rows.stations) {
			push(this.#stations, station.municipalityId, station)
			push(this.#grid, cell(station.lat, station.lng), station)
		}
		this.#meshes = loadMeshes(new Set(rows.municipalities.filter(isGround).map(({ id }) => id)))
		for (const [mesh, present] of this.#meshes) for (const id of present) push(this.#ownMeshes, id, mesh)
		const candidates = rows.municipalities.filter((one) => isGround(one) && (this.#ownMeshes.get(one.id)?.length ?? 0) > 0)
		for (const [prefectureId, ones] of Map.groupBy(candidates, (one) => one.prefectureId))
			this.#byPrefecture.set(
				prefectureId,
				weighted(ones, (one) => this.#weight(one)),
			)
		this.#prefectures = weighted(
			[...this.#byPrefecture.keys()].sort((a, b) => a - b),
			(id) => prefecturePopulations.get(id) ?? 0,
		)
		for (const [prefectureId, ones] of Map.groupBy(centres, (one) => one.prefectureId)) this.#centres.set(prefectureId, ranges(ones))
	}

	static async load(db: Kysely<Database>): Promise<Places> {
		const prefectures = await db.selectFrom('prefectures').select(['id', 'name']).orderBy('id').execute()
		const municipalities = await sql<PlaceMunicipality>`
			select m.id, m.prefecture_id as "prefectureId", m.city_id as "cityId", m.kind, m.name, c.name as "cityName", c.kana as "cityKana", m.lat, m.lng
			from municipalities m join municipalities c on c.id = m.city_id order by m.id
		`.execute(db)
		const stations = await sql<PlaceStation>`
			select s.id, s.municipality_id as "municipalityId", s.name, s.lat, s.lng,
				(select count(*)::int from station_lines l where l.station_id = s.id) as "lineCount"
			from stations s order by s.id
		`.execute(db)
		const postalCodes = await sql<{ municipality_id: number; postal_codes: string[] }>`
			select municipality_id, array_agg(postal_code order by postal_code) as postal_codes from postal_codes group by municipality_id
		`.execute(db)
		return new Places({
			prefectures,
			municipalities: municipalities.rows,
			stations: stations.rows,
			postalCodes: postalCodes.rows,
		})
	}

	/**
	 * Prefectures by population. `ordinal` walks them evenly, so that any number of offices is in proportion. `within`
	 * walks each prefecture as evenly, from 0 to 1.
	 */
	spotOf(ordinal: number): { prefectureId: number; within: number } {
		const { item, within } = this.#prefectures.spotAt((ordinal * 0.618_033_988_749_894_9) % 1)
		return { prefectureId: item, within }
	}

	/** Around a centre for the first part of `within`, else wherever people live. */
	placeIn({ prefectureId, within }: { prefectureId: number; within: number }, random: Random): Place {
		const centre = this.#centres.get(prefectureId)?.find(({ upTo }) => within < upTo)
		if (centre) return this.#placeAtStop(centre.stops.pick(random), random)
		const table = this.#byPrefecture.get(prefectureId)
		if (!table) throw new Error(`no municipality of prefecture ${prefectureId} is in the database`)
		return this.placeInMunicipality(table.pick(random), random)
	}

	#placeAtStop({ municipalityId, station, towns }: Stop, random: Random): Place {
		const municipality = this.municipality(municipalityId)
		const hub = this.findStation(municipalityId, station)
		const point = this.#around(hub, municipality, random)
		const known = this.#cachedTowns(`${municipalityId} around ${station}`, () =>
			this.townsIn(municipalityId).filter(({ name }) => towns.includes(name)),
		)
		const town = known.length > 0 ? random.pick(known) : this.#town(municipality, hub, random)
		return { ...this.#frame(municipality), ...point, town, hub, nearStations: this.nearest(point) }
	}

	placeInMunicipality(municipality: PlaceMunicipality, random: Random): Place {
		const stations = this.#stations.get(municipality.id) ?? []
		if (stations.length === 0) return this.#complete(municipality, null, this.#openGround(municipality, random), random)
		let hubs = this.#hubs.get(municipality.id)
		if (!hubs) {
			hubs = weighted(stations, (station) => this.#stationWeight(station, municipality))
			this.#hubs.set(municipality.id, hubs)
		}
		const hub = hubs.pick(random)
		return this.#complete(municipality, hub, this.#around(hub, municipality, random), random)
	}

	/** A place for the named cast, in a town given by name. */
	placeAt(point: Point, municipalityId: number, town: Town, hub: PlaceStation): Place {
		return { ...this.#frame(this.municipality(municipalityId)), ...point, town, hub, nearStations: this.nearest(point) }
	}

	/** The station of that name nearest to the middle of the municipality, which need not be the one it lies in. */
	findStation(municipalityId: number, name: string): PlaceStation {
		const key = `${municipalityId} ${name}`
		let station = this.#found.get(key)
		if (!station) this.#found.set(key, (station = this.#searchStation(municipalityId, name)))
		return station
	}

	#searchStation(municipalityId: number, name: string): PlaceStation {
		const { lat, lng } = this.municipality(municipalityId)
		const named = [...this.#stations.values()].flat().filter((station) => station.name === name)
		const nearest = named.sort((a, b) => distanceMetres(a, { lat, lng }) - distanceMetres(b, { lat, lng }))[0]
		if (!nearest) throw new Error(`no station ${name} in the database`)
		return nearest
	}

	municipality(id: number): PlaceMunicipality {
		const municipality = this.municipalities.get(id)
		if (!municipality) throw new Error(`municipality ${id} is not in the database`)
		return municipality
	}

	/** Whether the 1 km mesh of the point belongs to the municipality, wholly or in part. */
	liesIn(point: Point, municipalityId: number): boolean {
		return this.#meshes.get(meshOf(point))?.includes(municipalityId) ?? false
	}

	townsIn(municipalityId: number): readonly Town[] {
		return this.#towns.get(municipalityId) ?? []
	}

	/** Up to three stations within 2.5 km, nearest first. */
	nearest(point: Point): NearStation[] {
		const found: NearStation[] = []
		for (let row = -1; row <= 1; row++) {
			for (let column = -1; column <= 1; column++) {
				for (const station of this.#grid.get(cell(point.lat + row * GRID, point.lng + column * GRID)) ?? []) {
					const distance = Math.round(distanceMetres(point, station))
					if (distance <= NEAR_M) found.push({ station, distance, walkMinutes: walkMinutes(distance) })
				}
			}
		}
		return found.sort((a, b) => a.distance - b.distance || a.station.id - b.station.id).slice(0, 3)
	}

	#frame(municipality: PlaceMunicipality) {
		const { prefectureId } = municipality
		return { prefectureId, prefectureName: this.prefectureNames.get(prefectureId) ?? '', municipality }
	}

	#complete(municipality: PlaceMunicipality, hub: PlaceStation | null, point: Point, random: Random): Place {
		return { ...this.#frame(municipality), ...point, town: this.#town(municipality, hub, random), hub, nearStations: this.nearest(point) }
	}

	#town(municipality: PlaceMunicipality, hub: PlaceStation | null, random: Random): Town {
		const towns = this.townsIn(municipality.id)
		if (towns.length === 0) {
			const postalCode = this.#postalCodes.get(municipality.id)?.[0] ?? ''
			return { name: '', postalCode }
		}
		const like = hub ? this.#townsLike(municipality.id, hub.name) : []
		if (like.length > 0) return random.pick(like)
		const central = this.#cachedTowns(`${municipality.id}`, () => towns.filter(({ name }) => CENTRAL_TOWN.test(name)))
		return central.length > 0 && random.chance(0.6) ? random.pick(central) : random.pick(towns)
	}

	#townsLike(municipalityId: number, station: string): Town[] {
		return this.#cachedTowns(`${municipalityId} ${station}`, () =>
			this.townsIn(municipalityId).filter((town) => townStationLikeness(town.name, station) > 0),
		)
	}

	/**
	 * Offices gather where lines meet and where the station bears the city's name. Where towns lie is known by the name
	 * of a station alone: those that say nothing are mostly left out, or the map would contradict the address.
	 */
	#stationWeight(station: PlaceStation, municipality: PlaceMunicipality): number {
		const bare = municipality.cityName.replace(/(市|区|町|村)$/, '')
		const named = station.name === bare || station.name === `新${bare}` || station.name === `${bare}市`
		const isDistinct = this.#townsLike(municipality.id, station.name).length > 0
		return (1 + station.lineCount ** 2 * 0.8 + (named ? 6 : 0) + (mixSeed(station.id) % 100) / 100) * (isDistinct ? 1 : 0.1)
	}

	#cachedTowns(key: string, find: () => Town[]): Town[] {
		let found = this.#townsAt.get(key)
		if (!found) this.#townsAt.set(key, (found = find()))
		return found
	}

	/** Most offices are within 500 m of the station, nearly all within 1 km. */
	#around(hub: PlaceStation, municipality: PlaceMunicipality, random: Random): Point {
		let shared: Point | null = null
		for (let attempt = 0; attempt < 16; attempt++) {
			const metres = 40 + 960 * random.next() ** 1.9
			const angle = 2 * Math.PI * random.next()
			const point = shift(hub, metres, angle)
			const present = this.#meshes.get(meshOf(point))
			if (!present?.includes(municipality.id)) continue
			if (present.length === 1) return point
			// Shared with a neighbour: nearer to the own station than to its ones is as good as can be known.
			if (metres < 400) return point
			shared ??= point
		}
		return shared ?? (this.liesIn(hub, municipality.id) ? shift(hub, 35, 1) : this.#openGround(municipality, random))
	}

	#openGround(municipality: PlaceMunicipality, random: Random): Point {
		let pool = this.#groundMeshes.get(municipality.id)
		if (!pool) {
			const own = this.#ownMeshes.get(municipality.id) ?? []
			const whole = own.filter((mesh) => this.#meshes.get(mesh)?.length === 1)
			pool = whole.length > 0 ? whole : own
			this.#groundMeshes.set(municipality.id, pool)
		}
		// The nearest to the centre of some drawn at random: towns are seldom at the edge.
		const drawn = Array.from({ length: 4 }, () => random.pick(pool))
		const mesh = drawn.reduce((best, one) => (centreDistance(one, municipality) < centreDistance(best, municipality) ? one : best))
		const centre = meshCentre(mesh)
		return rounded({ lat: centre.lat + (random.next() - 0.5) * 0.006, lng: centre.lng + (random.next() - 0.5) * 0.009 })
	}

	/** About the inhabitants in thousands. */
	#weight(municipality: PlaceMunicipality): number {
		const known = municipalityWeights.get(municipality.id)
		if (known !== undefined) return known
		const stations = this.#stations.get(municipality.id)?.length ?? 0
		const postal = this.#postalCodes.get(municipality.id)?.length ?? 0
		const size = { city: 26, ward: 70, special_ward: 250, town: 7, village: 2 }[municipality.kind] ?? 0
		return size + Math.min(stations, 12) * (municipality.kind === 'city' ? 2.5 : 0.8) + Math.min(postal, 300) * 0.06
	}
}

/** The centres of a prefecture as parts of the range from 0 to 1. */
function ranges(ones: readonly Centre[]): { upTo: number; stops: Weighted<Stop> }[] {
	let upTo = 0
	return ones.map(({ share, stops }) => ({ upTo: (upTo += share / 100), stops: weighted(stops, ({ weight }) => weight) }))
}

const CENTRAL_TOWN = /^(中央|本町|駅前|栄町|大手|本|元町|昭和|新町|錦町|幸町)/
const isGround = (municipality: { kind: string }) => municipality.kind !== 'designated_city'
const cell = (lat: number, lng: number) => Math.floor(lat / GRID) * 100_000 + Math.floor(lng / GRID)

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
	const present = map.get(key)
	if (present) present.push(value)
	else map.set(key, [value])
}

const centreDistance = (mesh: Mesh, { lat, lng }: Point) => {
	const centre = meshCentre(mesh)
	return (centre.lat - lat) ** 2 + (0.82 * (centre.lng - lng)) ** 2
}

const rounded = ({ lat, lng }: Point): Point => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

/** The point so many metres away in a direction (radians, 0 = east). */
export function shift(from: Point, metres: number, angle: number): Point {
	return rounded({
		lat: from.lat + (metres * Math.sin(angle)) / METRES_PER_DEGREE,
		lng: from.lng + (metres * Math.cos(angle)) / (METRES_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)),
	})
}
