import type {
	MunicipalitiesTable,
	MunicipalityNeighboursTable,
	PostalCodesTable,
	PrefectureNeighboursTable,
	PrefecturesTable,
	RailwayLinesTable,
	StationLinesTable,
	StationMunicipalitiesTable,
	StationsTable,
} from '../../src/domain/geography/tables.ts'

/** Everything that hangs on stations and is replaced together by an import. */
export type StationRows = {
	railwayLines: RailwayLinesTable[]
	stations: StationsTable[]
	stationLines: StationLinesTable[]
	stationMunicipalities: StationMunicipalitiesTable[]
}

/** Rows for every table of migration 0002. */
export type GeographyRows = StationRows & {
	prefectures: PrefecturesTable[]
	municipalities: MunicipalitiesTable[]
	municipalityNeighbours: MunicipalityNeighboursTable[]
	prefectureNeighbours: PrefectureNeighboursTable[]
	postalCodes: PostalCodesTable[]
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
