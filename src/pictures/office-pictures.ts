import { drawing } from './portraits.ts'

/**
 * Calm flat pictures for offices without a photograph, from what is known of them: a firm of several people and whoever
 * sits upstairs has a building, with its floor lit; one person on the ground floor has a front on a street, far from any
 * station a house. The sign has the name of the station, the colour is that of the profession. Hour and walls vary by id.
 */
export type OfficePictureSeed = {
	id: number
	kind?: 'sole' | 'corporation' | 'company' | 'joint'
	/** Null where the address says none. */
	floor?: number | null
	/** The nearest station that one can walk from, without 駅. */
	station?: string | null
	professionId?: number | null
	/** Whether letters are drawn: not where the picture is drawn without fonts. */
	lettered?: boolean
}

/** The floor that an address ends with: 「ビル4階」, 「ビル 4F」 or the number of a room, 「ビル402」. Null for the others. */
export function floorOf(addressLine: string): number | null {
	const address = addressLine.normalize('NFKC').trim()
	if (/地下\d+階|B\d+F?$/i.test(address)) return 1
	const named = /(\d{1,2})\s*(?:階|F)(?:\s*\d*号室)?$/i.exec(address)?.[1]
	// A room number has no hyphen before it: 2-301 is a block and a house.
	const room = /(?:[ァ-ヶ]ー?|[^\d\-‐−ー番号丁目町村字地\s])\s?(\d{1,2})\d{2}(?:号室)?$/u.exec(address)?.[1]
	const floor = Number(named ?? room ?? 0)
	return floor >= 1 && floor <= 60 ? floor : null
}

type Pick = ReturnType<typeof drawing>['pick']
type Chance = ReturnType<typeof drawing>['chance']

/** What the hour does to sky, ground and glass. `lit`: lamps are on. */
type Hour = { sky: string; far: string; ground: string; glass: string; lit: boolean }

const HOURS: readonly Hour[] = [
	{ sky: '#e3edf2', far: '#cfdde4', ground: '#d9d6cf', glass: '#b8d0da', lit: false },
	{ sky: '#dcebf3', far: '#c5d9e4', ground: '#dedbd2', glass: '#aecbd9', lit: false },
	{ sky: '#f1eadc', far: '#e2d6c1', ground: '#ddd5c8', glass: '#c3d2d3', lit: false },
	{ sky: '#f3ddcd', far: '#e2c3b3', ground: '#cfc2b8', glass: '#f6d9a2', lit: true },
	{ sky: '#46546b', far: '#3a475d', ground: '#58606c', glass: '#f7dc9f', lit: true },
]

const WALLS = [
	'#efe9df',
	'#e4e0d8',
	'#d9cfc1',
	'#cbb9a6',
	'#b9a08a',
	'#c9c6c0',
	'#b7bfc2',
	'#a8b3ae',
	'#d7c2b5',
	'#e9e3d0',
	'#9a8f86',
] as const
/** By the number of the profession (domain/taxonomy/attributes.ts). */
const ACCENTS: Readonly<Record<number, string>> = {
	1: '#0b5c6b',
	2: '#8a4f4c',
	3: '#4f6f5f',
	4: '#74583f',
	5: '#3a4a66',
	6: '#6d5a7d',
	7: '#a07a3f',
	8: '#3f5f7d',
	9: '#3d6b73',
}
const PLAIN_ACCENT = '#5b5f66'
const LETTERS = 'font-family="sans-serif" font-weight="700"'
const LEAVES = ['#7f9c78', '#6c8f74', '#93a878', '#88a088', '#a3a56f'] as const

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more}/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

function sky(hour: Hour, pick: Pick, isTown: boolean): string {
	const skyline = pick(
		isTown
			? [
					'M0 168V96H34V78H66V104H92V88H120V112H176V84H204V66H232V100H262V90H296V74H320V168Z',
					'M0 168V104H50V92H74V108H140V82H158V100H214V92H250V110H282V88H320V168Z',
				]
			: ['M0 168V126C40 104 76 124 112 112S190 90 230 112S296 104 320 116V168Z', 'M0 168V132C60 84 110 96 150 120S260 128 320 96V168Z'],
	)
	const body =
		hour.sky === '#46546b'
			? '<circle cx="262" cy="36" r="11" fill="#f3ead2"/>'
			: hour.lit
				? '<circle cx="70" cy="88" r="20" fill="#f2b98f"/>'
				: pick([
						'',
						'<g fill="#ffffff" fill-opacity=".7"><ellipse cx="62" cy="38" rx="26" ry="7"/><ellipse cx="80" cy="32" rx="18" ry="7"/></g>',
						'<g fill="#ffffff" fill-opacity=".7"><ellipse cx="250" cy="34" rx="28" ry="7"/><ellipse cx="234" cy="28" rx="16" ry="6"/></g>',
					])
	return rect(0, 0, 320, 200, hour.sky) + body + path(skyline, hour.far) + rect(0, 168, 320, 32, hour.ground)
}

const tree = (x: number, y: number, size: number, fill: string) =>
	rect(x - 2, y - size * 0.5, 4, size * 0.5, '#8a7663') +
	`<ellipse cx="${x}" cy="${y - size * 0.85}" rx="${size * 0.36}" ry="${size * 0.5}" fill="${fill}"/>`

const shrub = (x: number, y: number, fill: string, pot: string) =>
	path(`M${x - 9} ${y - 12}C${x - 14} ${y - 32} ${x + 14} ${y - 32} ${x + 9} ${y - 12}Z`, fill) +
	path(`M${x - 9} ${y - 14}H${x + 9}L${x + 7} ${y}H${x - 7}Z`, pot)

/** A plate without letters: two lines in place of a name. */
const plate = (x: number, y: number, w: number, fill: string) =>
	rect(x, y, w, 12, fill, ' rx="2"') +
	rect(x + 8, y + 4, w * 0.4, 4, '#ffffff', ' fill-opacity=".85" rx="2"') +
	rect(x + 12 + w * 0.4, y + 4, w * 0.2, 4, '#ffffff', ' fill-opacity=".55" rx="2"')

function front({ hour, pick, chance, accent }: Draw): string {
	const wall = pick(WALLS)
	const leaf = pick(LEAVES)
	const doorLeft = chance(0.5)
	const doorX = doorLeft ? 84 : 196
	const windowX = doorLeft ? 138 : 78
	const upper = [78, 134, 190]
		.map((x) => rect(x, 62, 40, 30, hour.lit && chance(0.5) ? hour.glass : '#9fb3bd', ' rx="1"') + rect(x + 19, 62, 2, 30, wall))
		.join('')
	const awning = chance(0.55)
		? path(`M${windowX - 4} 114H${windowX + 108}L${windowX + 114} 130H${windowX - 10}Z`, accent) +
			[0, 2, 4]
				.map((n) =>
					path(`M${windowX - 4 + n * 19} 114H${windowX + 15 + n * 19}L${windowX + 12 + n * 21} 130H${windowX - 9 + n * 21}Z`, '#ffffff40'),
				)
				.join('')
		: rect(windowX - 6, 112, 116, 6, accent)
	// As small as leaves room for the sign of the station beside it.
	return `<g transform="translate(14 54) scale(.68)">${
		rect(64, 46, 186, 124, wall) +
		rect(60, 40, 194, 9, accent) +
		upper +
		rect(64, 100, 186, 5, '#00000014') +
		rect(windowX, 122, 104, 40, hour.glass) +
		path(`M${windowX + 12} 162L${windowX + 40} 122H${windowX + 56}L${windowX + 28} 162Z`, '#ffffff40') +
		rect(windowX + 51, 122, 2, 40, wall) +
		rect(windowX, 160, 104, 4, '#00000022') +
		awning +
		rect(doorX, 114, 40, 56, accent) +
		rect(doorX + 6, 120, 28, 36, hour.glass) +
		rect(doorX + 32, 140, 3, 9, '#f2ead8') +
		plate(doorLeft ? 150 : 90, 104, 76, accent) +
		shrub(doorX - 12, 170, leaf, '#b98a6a') +
		shrub(doorX + 52, 170, leaf, '#b98a6a') +
		(chance(0.7) ? tree(30, 172, 62, leaf) : '') +
		(chance(0.5) ? tree(270, 172, 74, pick(LEAVES)) : '')
	}</g>`
}

function house({ hour, pick, chance, accent: cloth }: Draw): string {
	const wall = pick(['#e9dfcd', '#e3d6bf', '#efe8da', '#d8cbb8'] as const)
	const wood = pick(['#6b5140', '#7a5d47', '#5a463a', '#84684f'] as const)
	const tile = pick(['#5d646b', '#4f575f', '#6a6f6e'] as const)
	const leaf = pick(LEAVES)
	const lattice = Array.from({ length: 9 }, (_, n) => rect(74 + n * 9, 122, 4, 44, wood)).join('')
	const noren = [0, 1, 2].map((n) => rect(188 + n * 17, 118, 15, 22, cloth)).join('')
	return (
		rect(62, 66, 196, 104, wall) +
		path('M46 72L72 40H248L274 72Z', tile) +
		rect(46, 70, 228, 5, '#00000022') +
		rect(84, 82, 152, 16, hour.lit ? hour.glass : '#c9c0ae') +
		Array.from({ length: 16 }, (_, n) => rect(86 + n * 9.5, 82, 3, 16, wood)).join('') +
		path('M52 112L66 98H254L268 112Z', tile) +
		rect(62, 112, 196, 3, '#00000022') +
		rect(70, 118, 88, 50, hour.lit ? hour.glass : '#d8cdb6') +
		lattice +
		rect(182, 116, 60, 54, wood) +
		rect(186, 124, 52, 46, hour.lit ? hour.glass : '#a9b6b5') +
		rect(211, 124, 2, 46, wood) +
		noren +
		rect(164, 126, 12, 34, wood) +
		rect(167, 130, 6, 26, '#f0e6d2') +
		shrub(252, 170, leaf, '#7c6a5c') +
		(chance(0.75) ? tree(292, 172, 84, leaf) : '') +
		(chance(0.5) ? tree(28, 172, 56, pick(LEAVES)) : '')
	)
}

/** Floors of this many pixels; the lowest is the entrance. */
const FLOOR = 21
const MOST_FLOORS = 7

function building({ hour, pick, chance, accent, floor, lettered }: Draw): string {
	const wall = pick(WALLS)
	const own = Math.min(floor ?? 0, MOST_FLOORS)
	const floors = Math.max(own, pick([3, 4, 5]))
	const columns = pick([4, 5, 6])
	const width = pick([100, 110, 120])
	const left = pick([66, 70])
	const top = 144 - FLOOR * (floors - 1)
	const gap = width / columns
	const ribbon = chance(0.4)
	let panes = ''
	for (let storey = 2; storey <= floors; storey++) {
		const y = 146 - FLOOR * (storey - 1)
		const glass = storey === own ? '#f6cf7a' : hour.glass
		if (ribbon) panes += rect(left + 8, y, width - 16, 12, glass)
		else
			for (let column = 0; column < columns; column++)
				panes += rect(
					Math.round(left + column * gap + gap * 0.2),
					y,
					Math.round(gap * 0.6),
					13,
					storey !== own && hour.lit && chance(0.4) ? '#8793a0' : glass,
				)
	}
	const ownY = 144 - FLOOR * (own - 1)
	return (
		rect(left - 46, 92, 58, 78, pick(WALLS)) +
		[0, 1, 2].map((n) => rect(left - 38, 102 + n * 20, 30, 9, hour.glass, ' fill-opacity=".7"')).join('') +
		rect(left, top - 8, width, 178 - top, wall) +
		rect(left + width - 14, top - 8, 14, 178 - top, '#00000012') +
		rect(left - 3, top - 12, width + 6, 5, accent) +
		panes +
		rect(left, 144, width, 26, accent) +
		rect(left + 10, 148, width * 0.44, 22, hour.glass) +
		rect(left + width * 0.6, 147, 26, 23, hour.glass) +
		rect(left + width * 0.6 + 12, 147, 2, 23, accent) +
		tree(left + width + 22, 172, 50, pick(LEAVES)) +
		(own > 1
			? rect(left + width - 6, ownY, 30, 17, accent, ' rx="2"') +
				(lettered ? letters(left + width + 9, ownY + 13, 12, `${floor}F`) : rect(left + width - 1, ownY + 7, 20, 3, '#ffffff'))
			: plate(left + 12, 132, 66, accent))
	)
}

const letters = (x: number, y: number, size: number, text: string, fill = '#ffffff') =>
	`<text x="${x}" y="${y}" text-anchor="middle" font-size="${size}" fill="${fill}" ${LETTERS}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

/** The sign of the station at the kerb, within the square that small pictures are cut to. A long name is set smaller. */
function stationSign(name: string): string {
	const size = Math.min(16, Math.floor(60 / (name.length + 1)))
	return (
		rect(224, 160, 3, 16, '#6b6b6b') +
		rect(193, 134, 65, 28, '#ffffff', ' rx="3"') +
		rect(193, 153, 65, 5, '#17563a') +
		letters(225.5, 149, size, `${name}駅`, '#12343b')
	)
}

type Draw = { hour: Hour; pick: Pick; chance: Chance; accent: string; floor: number | null; lettered: boolean }

/** An SVG of 8:5 and under 4 KB without styles or scripts. */
export function officeSvg({
	id,
	kind = 'sole',
	floor = null,
	station = null,
	professionId = null,
	lettered = true,
}: OfficePictureSeed): string {
	const { pick, chance } = drawing(id ^ 0x2f6b)
	const accent = (professionId === null ? undefined : ACCENTS[professionId]) ?? PLAIN_ACCENT
	const hour = pick([...HOURS, ...HOURS.slice(0, 3)])
	const scene = kind !== 'sole' || (floor ?? 1) > 1 ? building : station === null ? house : front
	const content =
		sky(hour, pick, station !== null) +
		scene({ hour, pick, chance, accent, floor, lettered }) +
		(station !== null && lettered ? stationSign(station) : '')
	return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 320 200">${content}</svg>`
}
