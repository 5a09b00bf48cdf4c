import { toHiragana } from 'wanakana'
import { knownReadings } from './known-readings.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

/** How the suffixes of municipality names are read. */
const suffix = /(し|く|ちょう|まち|むら|そん)$/u

/** Before the name of a town these are read in one way only: 東青森, 新八代. */
const directions: Record<string, string> = { 新: 'しん', 東: 'ひがし', 西: 'にし', 南: 'みなみ', 北: 'きた' }

/**
 * The reading of a station's name where it is certain: the known ones, names in kana, and names made of that of the
 * municipality that the station lies in. The packaged stations have no readings.
 */
export function readingOf(name: string, municipality: TableRow<'municipalities'>): string | null {
	const known = knownReadings.get(`${municipality.prefecture_id}/${name}`)
	if (known) return known
	if (/^[ぁ-ゖァ-ヺー]+$/u.test(name)) return toHiragana(name, { convertLongVowelMark: false })
	if (municipality.kind === 'ward') return null
	if (name === municipality.name) return municipality.kana
	const town = municipality.name.slice(0, -1)
	const townKana = municipality.kana.replace(suffix, '')
	if (name === town) return townKana
	const direction = directions[name[0] ?? '']
	return direction && name.slice(1) === town ? `${direction}${townKana}` : null
}
