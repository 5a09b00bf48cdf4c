import { checkedSql, float8, int4, text } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { findMunicipalitiesByPostalCode } from './postal-codes.ts'
import { getPrefecture } from './prefectures.ts'

export type OfficePlace = {
	postalCode: string
	/** `name` with the prefecture. */
	municipalities: { id: number; prefectureId: number; name: string; lat: number; lng: number }[]
	stations: { id: number; name: string; lines: string; lat: number; lng: number }[]
}

/** Where an office of this postal code may be: its municipalities and their stations. Null for an unknown code. */
export async function findOfficePlace(ctx: Ctx, postalCode: string): Promise<OfficePlace | null> {
	const municipalities = await findMunicipalitiesByPostalCode(ctx, postalCode)
	if (municipalities.length === 0) return null
	const { rows: stations } = await checkedSql({ id: int4, name: text, lat: float8, lng: float8, lines: text })`
		select s.id, s.name, s.lat, s.lng, coalesce((
			select string_agg(l.name, '・' order by l.id) from station_lines sl join railway_lines l on l.id = sl.line_id where sl.station_id = s.id
		), '') as lines
		from stations s
		where s.id in (select station_id from station_municipalities where municipality_id = any (${municipalities.map(({ id }) => id)}::integer[]))
		order by s.kana, s.id
	`.execute(ctx.db)
	return {
		postalCode,
		municipalities: municipalities.map(({ id, prefectureId, name, lat, lng }) => ({
			id,
			prefectureId,
			name: `${getPrefecture(prefectureId).name}${name}`,
			lat,
			lng,
		})),
		stations,
	}
}
