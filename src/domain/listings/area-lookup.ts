import type { Ctx } from '../shared/context.ts'
import { type Area, parseAreaId, stationAreaId } from '../geography/areas.ts'
import { municipalityFromRow } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { stationFromRow } from '../geography/stations.ts'

/** Areas by their ids; ids of areas that no longer exist are left out. */
export async function areasOf(ctx: Ctx, areaIds: readonly number[]): Promise<Map<number, Area>> {
	const parsed = areaIds.map((id) => ({ areaId: id, parsed: parseAreaId(id) }))
	const idsOf = (kind: 'municipality' | 'station') => parsed.flatMap(({ parsed: one }) => (one?.kind === kind && 'id' in one ? one.id : []))
	const [municipalities, stations] = await Promise.all([
		ctx.db
			.selectFrom('municipalities')
			.selectAll()
			.where((eb) => eb('id', '=', eb.fn.any(eb.val(idsOf('municipality')))))
			.execute(),
		ctx.db
			.selectFrom('stations')
			.selectAll()
			.where((eb) => eb('id', '=', eb.fn.any(eb.val(idsOf('station')))))
			.execute(),
	])
	const found = new Map<number, Area>()
	for (const one of parsed) {
		if (one.parsed?.kind === 'japan') found.set(0, { kind: 'japan' })
		if (one.parsed?.kind === 'prefecture') found.set(one.areaId, getPrefecture(one.parsed.id))
	}
	for (const row of municipalities) found.set(row.id, municipalityFromRow(row))
	for (const row of stations) found.set(stationAreaId(row.id), stationFromRow(row))
	return found
}
