import type { Place } from './places.ts'
import type { Random } from './random.ts'
import { townStationLikeness } from './towns.ts'

const BUILDINGS = [
	'中央ビル',
	'第一ビル',
	'第二ビル',
	'駅前ビル',
	'センタービル',
	'グリーンビル',
	'サンライトビル',
	'さくらビル',
	'パークサイドビル',
	'ステーションビル別館',
	'コーポ',
	'ハイツ',
	'スクエア',
	'テラス',
	'プラザ',
	'レジデンス',
]

/** Town, block and number, as they are written there; a building with a floor where buildings have floors. */
export function addressLine(place: Place, random: Random, surname: string): string {
	const { municipality, town } = place
	const urban = municipality.kind === 'ward' || municipality.kind === 'special_ward' || municipality.kind === 'city'
	const inTokyo = municipality.prefectureId === 13 && urban
	// 町 are mostly without 丁目; not so in the cities west of Tokyo's wards.
	const numbered = (inTokyo && municipality.kind === 'city') || !town.name.endsWith('町')
	const street = streetNumber(town.name, !numbered ? 0 : inTokyo ? 0.97 : urban ? 0.75 : 0, random)
	const line = `${town.name}${street}`
	const dense = municipality.kind === 'ward' || municipality.kind === 'special_ward'
	const central =
		place.hub !== null && (townStationLikeness(town.name, place.hub.name) > 0 || /^(中央|本町|駅前|栄町|大手)/.test(town.name))
	if (!place.hub || !random.chance(dense ? 0.82 : central && municipality.kind === 'city' ? 0.65 : 0.1)) return line
	const named = random.chance(0.35) ? `${surname}ビル` : `${random.chance(0.6) ? place.hub.name : town.name}${random.pick(BUILDINGS)}`
	const top = dense ? 10 : central ? 6 : 2
	const floor = random.chance(0.55) ? `${random.int(2, top)}階` : `${random.int(1, top)}0${random.int(1, 6)}`
	return `${line} ${named}${floor}`
}

/** `inBlocks`: how likely the town is numbered by 丁目 and 番. */
function streetNumber(town: string, inBlocks: number, random: Random): string {
	// Sapporo and its like always count blocks: 北一条西4丁目2番地11.
	if (/(条[東西南北]?|大通[東西])$/.test(town)) return `${random.int(1, 18)}丁目${random.int(1, 12)}番地${random.int(1, 29)}`
	if (inBlocks > 0 && random.chance(inBlocks)) {
		const block = `${random.int(1, 5)}丁目${random.int(1, 32)}番${random.int(1, 24)}号`
		return random.chance(0.5) ? block : block.replace('丁目', '-').replace('番', '-').replace('号', '')
	}
	if (random.chance(0.5)) return `${random.int(2, 480)}番地${random.int(1, 12)}`
	return `${random.int(1, 60)}-${random.int(1, 28)}`
}
