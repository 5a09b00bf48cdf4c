import { drawing } from './portraits.ts'

/** Calm flat pictures for offices without a photograph: a front, a room, a building, at some hour of the day. */
export type OfficePictureSeed = { id: number; kind?: 'sole' | 'corporation' | 'company' | 'joint' }

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
const ACCENTS = ['#3f5f7d', '#4f6f5f', '#8a4f4c', '#6d5a7d', '#a07a3f', '#3d6b73', '#5b5f66', '#74583f'] as const
const LEAVES = ['#7f9c78', '#6c8f74', '#93a878', '#88a088', '#a3a56f'] as const

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more}/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

function sky(hour: Hour, pick: Pick): string {
	const skyline = pick([
		'M0 128V96H34V78H66V104H92V88H120V112H176V84H204V66H232V100H262V90H296V74H320V128Z',
		'M0 128V106C40 84 76 104 112 92S190 70 230 92S296 84 320 96V128Z',
		'M0 128V104H50V92H74V108H140V82H158V100H214V92H250V110H282V88H320V128Z',
	])
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

function front(hour: Hour, pick: Pick, chance: Chance): string {
	const wall = pick(WALLS)
	const accent = pick(ACCENTS)
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
	return (
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
		(chance(0.7) ? tree(286, 172, 74, pick(LEAVES)) : '')
	)
}

function house(hour: Hour, pick: Pick, chance: Chance): string {
	const wall = pick(['#e9dfcd', '#e3d6bf', '#efe8da', '#d8cbb8'] as const)
	const wood = pick(['#6b5140', '#7a5d47', '#5a463a', '#84684f'] as const)
	const tile = pick(['#5d646b', '#4f575f', '#6a6f6e'] as const)
	const cloth = pick(ACCENTS)
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

function building(hour: Hour, pick: Pick, chance: Chance): string {
	const wall = pick(WALLS)
	const accent = pick(ACCENTS)
	const floors = pick([4, 5, 6])
	const columns = pick([4, 5, 6])
	const width = pick([132, 150, 168])
	const left = pick([72, 84, 96])
	const height = floors * 21 + 34
	const top = 170 - height
	const gap = width / columns
	const ribbon = chance(0.4)
	let panes = ''
	for (let floor = 0; floor < floors; floor++) {
		const y = top + 10 + floor * 21
		if (ribbon) panes += rect(left + 8, y, width - 16, 12, hour.glass)
		else
			for (let column = 0; column < columns; column++)
				panes += rect(
					Math.round(left + column * gap + gap * 0.2),
					y,
					Math.round(gap * 0.6),
					13,
					hour.lit && chance(0.4) ? '#8793a0' : hour.glass,
				)
	}
	return (
		rect(left - 46, 86, 58, 84, pick(WALLS)) +
		[0, 1, 2].map((n) => rect(left - 38, 96 + n * 20, 30, 9, hour.glass, ' fill-opacity=".7"')).join('') +
		rect(left, top, width, height, wall) +
		rect(left + width - 14, top, 14, height, '#00000012') +
		rect(left - 3, top - 5, width + 6, 6, accent) +
		panes +
		rect(left, 140, width, 30, accent) +
		rect(left + 10, 146, width * 0.44, 24, hour.glass) +
		rect(left + width * 0.6, 144, 26, 26, hour.glass) +
		rect(left + width * 0.6 + 12, 144, 2, 26, accent) +
		plate(left + 12, 128, 66, accent) +
		tree(left + width + 24, 172, 66, pick(LEAVES)) +
		tree(left + width + 54, 172, 50, pick(LEAVES)) +
		shrub(left + width * 0.54, 170, pick(LEAVES), '#8f857a')
	)
}

function room(hour: Hour, pick: Pick, chance: Chance): string {
	const wall = pick(['#f0ece4', '#e7ebe8', '#ece6ea', '#e9edf0', '#f2ead9'] as const)
	const floor = pick(['#cdb497', '#bda486', '#d6c3aa', '#b5a596'] as const)
	const wood = pick(['#a5825f', '#8a6b50', '#c0a07c', '#74614f'] as const)
	const accent = pick(ACCENTS)
	const leaf = pick(LEAVES)
	const windowLeft = chance(0.5)
	const wx = windowLeft ? 34 : 166
	const sx = windowLeft ? 204 : 34
	const books = Array.from({ length: 3 }, (_, shelf) =>
		Array.from({ length: 7 }, (_, n) => {
			const h = pick([16, 18, 20, 22])
			return chance(0.12) ? '' : rect(sx + 6 + n * 10, 58 + shelf * 32 - h, 8, h, pick([...ACCENTS, '#c9b79c', '#d8d2c6', '#b58b7a']))
		}).join(''),
	).join('')
	return (
		rect(0, 0, 320, 200, wall) +
		rect(0, 150, 320, 50, floor) +
		rect(0, 147, 320, 4, '#00000012') +
		rect(wx, 28, 120, 78, '#ffffff') +
		rect(wx + 5, 33, 110, 68, hour.sky) +
		path(`M${wx + 5} 101V84C${wx + 30} 68 ${wx + 60} 88 ${wx + 80} 76S${wx + 108} 74 ${wx + 115} 78V101Z`, hour.far) +
		rect(wx + 58, 28, 4, 78, '#ffffff') +
		rect(sx - 2, 30, 86, 102, wood) +
		[0, 1, 2].map((n) => rect(sx + 4, 34 + n * 32, 74, 24, '#00000026')).join('') +
		books +
		path('M158 0H162V30H158Z', '#6b6b6b') +
		path('M142 42C142 30 178 30 178 42Z', accent) +
		(hour.lit ? '<ellipse cx="160" cy="44" rx="14" ry="4" fill="#f9e3ae"/>' : '') +
		path('M84 150C84 138 88 134 96 134H110C118 134 120 140 120 150V176H84Z', accent) +
		path('M200 150C200 138 204 134 212 134H226C234 134 238 140 238 150V176H200Z', accent) +
		rect(104, 144, 116, 8, wood) +
		rect(112, 152, 6, 34, wood) +
		rect(206, 152, 6, 34, wood) +
		rect(140, 139, 26, 5, '#f7f4ee') +
		rect(144, 136, 26, 4, '#e4ddd0') +
		rect(184, 134, 9, 10, '#f3f0ea', ' rx="2"') +
		shrub(windowLeft ? 24 : 296, 178, leaf, '#d8cfc2') +
		(chance(0.6)
			? path(
					`M${windowLeft ? 24 : 296} 152C${windowLeft ? 10 : 282} 130 ${windowLeft ? 14 : 286} 118 ${windowLeft ? 20 : 292} 112C${windowLeft ? 30 : 302} 124 ${windowLeft ? 32 : 304} 138 ${windowLeft ? 24 : 296} 152Z`,
					leaf,
				)
			: '')
	)
}

const SCENES = {
	sole: [front, front, house, room],
	corporation: [building, building, building, room],
	company: [building, front, room],
	joint: [building, front, room, house],
} as const

/** An SVG of 8:5 and under 4 KB without styles or scripts. */
export function officeSvg(seed: OfficePictureSeed): string {
	const { pick, chance } = drawing(seed.id ^ 0x2f6b)
	const scene = pick(SCENES[seed.kind ?? 'sole'])
	const hour = pick([...HOURS, ...HOURS.slice(0, 3)])
	const content = scene === room ? room(hour, pick, chance) : sky(hour, pick) + scene(hour, pick, chance)
	return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 320 200">${content}</svg>`
}
