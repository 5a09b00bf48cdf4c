import { plaqueSvg, portraitGround } from './portrait-setting.ts'

/**
 * Calm flat busts for experts without a photograph. Pure and deterministic: the same expert always looks the same.
 * They are drawings, not likenesses: nothing is known of the person but name, id and perhaps age.
 */
export type PortraitSeed = {
	id: number
	/** 「森川 由紀」: decides hair and clothes when no gender is given. */
	name: string
	gender?: 'female' | 'male'
	age?: number
	/** Decides the room behind. */
	professionId?: number
	/** A credential on a board below the face: a short word. Pictures that are drawn without fonts have none. */
	plaque?: string
}

type Draw = <T>(from: readonly T[]) => T

/** A stream of choices from one number (splitmix32), so that neighbouring ids look nothing alike. */
export function drawing(seed: number): { pick: Draw; chance: (share: number) => boolean } {
	let state = Math.imul(seed, 0x9e3779b1) >>> 0
	const next = () => {
		state = (state + 0x9e3779b9) >>> 0
		let t = state ^ (state >>> 16)
		t = Math.imul(t, 0x21f0aaad)
		t ^= t >>> 15
		t = Math.imul(t, 0x735a2d97)
		return ((t ^ (t >>> 15)) >>> 0) / 4294967296
	}
	return { pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number], chance: (share) => next() < share }
}

const FEMALE_ENDING = /[子美代江恵香奈菜花穂里佳月織苗緒紗咲奏々衣音愛舞瞳綾彩萌茜栞梓理生夏央帆希尋晴沙摘]$|七海|優花|咲良|春$/u
const MALE_NAME = /^([ぁ-ん]+(し|すけ|ろう|へい)|和真|秀明|陽生|大希|悠希|直希|光希|一希|英里|正美|克美|勝美|一生|直生)$/u
const FEMALE_NAME = /^([ぁ-ん]+|美.|[由友亜有沙早麻真夕]紀|亜季|由[季貴]|.[乃鶴]|[静操文幸凛紬杏薫渚]|志保|千晴|千尋|沙也加|恵|優|遥|葵)$/u

/** A guess from the given name; good enough to choose a hair style, and never shown. */
export function guessGender(name: string): 'female' | 'male' {
	const given =
		name
			.trim()
			.split(/[\s　]+/)
			.at(-1) ?? ''
	if (MALE_NAME.test(given)) return 'male'
	if (FEMALE_NAME.test(given)) return 'female'
	return FEMALE_ENDING.test(given) ? 'female' : 'male'
}

/** Light and shaded. */
const SKINS = [
	['#f4d6bf', '#e8bfa3'],
	['#f0caad', '#e0b291'],
	['#f7dfcc', '#eac8b1'],
	['#e9c09f', '#d6a683'],
] as const

const DARK_HAIR = ['#2a2523', '#332a26', '#40332c', '#262226', '#4b3a30', '#37302f'] as const
const GREYING = ['#5a5553', '#6f6a67', '#4d4947'] as const
const GREY = ['#8f8b88', '#a9a5a1', '#c2beb9', '#787471'] as const

const SUITS = ['#33425c', '#464c56', '#2f3a46', '#55606e', '#3d4a44', '#5b4a42', '#3b3f57', '#6a6258'] as const
const SOFT = ['#8d9fae', '#a58f7d', '#7d9488', '#b0868a', '#8b86a3', '#c2a878', '#6f8f9c', '#a99b8c', '#98747b', '#7f8f6f'] as const
const SHIRTS = ['#ffffff', '#f5f1ea', '#e6eef5', '#f3e9ec', '#edf1e6'] as const
const TIES = ['#8c3f47', '#3f5f86', '#4f6b57', '#6b5a86', '#9a7a3d', '#47565f'] as const

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
const line = (d: string, stroke: string, width: number) =>
	`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const FACES = [
	'M70 84C70 58 83 48 100 48S130 58 130 84C130 108 117 126 100 126S70 108 70 84Z',
	'M70 82C70 58 83 48 100 48S130 58 130 82L129 96C127 114 114 125 100 125S73 114 71 96Z',
	'M71 82C71 58 84 48 100 48S129 58 129 82C130 106 112 128 100 128S70 106 71 82Z',
	'M69 84C69 58 83 49 100 49S131 58 131 84C131 110 116 124 100 124S69 110 69 84Z',
] as const

type Hair = { back: string; front: string }

const MALE_HAIR: readonly ((colour: string) => Hair)[] = [
	// Parted at the side.
	(c) => ({
		back: '',
		front: path('M68 88C64 56 78 37 102 37C127 37 137 56 132 88L128 84C129 72 126 64 120 60C106 62 92 60 84 54C80 62 73 70 72 84Z', c),
	}),
	// Short all round.
	(c) => ({
		back: '',
		front: path('M69 86C65 56 79 38 100 38S135 56 131 86L127 80C127 68 123 61 116 58C105 55 95 55 84 58C77 61 73 68 73 80Z', c),
	}),
	// Brushed back.
	(c) => ({ back: '', front: path('M69 88C63 60 76 36 100 35C124 36 137 60 131 88L127 76C124 60 114 53 100 53S76 60 73 76Z', c) }),
	// Fringe to one side.
	(c) => ({
		back: '',
		front: path('M68 90C62 56 78 36 101 36C126 36 138 56 132 90L128 86L127 72C118 72 108 68 102 62C98 70 86 76 73 76L72 86Z', c),
	}),
	// Tousled.
	(c) => ({
		back: '',
		front: path(
			'M68 88C62 66 70 48 80 45C84 36 96 36 101 39C110 33 122 38 124 46C134 50 137 68 132 88L127 78C127 70 124 66 121 64L113 68L106 62L97 68L88 62L80 67C75 69 73 74 73 80Z',
			c,
		),
	}),
	// Cropped, high temples.
	(c) => ({
		back: '',
		front: path(
			'M69 84C66 56 80 41 100 41S134 56 131 84L128 76C128 70 126 66 122 63C114 62 108 57 100 57S86 62 78 63C74 66 72 70 72 76Z',
			c,
		),
	}),
]

const MALE_SPARSE: readonly ((colour: string) => Hair)[] = [
	(c) => ({ back: '', front: path('M67 95C61 74 66 54 82 48C75 60 73 78 73 95ZM133 95C139 74 134 54 118 48C125 60 127 78 127 95Z', c) }),
	(c) => ({
		back: '',
		front:
			path('M68 92C63 60 78 44 90 44C82 50 75 62 73 90ZM132 92C137 60 122 42 104 42C116 48 125 62 127 90Z', c) +
			line('M88 47C96 43 106 43 114 48', c, 4),
	}),
]

const FEMALE_HAIR: readonly ((colour: string) => Hair)[] = [
	// Bob with a fringe.
	(c) => ({
		back: path('M62 118C56 62 70 35 100 35S144 62 138 118C138 124 128 126 122 122L78 122C72 126 62 124 62 118Z', c),
		front: path('M69 84C68 58 80 45 100 45S132 58 131 84C127 74 122 70 116 68C104 73 90 73 80 68C75 71 71 76 69 84Z', c),
	}),
	// Long, parted in the middle.
	(c) => ({
		back: path('M60 160C54 110 56 36 100 35C144 36 146 110 140 160C130 168 122 160 120 150L80 150C78 160 70 168 60 160Z', c),
		front: path('M68 98C64 64 78 44 100 44C122 44 136 64 132 98C130 78 120 62 100 55C80 62 70 78 68 98Z', c),
	}),
	// Tied at the back.
	(c) => ({
		back: path('M122 52C142 56 150 78 146 100C144 116 150 134 138 146C130 140 128 122 130 104Z', c),
		front: path('M69 86C64 56 78 37 100 37S136 56 131 86C130 72 124 62 112 57C98 66 82 66 72 76Z', c),
	}),
	// Short.
	(c) => ({
		back: path('M66 104C60 60 74 36 100 36S140 60 134 104L126 110L74 110Z', c),
		front: path('M69 92C64 60 78 43 102 43C124 43 136 60 131 92C128 78 124 70 116 65C104 70 90 72 79 70C74 76 70 82 69 92Z', c),
	}),
	// To the shoulders, waved.
	(c) => ({
		back: path(
			'M64 142C54 132 60 120 58 108C52 60 70 34 100 34S148 60 142 108C140 120 146 132 136 142C128 148 120 142 120 134L80 134C80 142 72 148 64 142Z',
			c,
		),
		front: path('M69 94C64 62 78 44 98 44C122 43 136 62 131 92C129 78 122 64 108 58C100 68 84 70 74 76Z', c),
	}),
	// Put up.
	(c) => ({
		back: `<circle cx="100" cy="34" r="14" fill="${c}"/>`,
		front: path('M69 86C65 58 79 41 100 41S135 58 131 86C129 72 120 60 100 58S71 72 69 86Z', c),
	}),
	// Shoulder length, one side behind the ear.
	(c) => ({
		back: path('M62 136C56 90 60 36 100 35C142 36 144 92 138 136C134 142 124 140 120 132L80 132C76 140 66 142 62 136Z', c),
		front: path('M68 96C65 60 80 43 101 43C124 43 135 62 132 88C128 72 120 62 110 57C100 66 76 68 68 96Z', c),
	}),
]

function clothes(gender: 'female' | 'male', pick: Draw, chance: (share: number) => boolean): string {
	const shoulders = 'M24 200C26 168 48 156 82 148C88 154 112 154 118 148C152 156 174 168 176 200Z'
	const roll = pick([0, 0, 0, 0, 1, 2, 3, 4] as const)
	if (roll === 1) {
		// A fine knit with a round neck.
		const colour = pick(SOFT)
		return path(shoulders, colour) + line('M81 149C88 160 112 160 119 149', '#ffffff55', 5)
	}
	if (roll === 2) {
		// An open collar.
		const shirt = pick(SHIRTS)
		return (
			path(shoulders, shirt) +
			path('M84 144L70 158L86 172L100 156Z', shirt) +
			path('M116 144L130 158L114 172L100 156Z', shirt) +
			line('M84 145L72 158L86 171L100 157L114 171L128 158L116 145M100 158V200', '#00000022', 2)
		)
	}
	if (roll === 3) {
		// A cardigan over a plain shirt.
		const colour = pick(SOFT)
		return (
			path(shoulders, pick(SHIRTS)) +
			path('M24 200C26 168 48 156 80 149C84 172 92 190 97 200Z', colour) +
			path('M176 200C174 168 152 156 120 149C116 172 108 190 103 200Z', colour)
		)
	}
	const suit = roll === 4 ? pick(SOFT) : pick(SUITS)
	const shirt = pick(SHIRTS)
	const tie = gender === 'male' && chance(0.62)
	const lapels = '#00000026'
	return (
		path('M78 148L100 200L122 148C112 154 88 154 78 148Z', shirt) +
		(tie
			? path('M95 158L105 158L108 165L104 200L96 200L92 165Z', pick(TIES)) +
				path('M86 143L79 152L92 165L100 156Z', '#ffffff') +
				path('M114 143L121 152L108 165L100 156Z', '#ffffff')
			: path('M86 144L76 154L90 168L100 155Z', shirt) +
				path('M114 144L124 154L110 168L100 155Z', shirt) +
				line('M87 146L78 155L90 167L100 156L110 167L122 155L113 146', '#0000001c', 1.5)) +
		path('M24 200C26 168 48 156 78 148L98 200Z', suit) +
		path('M176 200C174 168 152 156 122 148L102 200Z', suit) +
		path('M78 148L70 166L80 170L76 176L98 200Z', lapels) +
		path('M122 148L130 166L120 170L124 176L102 200Z', lapels) +
		(chance(0.5) ? `<circle cx="66" cy="176" r="3" fill="${pick(['#c8a95a', '#d8d8d8', '#b9c4cf'])}"/>` : '')
	)
}

function face(gender: 'female' | 'male', age: number, hair: string, shade: string, pick: Draw, chance: (share: number) => boolean): string {
	const ink = '#3b302b'
	const brow = GREY.some((grey) => grey === hair) ? '#857e79' : hair
	const browWidth = gender === 'male' ? 3.2 : 2.2
	const browY = pick([78, 79, 80])
	const lift = pick([-2, -1, -1, 0])
	const smiling = chance(0.18)
	const open = pick([
		`<ellipse cx="87" cy="90" rx="2.6" ry="3.3" fill="${ink}"/><ellipse cx="113" cy="90" rx="2.6" ry="3.3" fill="${ink}"/>`,
		`<circle cx="87" cy="90" r="2.8" fill="${ink}"/><circle cx="113" cy="90" r="2.8" fill="${ink}"/>`,
	])
	const eyes = smiling ? line('M82.500 91C85 88 89 88 91.500 91M108.500 91C111 88 115 88 117.500 91', ink, 2.6) : open
	const lash =
		gender === 'female' && !smiling ? line('M83 87C85 85.500 89 85.500 91.500 87M108.500 87C111 85.500 115 85.500 117 87', ink, 1.6) : ''
	const mouth = pick([
		line('M91 110C96 115 104 115 109 110', '#9a4f45', 2.4),
		line('M92 110.500C97 114 103 114 108 110.500', '#a45a4e', 2.4),
		line('M93 111.500C97 112.600 103 112.600 107 111.500', '#9a4f45', 2.4),
		line('M93 112C98 112.600 104 111.600 108 109.500', '#a45a4e', 2.4),
		path('M90 109C95 112 105 112 110 109C107 117 93 117 90 109Z', '#a24d48') +
			path('M93 110.400C97 111.600 103 111.600 107 110.400L106 112.400H94Z', '#ffffff'),
	])
	const cheeks = chance(0.55)
		? `<g fill="#d9705a" fill-opacity=".14"><circle cx="82" cy="102" r="6"/><circle cx="118" cy="102" r="6"/></g>`
		: ''
	const folds = age >= 58 ? line('M83 105C81 109 81 112 83 115M117 105C119 109 119 112 117 115', shade, 1.6) : ''
	return (
		cheeks +
		folds +
		line(
			`M81 ${browY}C85 ${browY - 3 + lift} 89 ${browY - 3} 93 ${browY - 1}M107 ${browY - 1}C111 ${browY - 3} 115 ${browY - 3 + lift} 119 ${browY}`,
			brow,
			browWidth,
		) +
		lash +
		eyes +
		line(
			pick(['M100 92C99 97 97 100 99 102C100 103 101 103 102 102', 'M101 93C102 97 103 100 101 102H98', 'M98 101C99 103 101 103 102 101']),
			shade,
			2.2,
		) +
		mouth
	)
}

function glasses(pick: Draw): string {
	const frame = pick(['#3a3a3f', '#6b4a36', '#7c8288', '#2f3e55', '#8a6a3a'])
	const lens = pick([
		'<circle cx="86.500" cy="90" r="10"/><circle cx="113.500" cy="90" r="10"/>',
		'<rect x="76" y="82" width="21" height="15" rx="5"/><rect x="103" y="82" width="21" height="15" rx="5"/>',
		'<rect x="76" y="83" width="21" height="17" rx="8"/><rect x="103" y="83" width="21" height="17" rx="8"/>',
	])
	return `<g fill="#ffffff" fill-opacity=".16" stroke="${frame}" stroke-width="2">${lens}<path d="M97 89C99 87.500 101 87.500 103 89M76 88L71 86M124 88L129 86" fill="none"/></g>`
}

/** Of some men, in the colour of their hair. */
const BEARDS: readonly ((colour: string) => string)[] = [
	(c) => path('M88 105C92 101 108 101 112 105C106 104 94 104 88 105Z', c),
	(c) =>
		path(
			'M71 96C72 116 84 127 100 127S128 116 129 96C127 108 118 107 112 105C106 102 94 102 88 105C82 107 73 108 71 96ZM92 111C97 114 103 114 108 111C106 118 94 118 92 111Z',
			c,
			' fill-rule="evenodd" fill-opacity=".72"',
		),
	(c) => path('M93 117C97 115 103 115 107 117C107 124 103 127 100 127S93 124 93 117Z', c),
]

/** How somebody sits for the picture: turned, tilted, near or far, broad or slight. */
function pose(pick: Draw) {
	const turn = pick([-6, -5, -3, 0, 0, 3, 5, 6])
	return {
		turn,
		tilt: pick([-4, -2, 0, 0, 2, 4]) + turn / 3,
		zoom: pick([0.92, 0.97, 1, 1.04, 1.08]),
		breadth: pick([0.86, 0.93, 1, 1, 1.07]),
		width: pick([0.94, 0.98, 1, 1.04]),
	}
}

/** The ears, of which a head that is turned hides one. */
function ears(turn: number, skin: string): string {
	const ear = (x: number) => `<ellipse cx="${x}" cy="92" rx="6" ry="9"/>`
	return `<g fill="${skin}">${turn > 4 ? '' : ear(130 - turn / 2)}${turn < -4 ? '' : ear(70 - turn / 2)}</g>`
}

/** In the colour of somebody's age, or dyed. */
function hairOf(gender: 'female' | 'male', age: number, pick: Draw, chance: (share: number) => boolean): { hair: Hair; colour: string } {
	const isDyed = gender === 'female' && chance(0.55)
	const colours = isDyed || age < 55 ? DARK_HAIR : age >= 66 ? GREY : [...GREYING, ...GREY.slice(3)]
	const colour = pick<string>(colours)
	const styles = gender === 'female' ? FEMALE_HAIR : age >= 54 && chance(0.3) ? MALE_SPARSE : MALE_HAIR
	return { hair: pick(styles)(colour), colour }
}

const beardOf = (gender: 'female' | 'male', age: number, colour: string, pick: Draw, chance: (share: number) => boolean): string =>
	gender === 'male' && age >= 38 && chance(0.2) ? pick(BEARDS)(colour) : ''

const earringsOf = (gender: 'female' | 'male', turn: number, chance: (share: number) => boolean): string =>
	gender === 'female' && turn === 0 && chance(0.4)
		? `<g fill="#d9c07c"><circle cx="69" cy="103" r="2"/><circle cx="131" cy="103" r="2"/></g>`
		: ''

/** A square SVG of under 4 KB without styles or scripts. */
export function portraitSvg(seed: PortraitSeed): string {
	const { pick, chance } = drawing(seed.id)
	const gender = seed.gender ?? guessGender(seed.name)
	const age = seed.age ?? pick([32, 36, 39, 43, 46, 49, 53, 58, 63, 68])
	const [skin, shade] = pick(SKINS)
	const { hair, colour } = hairOf(gender, age, pick, chance)
	const { turn, tilt, zoom, breadth, width } = pose(pick)
	const wearsGlasses = chance(age >= 45 ? 0.46 : 0.26)
	const beard = beardOf(gender, age, colour, pick, chance)
	const head = `<g transform="translate(100 100) rotate(${round(tilt)}) scale(${width} 1) translate(-100 -100)">`
	return [
		'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="17 18 166 166">',
		portraitGround(seed.professionId ?? null, pick),
		`<g transform="translate(100 190) scale(${zoom}) translate(-100 -190)">`,
		`${head}${hair.back}</g>`,
		path('M86 112H114V148C110 158 90 158 86 148Z', skin),
		path('M86 122C92 132 108 132 114 122V130C106 138 94 138 86 130Z', shade),
		`<g transform="translate(${round(100 * (1 - breadth) - turn / 2)} -7) scale(${breadth} 1)">${clothes(gender, pick, chance)}</g>`,
		head,
		ears(turn, skin),
		path(pick(FACES), skin),
		`<g transform="translate(${turn} 0)">${beard}${face(gender, age, colour, shade, pick, chance)}</g>`,
		hair.front,
		wearsGlasses ? `<g transform="translate(${turn} 0)">${glasses(pick)}</g>` : '',
		earringsOf(gender, turn, chance),
		'</g></g>',
		seed.plaque ? plaqueSvg(seed.plaque) : '',
		'</svg>',
	].join('')
}

const round = (value: number) => Math.round(10 * value) / 10
