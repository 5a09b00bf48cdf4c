import { z } from 'zod'
import type { Point } from '../../src/domain/geography/distance.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { operatorUrlName } from './operators.ts'

/**
 * The ministry's station file, 国土数値情報 N02 (鉄道), `N02-XX_Station.geojson`: one feature for each platform of each
 * line, drawn as a line of [longitude, latitude]. N02_002 kind of operator, _003 line, _004 operator, _005 name,
 * _005c code, _005g group of platforms that are one station.
 */
export type Platform = {
	group: string
	code: string
	name: string
	line: { name: string; operator: string }
	place: Point
}

const position = z.tuple([z.number().min(122).max(154), z.number().min(20).max(46)]).rest(z.number())

const feature = z.object({
	properties: z.object({
		N02_002: z.string(),
		N02_003: z.string().min(1),
		N02_004: z.string().min(1),
		N02_005: z.string().min(1),
		N02_005c: z.string().min(1),
		N02_005g: z.string().min(1),
	}),
	geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position).min(1) }),
})

const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()).min(1) })

/** Reads the file's text. Throws a StartError that names the first thing wrong, and the feature it is in. */
export function parsePlatforms(text: string, fileName: string): Platform[] {
	let json: unknown
	try {
		json = JSON.parse(text.replace(/^\uFEFF/, ''))
	} catch (error) {
		throw new StartError(`${fileName} is not JSON: choose the .geojson file from the ministry's archive.`, error)
	}
	const parsed = collection.safeParse(json)
	if (!parsed.success) throw new StartError(`${fileName} is not a GeoJSON FeatureCollection with features in it.`)
	return parsed.data.features.map((candidate, index) => platformOf(candidate, `Feature ${index + 1} of ${fileName}`))
}

function platformOf(candidate: unknown, where: string): Platform {
	const parsed = feature.safeParse(candidate)
	if (!parsed.success) {
		const [part, property] = parsed.error.issues[0]?.path ?? []
		if (part === 'properties' && property !== undefined)
			throw new StartError(`${where} has no text in ${String(property)}: use N02-XX_Station.geojson of 2020 or later.`)
		if (part === 'properties') throw new StartError(`${where} has no properties.`)
		throw new StartError(`${where} is not drawn as a LineString of longitudes and latitudes in Japan.`)
	}
	const { properties, geometry } = parsed.data
	return {
		group: properties.N02_005g,
		code: properties.N02_005c,
		name: properties.N02_005.normalize('NFKC')
			.replace(/[（(〈<].*$/u, '')
			.trim(),
		line: lineOf(properties.N02_002, properties.N02_003, properties.N02_004),
		place: middleOf(geometry.coordinates.map(([lng, lat]) => ({ lat, lng }))),
	}
}

/** Half way between the ends of a platform's bounds. */
function middleOf(points: Point[]): Point {
	const between = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
	return { lat: between(points.map((point) => point.lat)), lng: between(points.map((point) => point.lng)) }
}

/** Registered names of operators that go by another. */
const commonNames: Record<string, string> = {
	北海道旅客鉄道: 'JR北海道',
	東日本旅客鉄道: 'JR東日本',
	東海旅客鉄道: 'JR東海',
	西日本旅客鉄道: 'JR西日本',
	四国旅客鉄道: 'JR四国',
	九州旅客鉄道: 'JR九州',
	東京地下鉄: '東京メトロ',
	大阪市高速電気軌道: 'Osaka Metro',
	東京都: '都営地下鉄',
	札幌市: '札幌市交通局',
	仙台市: '仙台市交通局',
	横浜市: '横浜市交通局',
	名古屋市: '名古屋市交通局',
	京都市: '京都市交通局',
	神戸市: '神戸市交通局',
	福岡市: '福岡市交通局',
	熊本市: '熊本市交通局',
	鹿児島市: '鹿児島市交通局',
	函館市: '函館市電',
	京浜急行電鉄: '京急電鉄',
	南海電気鉄道: '南海電鉄',
	京阪電気鉄道: '京阪電鉄',
	阪神電気鉄道: '阪神電鉄',
	山陽電気鉄道: '山陽電鉄',
	京福電気鉄道: '京福電鉄',
	阪堺電気軌道: '阪堺電車',
	高松琴平電気鉄道: '高松琴平電鉄',
	熊本電気鉄道: '熊本電鉄',
	筑豊電気鉄道: '筑豊電鉄',
	北九州高速鉄道: '北九州モノレール',
	箱根登山鉄道: '小田急箱根',
}

/** The prefix of a line's name where it is not the operator's name in a URL. */
const prefixes: Record<string, string> = { 'Osaka Metro': 'Osaka Metro', 都営地下鉄: '都営' }

const SHINKANSEN = '1'
const JR = '2'

function lineOf(kind: string, registered: string, company: string): { name: string; operator: string } {
	const operator = commonNames[company] ?? company
	// 4号線丸ノ内線 and 1号線(御堂筋線) carry the number of the plan before the name that people use.
	const plain = registered.normalize('NFKC')
	const name = /^\d+号線[(]?(.+?)[)]?$/u.exec(plain)?.[1] ?? plain
	if (kind === SHINKANSEN) return { name, operator }
	if (kind === JR || operator.startsWith('JR')) return { name: `JR${name}`, operator }
	const prefix = prefixes[operator] ?? (operator.endsWith('交通局') ? operator.replace('交通局', '営') : operatorUrlName(operator))
	return { name: name.startsWith(prefix) ? name : `${prefix}${name}`, operator }
}
