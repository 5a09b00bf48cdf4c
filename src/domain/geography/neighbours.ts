import type { Ctx } from '../shared/context.ts'
import type { Municipality, Prefecture } from './areas.ts'
import { municipalityFromRow } from './municipalities.ts'
import { getPrefecture } from './prefectures.ts'

export type NeighbouringMunicipality = Municipality & { distanceMetres: number }

/** Up to eight municipalities that border on one, nearest first, across prefectures too: where a thin list widens to. */
export async function listMunicipalityNeighbours(ctx: Ctx, municipalityId: number): Promise<NeighbouringMunicipality[]> {
	const rows = await ctx.db
		.selectFrom('municipality_neighbours')
		.innerJoin('municipalities', 'municipalities.id', 'municipality_neighbours.neighbour_id')
		.selectAll('municipalities')
		.select('municipality_neighbours.distance_m')
		.where('municipality_neighbours.municipality_id', '=', municipalityId)
		.orderBy('municipality_neighbours.distance_m')
		.orderBy('municipalities.id')
		.execute()
	return rows.map((row) => ({ ...municipalityFromRow(row), distanceMetres: row.distance_m }))
}

/** The prefectures that border on one by land, bridge, tunnel or the usual ferry, in the order of their codes. */
export async function listPrefectureNeighbours(ctx: Ctx, prefectureId: number): Promise<Prefecture[]> {
	const rows = await ctx.db
		.selectFrom('prefecture_neighbours')
		.select('neighbour_id')
		.where('prefecture_id', '=', prefectureId)
		.orderBy('neighbour_id')
		.execute()
	return rows.map((row) => getPrefecture(row.neighbour_id))
}
