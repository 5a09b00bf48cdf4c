import type { Place } from './places.ts'
import type { Random } from './random.ts'

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
	const street = streetNumber(town.name, urban, random)
	const line = `${town.name}${street}`
	const tall = municipality.kind === 'ward' || municipality.kind === 'special_ward' ? 0.82 : municipality.kind === 'city' ? 0.5 : 0.12
	if (!place.hub || !random.chance(tall)) return line
	const named = random.chance(0.35) ? `${surname}ビル` : `${random.chance(0.6) ? place.hub.name : town.name}${random.pick(BUILDINGS)}`
	const floor = random.chance(0.55) ? `${random.int(2, 9)}階` : `${random.int(2, 11)}0${random.int(1, 8)}`
	return `${line} ${named}${floor}`
}

function streetNumber(town: string, urban: boolean, random: Random): string {
	// Sapporo and its like always count blocks: 北一条西4丁目2番地11.
	if (/条[東西南北]?$/.test(town)) return `${random.int(1, 18)}丁目${random.int(1, 12)}番地${random.int(1, 29)}`
	if (urban && !town.endsWith('町') && random.chance(0.75)) {
		const block = `${random.int(1, 5)}丁目${random.int(1, 32)}番${random.int(1, 24)}号`
		return random.chance(0.5) ? block : block.replace('丁目', '-').replace('番', '-').replace('号', '')
	}
	if (random.chance(0.5)) return `${random.int(2, 480)}番地${random.int(1, 12)}`
	return `${random.int(1, 60)}-${random.int(1, 28)}`
}
