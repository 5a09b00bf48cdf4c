import type { MunicipalitiesTable } from '../../src/domain/geography/tables.server.ts'
import { toHiragana } from 'wanakana'

/** Suffixes of municipality names and how they are read. */
const suffix = /(し|く|ちょう|まち|むら|そん)$/u

/**
 * The reading of a station's name where it is certain: names in kana, and names of the municipality (or the city of a
 * ward) that the station lies in. The packaged stations have no readings.
 */
export function readingOf(name: string, municipality: MunicipalitiesTable): string | null {
	if (/^[ぁ-ゖァ-ヺー]+$/u.test(name)) return toHiragana(name, { convertLongVowelMark: false })
	if (municipality.kind !== 'ward' && name === municipality.name.slice(0, -1)) return municipality.kana.replace(suffix, '')
	return null
}
