/** The regions of the spec, in its order. */
export const regions = [
	{ id: 'hokkaido-tohoku', name: '北海道・東北' },
	{ id: 'kanto', name: '関東' },
	{ id: 'chubu', name: '中部' },
	{ id: 'kansai', name: '関西' },
	{ id: 'chugoku-shikoku', name: '中国・四国' },
	{ id: 'kyushu', name: '九州・沖縄' },
] as const

export type RegionId = (typeof regions)[number]['id']

export type MunicipalityKind = 'designated_city' | 'ward' | 'special_ward' | 'city' | 'town' | 'village'

export type Japan = { kind: 'japan' }

export type Prefecture = {
	kind: 'prefecture'
	/** JIS code, 1–47. */
	id: number
	slug: string
	name: string
	kana: string
	region: RegionId
}

export type Municipality = {
	kind: 'municipality'
	/** The five-digit code as a number. */
	id: number
	code: string
	prefectureId: number
	type: MunicipalityKind
	/** For a ward of a designated city that city, else the municipality itself. */
	cityId: number
	/** In full within the prefecture: 横浜市中区, 嬬恋村. */
	name: string
	kana: string
	romaji: string
	lat: number
	lng: number
}

export type Station = {
	kind: 'station'
	id: number
	prefectureId: number
	municipalityId: number
	/** Without 駅. */
	name: string
	kana: string | null
	romaji: string | null
	/** The name, with `-operator` where the prefecture has two stations of that name. */
	urlSegment: string
	lat: number
	lng: number
}

export type Area = Japan | Prefecture | Municipality | Station

export const japan: Japan = { kind: 'japan' }

const STATION_OFFSET = 1_000_000

/** The integer that identifies an area in lists and counts: 0, 1–47, 1100–47999 or above a million. */
export function areaId(area: { kind: 'japan' } | { kind: 'prefecture' | 'municipality' | 'station'; id: number }): number {
	if (area.kind === 'japan') return 0
	return area.kind === 'station' ? stationAreaId(area.id) : area.id
}

/** The area id of a station of which only the id is known. */
export const stationAreaId = (stationId: number) => STATION_OFFSET + stationId

/** Returns the kind and row of an area id; null for a number that no area can have. */
export function parseAreaId(id: number): { kind: 'japan' } | { kind: 'prefecture' | 'municipality' | 'station'; id: number } | null {
	if (id === 0) return { kind: 'japan' }
	if (!Number.isInteger(id) || id < 1) return null
	if (id <= 47) return { kind: 'prefecture', id }
	if (id >= 1100 && id <= 47999) return { kind: 'municipality', id }
	if (id > STATION_OFFSET && id < 2 * STATION_OFFSET) return { kind: 'station', id: id - STATION_OFFSET }
	return null
}

/** URL segments of an area below a list, not yet encoded: [], [slug], [slug, 'city', name], [slug, 'station', segment]. */
export function areaPath(area: Japan): []
export function areaPath(area: Prefecture): [string]
export function areaPath(area: Municipality | Station, prefecture: { slug: string }): [string, 'city' | 'station', string]
export function areaPath(area: Area, prefecture: { slug: string } | null): string[]
export function areaPath(area: Area, prefecture?: { slug: string } | null): string[] {
	if (area.kind === 'japan') return []
	if (area.kind === 'prefecture') return [area.slug]
	if (!prefecture) throw new TypeError('The path of a municipality or station needs its prefecture')
	return area.kind === 'municipality' ? [prefecture.slug, 'city', area.name] : [prefecture.slug, 'station', area.urlSegment]
}

/** Name of an area in a heading: 全国, 東京都, 三鷹市, 三鷹駅. */
export function areaName(area: Area): string {
	if (area.kind === 'japan') return '全国'
	return area.kind === 'station' ? `${area.name}駅` : area.name
}
