import type { Ctx } from '../context.ts'
import { DomainError } from '../errors.ts'
import { distanceMetres, type Point } from '../geography/distance.ts'
import { findMunicipalitiesByPostalCode } from '../geography/postal-codes.ts'
import { listNearestStations } from '../geography/stations.ts'
import { MAX_STATIONS, type SectionValues } from './office-sections.ts'
import type { Place } from './office-section-input.server.ts'

/** 80 m a minute on 1.25 × the straight line, as everywhere. */
const METRES_A_MINUTE = 80 / 1.25
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
	stations: { station_id: number; distance_m: number; walk_minutes: number }[]
}

/** Where an office with this address stands: municipality by its postal code, point and stations near it. */
export async function locate(ctx: Ctx, place: Place, live: Point & { municipalityId: number }): Promise<Location> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, place.postalCode)
	if (municipalities.length === 0) throw refused({ postalCode: 'この郵便番号は見つかりません。番号を確認してください。' })
	const municipality = municipalities.find(({ id }) => id === place.municipalityId)
	if (!municipality) throw refused({ municipalityId: '郵便番号に合う市区町村を選んでください。' })
	const point = await pointOf(ctx, place, municipality, live)
	if (distanceMetres(point, municipality) > WITHIN_M) throw refused({ point: `地図の位置が${municipality.name}から離れすぎています。` })
	const ids = place.stations.map(({ stationId }) => stationId)
	const rows = ids.length === 0 ? [] : await ctx.db.selectFrom('stations').select(['id', 'lat', 'lng']).where('id', 'in', ids).execute()
	const stations = place.stations.map(({ stationId, walkMinutes }, index) => {
		const station = rows.find(({ id }) => id === stationId)
		if (!station || distanceMetres(station, point) > WITHIN_M) throw refused({ [`station-${index + 1}`]: '最寄り駅を選び直してください。' })
		return { station_id: stationId, distance_m: Math.round(walkMinutes * METRES_A_MINUTE), walk_minutes: walkMinutes }
	})
	return {
		postal_code: place.postalCode,
		prefecture_id: municipality.prefectureId,
		municipality_id: municipality.id,
		address_line: place.addressLine,
		lat: point.lat,
		lng: point.lng,
		stations,
	}
}

async function pointOf(
	ctx: Ctx,
	{ point }: Place,
	municipality: Point & { id: number },
	live: Point & { municipalityId: number },
): Promise<Point> {
	if (point === 'municipality') return municipality
	// Elsewhere, the point of the former address says nothing.
	if (point === 'keep') return live.municipalityId === municipality.id ? live : municipality
	if ('lat' in point) return point
	const station = await ctx.db.selectFrom('stations').select(['lat', 'lng']).where('id', '=', point.stationId).executeTakeFirst()
	if (!station) throw refused({ point: '地図の位置を選び直してください。' })
	return station
}

export type PlaceChoices = {
	/** Of the postal code; with the present one where the code is not known. */
	municipalities: { id: number; name: string }[]
	isUnknownCode: boolean
	stations: { id: number; name: string; distanceMetres: number }[]
}

/** What a place's form offers for what stands in it now: municipalities of the postal code and stations around. */
export async function placeChoices(ctx: Ctx, values: SectionValues, live: Point & { municipalityId: number }): Promise<PlaceChoices> {
	const text = (name: string) => String(values[name] ?? '')
	const municipalities = await findMunicipalitiesByPostalCode(ctx, text('postalCode'))
	const centre = await centreOf(ctx, values, live, municipalities)
	const chosen = [1, 2, 3].map((number) => Number(text(`station-${number}`))).filter((id) => Number.isInteger(id) && id > 0 && id < 1e8)
	const near = await listNearestStations(ctx, centre, 40, WITHIN_M)
	const far = chosen.filter((id) => !near.some((station) => station.id === id))
	const others =
		far.length === 0 ? [] : await ctx.db.selectFrom('stations').select(['id', 'name', 'lat', 'lng']).where('id', 'in', far).execute()
	return {
		municipalities: municipalities.map(({ id, name }) => ({ id, name })),
		isUnknownCode: municipalities.length === 0,
		stations: [
			...others.map((row) => ({ id: row.id, name: row.name, distanceMetres: Math.round(distanceMetres(row, centre)) })),
			...near.map(({ id, name, distanceMetres: metres }) => ({ id, name, distanceMetres: metres })),
		],
	}
}

async function centreOf(
	ctx: Ctx,
	values: SectionValues,
	live: Point & { municipalityId: number },
	municipalities: readonly (Point & { id: number })[],
): Promise<Point> {
	const chosen = String(values['point'] ?? 'keep')
	const municipality = municipalities.find(({ id }) => id === Number(values['municipalityId'])) ?? municipalities[0]
	if (chosen === 'exact') {
		const [lat, lng] = [Number(values['lat']), Number(values['lng'])]
		if (lat > 20 && lat < 46 && lng > 122 && lng < 154) return { lat, lng }
	}
	if (/^[1-9]\d{0,7}$/.test(chosen)) {
		const station = await ctx.db.selectFrom('stations').select(['lat', 'lng']).where('id', '=', Number(chosen)).executeTakeFirst()
		if (station) return station
	}
	if (!municipality || (chosen === 'keep' && municipality.id === live.municipalityId)) return live
	return municipality
}

/** A place’s values with a municipality that its postal code names, as far as the code is known. */
export async function withMunicipality(ctx: Ctx, values: SectionValues): Promise<SectionValues> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, String(values['postalCode'] ?? ''))
	const [first] = municipalities
	if (!first || municipalities.some(({ id }) => id === Number(values['municipalityId']))) return values
	return { ...values, municipalityId: `${first.id}` }
}

/** A place's values with the three nearest stations and how long the walk from there may be. */
export async function withNearestStations(
	ctx: Ctx,
	values: SectionValues,
	live: Point & { municipalityId: number },
): Promise<SectionValues> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, String(values['postalCode'] ?? ''))
	const near = await listNearestStations(ctx, await centreOf(ctx, values, live, municipalities), MAX_STATIONS, 5_000)
	const fields: Record<string, string> = {}
	for (let number = 1; number <= MAX_STATIONS; number++) {
		const station = near[number - 1]
		fields[`station-${number}`] = station ? `${station.id}` : ''
		fields[`walk-${number}`] = station ? `${walkMinutesOf(station.distanceMetres)}` : ''
	}
	return { ...values, ...fields }
}
