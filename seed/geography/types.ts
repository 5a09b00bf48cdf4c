import type { TableRow } from '../../src/domain/shared/tables.ts'

/** Everything that hangs on stations and is replaced together by an import. */
export type StationRows = {
	railwayLines: TableRow<'railway_lines'>[]
	stations: TableRow<'stations'>[]
	stationLines: TableRow<'station_lines'>[]
	stationMunicipalities: TableRow<'station_municipalities'>[]
}

/** Rows for every table of migration 0002. */
export type GeographyRows = StationRows & {
	prefectures: TableRow<'prefectures'>[]
	municipalities: TableRow<'municipalities'>[]
	municipalityNeighbours: TableRow<'municipality_neighbours'>[]
	prefectureNeighbours: TableRow<'prefecture_neighbours'>[]
	postalCodes: TableRow<'postal_codes'>[]
}

/** A station before it is placed in a municipality and given its URL segment. */
export type UnplacedStation = {
	id: number
	name: string
	kana: string | null
	lat: number
	lng: number
}

/** A line with its stations in the order of the rails. */
export type LineOfStations = { id: number; name: string; operator: string; stationIds: number[] }

export type Town = { name: string; postalCode: string }
