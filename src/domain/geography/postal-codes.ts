import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import type { Municipality } from './areas.ts'
import { municipalityFromRow } from './municipalities.ts'

/** The seven digits of a postal code as people type it (full width, 〒, hyphen), or null. */
export function parsePostalCode(input: string): string | null {
	const digits = input.normalize('NFKC').replace(/[〒\s\-‐‑–—―−ー]/g, '')
	return /^\d{7}$/.test(digits) ? digits : null
}

/** Every municipality a postal code reaches into, in the order of their codes; empty for an unknown or malformed one. */
export async function findMunicipalitiesByPostalCode(ctx: Ctx, postalCode: string): Promise<Municipality[]> {
	const digits = parsePostalCode(postalCode)
	if (!digits) return []
	const rows = await ctx.db
		.selectFrom('postal_codes')
		.innerJoin('municipalities', 'municipalities.id', 'postal_codes.municipality_id')
		.selectAll('municipalities')
		.where('postal_codes.postal_code', '=', digits)
		.orderBy('municipalities.id')
		.execute()
	return rows.map(municipalityFromRow)
}

/** The municipalities of many postal codes (seven digits each) at once, in the order of their ids; unknown codes are missing. */
export async function findMunicipalitiesByPostalCodes(
	{ db }: Pick<Ctx, 'db'>,
	postalCodes: readonly string[],
): Promise<Map<string, { id: number; name: string }[]>> {
	const rows = await db
		.selectFrom('postal_codes as p')
		.innerJoin('municipalities as m', 'm.id', 'p.municipality_id')
		.select(['p.postal_code', 'm.id', 'm.name'])
		.where(sql<boolean>`p.postal_code = any (${postalCodes}::text[])`)
		.orderBy('m.id')
		.execute()
	const found = new Map<string, { id: number; name: string }[]>()
	for (const { postal_code: code, ...place } of rows) found.set(code, [...(found.get(code) ?? []), place])
	return found
}
