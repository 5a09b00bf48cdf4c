import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { areaName } from './areas.ts'
import { findMeantMunicipality, findMeantPrefecture, spellingsOf } from './meant-places.ts'
import { findMunicipalitiesByPostalCode, parsePostalCode } from './postal-codes.ts'
import { getPrefecture, prefectures } from './prefectures.ts'

export type TypedPlace = { prefectureId: number; municipalityId: number | null }

/** `names` are the places that a text may mean, in full, where it may mean several; empty where it means none. */
export type PlaceAnswer = { place: TypedPlace } | { place: null; names: string[] }

const SHOWN = 5

/**
 * Finds the municipality or prefecture that a text means: a postal code, a prefecture, a municipality or a station, with or
 * without its prefecture, 市 or 駅, and with the rest of an address behind it. A station stands for its municipality.
 */
export async function findTypedPlace(ctx: Ctx, typed: string): Promise<PlaceAnswer> {
	const text = typed.normalize('NFKC').replaceAll(/\s/gu, '')
	if (text === '') return { place: null, names: [] }
	if (parsePostalCode(text) !== null) return answerOf(await findMunicipalitiesByPostalCode(ctx, text))
	const whole = findMeantPrefecture(text)
	if (whole) return { place: { prefectureId: whole.id, municipalityId: null } }
	const prefecture = prefectures.find(({ name }) => text.startsWith(name))
	const rest = prefecture ? text.slice(prefecture.name.length) : text
	const municipalities = rest.endsWith('駅') ? [] : await municipalitiesOf(ctx, prefecture?.id ?? null, rest)
	return answerOf(municipalities.length > 0 ? municipalities : await municipalitiesOfStations(ctx, prefecture?.id ?? null, rest))
}

type Found = { id: number; prefectureId: number; name: string }

/** The longest names that the text begins with: 横浜市中区 before 横浜市. */
async function municipalitiesOf(ctx: Ctx, prefectureId: number | null, text: string): Promise<Found[]> {
	const former = prefectureId === null ? null : await findMeantMunicipality(ctx, prefectureId, text)
	if (former) return [former]
	const texts = spellingsOf(text).flatMap((spelling) => [spelling, ...['市', '区', '町', '村'].map((kind) => `${spelling}${kind}`)])
	const rows = await ctx.db
		.selectFrom('municipalities')
		.select(['id', 'prefecture_id as prefectureId', 'name'])
		.where(sql<boolean>`exists (select from unnest(${texts}::text[]) as typed (text) where starts_with(typed.text, name))`)
		.$if(prefectureId !== null, (query) => query.where('prefecture_id', '=', prefectureId ?? 0))
		.orderBy(sql`length(name)`, 'desc')
		.orderBy('id')
		.execute()
	return rows.filter(({ name }) => name.length === rows[0]?.name.length)
}

async function municipalitiesOfStations(ctx: Ctx, prefectureId: number | null, text: string): Promise<Found[]> {
	const names = spellingsOf(text.replace(/(?<=.)駅$/u, ''))
	return ctx.db
		.selectFrom('municipalities')
		.select(['id', 'prefecture_id as prefectureId', 'name'])
		.where('id', 'in', (stations) =>
			stations
				.selectFrom('stations')
				.select('municipality_id')
				.where('name', '=', sql<string>`any (${names}::text[])`),
		)
		.$if(prefectureId !== null, (query) => query.where('prefecture_id', '=', prefectureId ?? 0))
		.orderBy('id')
		.execute()
}

function answerOf(found: readonly Found[]): PlaceAnswer {
	const [first] = found
	if (first && found.length === 1) return { place: { prefectureId: first.prefectureId, municipalityId: first.id } }
	return { place: null, names: found.slice(0, SHOWN).map(({ prefectureId, name }) => `${areaName(getPrefecture(prefectureId))}${name}`) }
}
