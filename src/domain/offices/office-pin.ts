import type { PointBasis } from '../geography/points.ts'
import type { Ctx } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { type LivePlace, locate } from './office-location.ts'
import { parseSection } from './office-section-schemas.ts'
import type { SectionValues } from './office-sections.ts'

export type Pin = {
	lat: number
	lng: number
	basis: PointBasis
	municipalityId: number
	stations: { id: number; walkMinutes: number }[]
}

/** Where the map would show the office by the values of its form, and what that comes from; null while they have errors. */
export async function readPin(ctx: Ctx, values: SectionValues, live: LivePlace): Promise<Pin | null> {
	try {
		// An address that is still missing does not move the point.
		const place = parseSection('place', { ...values, addressLine: String(values['addressLine'] ?? '') || '-' }, ctx.now())
		const found = await locate(ctx, place, live)
		return {
			lat: found.lat,
			lng: found.lng,
			basis: found.point_basis,
			municipalityId: found.municipality_id,
			stations: found.stations.map((one) => ({ id: one.station_id, walkMinutes: one.walk_minutes })),
		}
	} catch (error) {
		if (isDomainError(error) && error.kind === 'invalid') return null
		throw error
	}
}
