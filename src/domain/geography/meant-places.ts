import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import type { Municipality, Prefecture, Station } from './areas.ts'
import { loadFormerNames } from './former-names.ts'
import { municipalityFromRow } from './municipalities.ts'
import { findPrefecture, prefectures } from './prefectures.ts'
import { stationFromRow } from './stations.ts'

/** Resolves the URL of a place that does not exist in that spelling. */

/** The prefecture of `Tokyo`, `東京都` or `東京`; null for anything else. */
export function findMeantPrefecture(segment: string): Prefecture | null {
	const plain = segment.normalize('NFKC').trim()
	return (
		findPrefecture(plain.toLowerCase()) ??
		prefectures.find(({ name }) => name === plain || (plain.length >= 2 && name.replace(/(?<=..)[都府県]$/u, '') === plain)) ??
		null
	)
}

const SMALL_KE = /[ケヶがヵ]/gu
const MAX_SMALL_KE = 3

/** The same name with every way to write ケ: 霞ヶ関, 霞ケ関 and 霞が関. */
export function spellingsOf(name: string): string[] {
	const parts = name.normalize('NFKC').trim().split(SMALL_KE)
	if (parts.length - 1 > MAX_SMALL_KE) return [name]
	return parts
		.slice(1)
		.reduce<string[]>((names, part) => names.flatMap((start) => ['ケ', 'ヶ', 'が'].map((ke) => `${start}${ke}${part}`)), [parts[0] ?? ''])
}

const KINDS = ['市', '区', '町', '村']

/** The municipality of a former name, another spelling or a name without 市; null where there is none or more than one. */
export async function findMeantMunicipality(ctx: Ctx, prefectureId: number, segment: string): Promise<Municipality | null> {
	const former = await loadFormerNames()
	const spellings = spellingsOf(segment)
	const names = spellings.flatMap((name) => [former.municipality(prefectureId, name) ?? name, ...KINDS.map((kind) => `${name}${kind}`)])
	const rows = await ctx.db
		.selectFrom('municipalities')
		.selectAll()
		.where('prefecture_id', '=', prefectureId)
		.where('name', '=', anyOf(names))
		.limit(2)
		.execute()
	return rows[0] && rows.length === 1 ? municipalityFromRow(rows[0]) : null
}

/** The station of a former name, another spelling or a name with 駅; null where there is none or more than one. */
export async function findMeantStation(ctx: Ctx, prefectureId: number, segment: string): Promise<Station | null> {
	const former = await loadFormerNames()
	const spellings = spellingsOf(
		segment
			.normalize('NFKC')
			.trim()
			.replace(/(?<=.)駅$/u, ''),
	)
	// A name that a station still has is meant before one that it had.
	const kept = await ctx.db
		.selectFrom('stations')
		.selectAll()
		.where('prefecture_id', '=', prefectureId)
		.where((eb) => eb.or([eb('url_segment', '=', anyOf(spellings)), eb('name', '=', anyOf(spellings))]))
		.limit(2)
		.execute()
	if (kept[0]) return kept.length === 1 ? stationFromRow(kept[0]) : null
	const renamed = former.stations(spellings)
	if (renamed.length === 0) return null
	const rows = await ctx.db
		.selectFrom('stations')
		.selectAll()
		.where('prefecture_id', '=', prefectureId)
		.where('name', '=', anyOf(renamed.map(({ name }) => name)))
		.where((eb) =>
			eb.exists(
				eb
					.selectFrom('station_lines')
					.innerJoin('railway_lines', 'railway_lines.id', 'station_lines.line_id')
					.select('station_lines.station_id')
					.whereRef('station_lines.station_id', '=', 'stations.id')
					.where('railway_lines.name', '=', anyOf(renamed.flatMap(({ lines }) => lines))),
			),
		)
		.limit(2)
		.execute()
	return rows[0] && rows.length === 1 ? stationFromRow(rows[0]) : null
}

const anyOf = (names: readonly string[]) => sql<string>`any (${[...names]}::text[])`
