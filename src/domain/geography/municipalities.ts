import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import type { Municipality } from './areas.ts'
import type { TableRow } from '../shared/tables.ts'

/** Turns a row into the area that pages and links know. */
export const municipalityFromRow = (row: TableRow<'municipalities'>): Municipality => ({
	kind: 'municipality',
	id: row.id,
	code: row.code,
	prefectureId: row.prefecture_id,
	type: row.kind,
	cityId: row.city_id,
	name: row.name,
	kana: row.kana,
	romaji: row.romaji,
	lat: row.lat,
	lng: row.lng,
})

/**
 * The municipality of a URL segment: its Japanese name within the prefecture, or its five-digit code. A caller that
 * was given the code redirects to the name (product paper, section 1).
 */
export async function findMunicipality(ctx: Ctx, prefectureId: number, segment: string): Promise<Municipality | null> {
	const column = /^\d{5}$/.test(segment) ? 'code' : 'name'
	const row = await ctx.db
		.selectFrom('municipalities')
		.selectAll()
		.where('prefecture_id', '=', prefectureId)
		.where(column, '=', segment)
		.executeTakeFirst()
	return row ? municipalityFromRow(row) : null
}

/** The municipality of a code that came from our own data. Throws not-found. */
export async function getMunicipality(ctx: Ctx, id: number): Promise<Municipality> {
	const row = await ctx.db.selectFrom('municipalities').selectAll().where('id', '=', id).executeTakeFirst()
	if (!row) throw notFound('municipality')
	return municipalityFromRow(row)
}

/** All municipalities of a prefecture in the order of their codes: a designated city comes right before its wards. */
export async function listMunicipalities(ctx: Ctx, prefectureId: number): Promise<Municipality[]> {
	const rows = await ctx.db.selectFrom('municipalities').selectAll().where('prefecture_id', '=', prefectureId).orderBy('id').execute()
	return rows.map(municipalityFromRow)
}
