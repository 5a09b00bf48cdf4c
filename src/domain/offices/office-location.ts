import { sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, float8, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { distanceMetres, type Point } from '../geography/distance.ts'
import { findMunicipalitiesByPostalCode } from '../geography/postal-codes.ts'
import { listNearestStations } from '../geography/stations.ts'
import { METRES_A_MINUTE, type NamedStation, type PointBasis, pointBasisOf, pointFromStations, typedPoint } from '../geography/points.ts'
import type { Place } from './office-section-schemas.ts'
import { MAX_STATIONS, type SectionValues } from './office-sections.ts'

/** The largest municipality reaches some 40 km from its middle. */
const WITHIN_M = 45_000

export const walkMinutesOf = (metres: number): number => Math.max(1, Math.round(metres / METRES_A_MINUTE))

const refused = (fields: Record<string, string>) => new DomainError('invalid', 'this place does not fit', { fields })

export type Location = {
	postal_code: string
	prefecture_id: number
	municipality_id: number
	address_line: string
	lat: number
	lng: number
	point_basis: PointBasis
	stations: { station_id: number; distance_m: number; walk_minutes: number }[]
}

/** The location of an office, as its forms have it. */
export type LivePlace = Point & { municipalityId: number }

/** Locates an address: municipality by its postal code, point and stations near it. */
export async function locate(ctx: Ctx, place: Place, live: LivePlace): Promise<Location> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, place.postalCode)
	if (municipalities.length === 0) throw refused({ postalCode: 'この郵便番号は見つかりません。番号を確認してください。' })
	const municipality = municipalities.find(({ id }) => id === place.municipalityId)
	if (!municipality) throw refused({ municipalityId: '郵便番号に合う市区町村を選んでください。' })
	const named = await readStations(ctx, place, municipality)
	const pin = await readPinStation(ctx, place, municipality)
	const point = place.point ?? pin ?? pointFromStations(named, municipality)
	const isUnmoved = place.point !== null && distanceMetres(place.point, live) < 1
	if (isUnmoved && live.municipalityId !== municipality.id)
		throw refused({ point: '市区町村が変わりました。緯度と経度を入力し直すか、最寄り駅から求める方法を選んでください。' })
	if (distanceMetres(point, municipality) > WITHIN_M) throw refused({ point: `地図の位置が${municipality.name}から離れすぎています。` })
	return {
		postal_code: place.postalCode,
		prefecture_id: municipality.prefectureId,
		municipality_id: municipality.id,
		address_line: place.addressLine,
		lat: point.lat,
		lng: point.lng,
		point_basis: place.point ? 'exact' : pin ? 'near_station' : named.length > 0 ? 'stations' : 'municipality',
		stations: named.map(({ id, walkMinutes }) => ({
			station_id: id,
			distance_m: Math.round(walkMinutes * METRES_A_MINUTE),
			walk_minutes: walkMinutes,
		})),
	}
}

async function readPinStation(ctx: Ctx, { pinStationId }: Place, municipality: Point): Promise<Point | null> {
	if (pinStationId === null) return null
	const station = await ctx.db.selectFrom('stations').select(['lat', 'lng']).where('id', '=', pinStationId).executeTakeFirst()
	if (!station || distanceMetres(station, municipality) > WITHIN_M)
		throw refused({ pinStation: '地図で目印にする駅を選び直してください。' })
	return station
}

async function readStations(ctx: Ctx, { stations }: Place, municipality: Point): Promise<(NamedStation & { id: number })[]> {
	const ids = stations.map(({ stationId }) => stationId)
	const rows = ids.length === 0 ? [] : await ctx.db.selectFrom('stations').select(['id', 'lat', 'lng']).where('id', 'in', ids).execute()
	return stations.map(({ stationId, walkMinutes }, index) => {
		const station = rows.find(({ id }) => id === stationId)
		if (!station || distanceMetres(station, municipality) > WITHIN_M)
			throw refused({ [`station-${index + 1}`]: '最寄り駅を選び直してください。' })
		return { ...station, walkMinutes }
	})
}

export type PlaceChoices = {
	/** Of the postal code; with the present one where the code is not known. */
	municipalities: { id: number; name: string }[]
	isUnknownCode: boolean
	/** Name of the municipality, and its stations by the distance from what is known of the place. */
	here: { name: string; stations: StationChoice[] }
	/** Others around, and those that are chosen. */
	around: StationChoice[]
}

type StationChoice = { id: number; name: string; lines: string }

/** Maximum number of stations of a municipality and its neighbours that fit a readable list. */
const CHOICES = 60
const AROUND = 20

/** Returns what the form of a location offers for its values: municipalities of the postal code and stations around. */
export async function placeChoices(ctx: Ctx, values: SectionValues, live: LivePlace): Promise<PlaceChoices> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, textOf(values, 'postalCode'))
	const { municipality, point } = placeOf(values, live, municipalities)
	const chosen = chosenStations(values)
	const { rows } = await checkedSql({ id: int4, name: text, is_here: bool, lines: text })`
		with here as (
			select station_id as id, true as is_here from station_municipalities where municipality_id = ${municipality?.id ?? live.municipalityId}::integer
		),
		around as (
			select id, false as is_here from stations order by point(lng, lat) <-> point(${point.lng}, ${point.lat}) limit ${sql.lit(AROUND)}
		)
		select s.id, s.name, bool_or(c.is_here) as is_here, coalesce((
			select string_agg(l.name, '・' order by l.id) from station_lines sl join railway_lines l on l.id = sl.line_id where sl.station_id = s.id
		), '') as lines
		from stations s
		join (select * from here union all select * from around union all select unnest(${chosen}::integer[]), false) c on c.id = s.id
		group by s.id
		order by point(s.lng, s.lat) <-> point(${point.lng}, ${point.lat}), s.id
	`.execute(ctx.db)
	const choiceOf = ({ id, name, lines }: StationChoice) => ({ id, name, lines })
	return {
		municipalities: municipalities.map(({ id, name }) => ({ id, name })),
		isUnknownCode: municipalities.length === 0,
		here: {
			name: municipality?.name ?? '',
			stations: rows.filter((row, place) => row.is_here && (place < CHOICES || chosen.includes(row.id))).map(choiceOf),
		},
		around: rows.filter((row) => !row.is_here).map(choiceOf),
	}
}

const textOf = (values: SectionValues, name: string): string => String(values[name] ?? '')

const chosenStations = (values: SectionValues): number[] =>
	['station-1', 'station-2', 'station-3', 'pinStation']
		.map((name) => Number(textOf(values, name)))
		.filter((id) => Number.isInteger(id) && id > 0 && id < 1e8)

/** The municipality in a form, and the best known point. */
function placeOf(values: SectionValues, live: LivePlace, municipalities: readonly (Point & { id: number; name: string })[]) {
	const municipality = municipalities.find(({ id }) => id === Number(values['municipalityId'])) ?? municipalities[0]
	const { lat, lng } = typedPoint(textOf(values, 'lat'), textOf(values, 'lng'))
	if (textOf(values, 'point') === 'exact' && lat !== null && lng !== null) return { municipality, point: { lat, lng }, isExact: true }
	return { municipality, point: municipality && municipality.id !== live.municipalityId ? municipality : live, isExact: false }
}

const selectPoint = checkedSql({
	lat: float8,
	lng: float8,
	basis: text.as<PointBasis>().nullable,
	at_station: int4.nullable,
	middle: builtJson(() => z.strictObject({ lat: z.number(), lng: z.number() })),
	stations: builtJson(() => z.array(z.strictObject({ lat: z.number(), lng: z.number(), walkMinutes: z.int() }))).nullable,
})

/** How the point of an office was set, as fields of its form. */
export async function readPointValues(ctx: Ctx, officeId: number): Promise<SectionValues> {
	const { rows } = await selectPoint`
		select o.lat, o.lng, o.point_basis as basis, json_build_object('lat', m.lat, 'lng', m.lng) as middle,
			(
				select s.id from stations s
				where o.point_basis = 'near_station' and point(s.lng, s.lat) <@ box(point(o.lng, o.lat), point(o.lng, o.lat)) limit 1
			) as at_station,
			(
				select json_agg(json_build_object('lat', s.lat, 'lng', s.lng, 'walkMinutes', os.walk_minutes) order by os.position)
				from office_stations os join stations s on s.id = os.station_id where os.office_id = o.id
			) as stations
		from offices o join municipalities m on m.id = o.municipality_id
		where o.id = ${officeId}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return { point: 'stations', lat: '', lng: '' }
	const basis = row.basis ?? pointBasisOf(row, row.stations ?? [], row.middle)
	if (basis === 'near_station' && row.at_station !== null) return { point: 'near', pinStation: `${row.at_station}`, lat: '', lng: '' }
	const isExact = basis === 'exact'
	return { point: isExact ? 'exact' : 'stations', lat: isExact ? `${row.lat}` : '', lng: isExact ? `${row.lng}` : '' }
}

/** A place's values with a municipality that its postal code names, as far as the code is known. */
export async function withMunicipality(ctx: Ctx, values: SectionValues): Promise<SectionValues> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, String(values['postalCode'] ?? ''))
	const [first] = municipalities
	if (!first || municipalities.some(({ id }) => id === Number(values['municipalityId']))) return values
	// After a move the stations and the point of the former address do not apply.
	const former = Object.fromEntries(
		['lat', 'lng', 'pinStation', ...[1, 2, 3].flatMap((n) => [`station-${n}`, `walk-${n}`])].map((name) => [name, '']),
	)
	return { ...values, ...former, point: 'stations', municipalityId: `${first.id}` }
}

/**
 * A place's values with the three nearest stations. How long the walk from there may be is known only where the point is.
 */
export async function withNearestStations(ctx: Ctx, values: SectionValues, live: LivePlace): Promise<SectionValues> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, textOf(values, 'postalCode'))
	const { point, isExact } = placeOf(values, live, municipalities)
	const near = await listNearestStations(ctx, point, MAX_STATIONS, isExact ? 5_000 : 20_000)
	const fields: Record<string, string> = {}
	for (let number = 1; number <= MAX_STATIONS; number++) {
		const station = near[number - 1]
		fields[`station-${number}`] = station ? `${station.id}` : ''
		fields[`walk-${number}`] = station && isExact ? `${walkMinutesOf(station.distanceMetres)}` : ''
	}
	return { ...values, ...fields }
}
