import type { MunicipalityKind, RegionId } from './areas.ts'

export type PrefecturesTable = {
	id: number
	slug: string
	name: string
	kana: string
	region: RegionId
	lat: number
	lng: number
}

export type MunicipalitiesTable = {
	id: number
	code: string
	prefecture_id: number
	kind: MunicipalityKind
	city_id: number
	name: string
	kana: string
	romaji: string
	lat: number
	lng: number
}

export type MunicipalityNeighboursTable = {
	municipality_id: number
	neighbour_id: number
	distance_m: number
}

export type PrefectureNeighboursTable = {
	prefecture_id: number
	neighbour_id: number
}

export type PostalCodesTable = {
	postal_code: string
	municipality_id: number
}

export type RailwayLinesTable = {
	id: number
	name: string
	operator: string
}

export type StationsTable = {
	id: number
	prefecture_id: number
	municipality_id: number
	municipality_margin: number
	name: string
	kana: string | null
	romaji: string | null
	url_segment: string
	lat: number
	lng: number
}

export type StationLinesTable = {
	station_id: number
	line_id: number
	/** Place of the station along the line, from 1. */
	position: number
}

export type StationMunicipalitiesTable = {
	station_id: number
	municipality_id: number
}

export type GeographyTables = {
	prefectures: PrefecturesTable
	municipalities: MunicipalitiesTable
	municipality_neighbours: MunicipalityNeighboursTable
	prefecture_neighbours: PrefectureNeighboursTable
	postal_codes: PostalCodesTable
	railway_lines: RailwayLinesTable
	stations: StationsTable
	station_lines: StationLinesTable
	station_municipalities: StationMunicipalitiesTable
}

declare module '../shared/context.ts' {
	interface Database extends GeographyTables {}
}
