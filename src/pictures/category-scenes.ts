/** The colours of the identity (src/web/layout/tokens.css); category-scenes.test.ts compares them. */
const INK = '#12343b'
const TEAL = '#0b5c6b'
const DEEP = '#0a3f49'
const RED = '#b83a12'
const YELLOW = '#f2b632'
const WHITE = '#ffffff'
const SAND = '#e6dfd1'
const CREAM = '#fdeec2'
const WOOD = '#7d4a2b'
const SKIN = '#f2cda8'
const HAIR = '#3a2a22'
const GREY = '#7d8a8b'
const GREEN = '#17563a'
const MIST = '#d8e9e6'
const HAZE = '#b9d9d7'
const SEA = '#8fc1c2'

const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${r ? ` rx="${r}"` : ''}/>`
const circle = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 3) =>
	`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A stack of coins that stands on the ground line at 146. */
const coins = (x: number, count: number) =>
	Array.from({ length: count }, (_, n) => rect(x, 136 - n * 11, 36, 10, n % 2 ? CREAM : YELLOW, 5)).join('') +
	line(`M${x + 10} ${141 - (count - 1) * 11}h16`, WOOD, 2)

/** A sheet with a heading and lines of writing. */
const sheet = (x: number, y: number, w: number, h: number, lines = 4) =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="4" fill="${WHITE}" stroke="${HAZE}" stroke-width="2"/>` +
	rect(x + 12, y + 12, w * 0.45, 6, TEAL, 3) +
	Array.from({ length: lines }, (_, n) => rect(x + 12, y + 28 + n * 13, (w - 24) * (n % 3 === 2 ? 0.6 : 1), 4, HAZE, 2)).join('')

/** A person from the waist up on the ground line at 146. */
const person = (x: number, clothes: string, hair = HAIR) =>
	shape(`M${x - 26} 146v-40c0-15 9-20 26-20s26 5 26 20v40z`, clothes) +
	shape(`M${x - 5} 78h10v9l-5 5-5-5z`, SKIN) +
	circle(x, 68, 14, SKIN) +
	shape(`M${x - 15} 68c-2-23 32-23 30 0-4-8-9-10-15-10s-11 2-15 10z`, hair)

const seal = (x: number, y: number) =>
	`<circle cx="${x}" cy="${y}" r="13" fill="none" stroke="${RED}" stroke-width="3"/>` + line(`M${x - 5} ${y}l4 5 7-9`, RED)

const windows = (x: number, y: number, columns: number, rows: number) =>
	Array.from({ length: rows * columns }, (_, n) =>
		rect(x + (n % columns) * 20, y + Math.floor(n / columns) * 22, 11, 13, n % 3 === 1 ? CREAM : HAZE, 1),
	).join('')

const awning = (x: number, y: number) =>
	[0, 1, 2, 3, 4, 5].map((n) => shape(`M${x + n * 20} ${y}h20v14a10 8 0 0 1-20 0z`, n % 2 ? WHITE : RED)).join('')

/** What a person has on the desk, or sees on the street, with each kind of trouble. */
const scenes: Readonly<Record<string, string>> = {
	funding:
		shape('M26 70l50-30 50 30z', DEEP) +
		rect(30, 74, 92, 7, TEAL) +
		[38, 60, 82, 104].map((x) => rect(x, 84, 11, 46, SEA)).join('') +
		rect(26, 132, 100, 14, DEEP) +
		coins(138, 2) +
		coins(176, 5) +
		line('M138 96l24-18 16 8 30-36', RED, 5) +
		line('M194 50h14v14', RED, 5),
	'startup-loan':
		rect(30, 66, 120, 80, MIST) +
		rect(30, 44, 120, 14, DEEP, 2) +
		rect(60, 49, 60, 4, WHITE, 2) +
		awning(30, 58) +
		rect(44, 94, 42, 34, WHITE, 2) +
		line('M50 122v-10M58 122v-18M66 122v-14M74 122v-24', SEA, 5) +
		rect(102, 90, 34, 56, TEAL, 2) +
		circle(129, 119, 2.5, YELLOW) +
		coins(164, 3) +
		coins(200, 1),
	subsidy:
		sheet(40, 24, 92, 122, 6) +
		seal(112, 122) +
		shape('M152 112h56l-7 34h-42z', WOOD) +
		rect(148, 106, 64, 9, WOOD, 3) +
		line('M180 108V70', GREEN, 5) +
		shape('M180 82c-4-24-28-26-36-22 2 18 18 28 36 22zM180 72c2-24 22-32 38-28 0 20-16 34-38 28z', GREEN) +
		circle(180, 36, 13, YELLOW) +
		line('M175 31l5 6 5-6M180 37v7', WOOD, 2),
	incorporation:
		rect(28, 40, 74, 106, TEAL, 2) +
		windows(40, 54, 3, 3) +
		rect(56, 122, 18, 24, DEEP) +
		line('M65 40V14', WOOD, 4) +
		shape('M67 14h34l-8 9 8 9H67z', YELLOW) +
		sheet(116, 62, 64, 84, 4) +
		shape('M194 98c-10-26 34-26 24 0l-4 26h-16z', WOOD) +
		rect(192, 122, 28, 18, WOOD, 3) +
		rect(190, 138, 32, 8, RED, 2),
	'tax-accounting':
		sheet(32, 34, 72, 112, 6) +
		shape('M112 24h52v104l-6.5-7-6.5 7-6.5-7-6.5 7-6.5-7-6.5 7-6.5-7-7 7z', CREAM) +
		[40, 54, 68, 82].map((y) => rect(121, y, y === 82 ? 34 : 24, 4, y === 82 ? RED : GREY, 2)).join('') +
		rect(142, 64, 72, 82, DEEP, 8) +
		rect(151, 73, 54, 18, MIST, 3) +
		[0, 1, 2, 3, 4, 5, 6, 7, 8]
			.map((n) => rect(151 + (n % 3) * 19, 98 + Math.floor(n / 3) * 15, 15, 10, n === 8 ? YELLOW : SEA, 3))
			.join(''),
	labor:
		person(66, TEAL) +
		person(128, RED, INK) +
		rect(168, 72, 46, 74, WHITE, 4) +
		line('M168 76v66a4 4 0 0 0 4 4h38a4 4 0 0 0 4-4V76a4 4 0 0 0-4-4h-38a4 4 0 0 0-4 4z', HAZE, 2) +
		[88, 102, 116, 130].map((y) => rect(176, y, 12, 5, SEA, 2) + rect(194, y, 12, 5, y === 116 ? RED : HAZE, 2)).join('') +
		circle(190, 38, 22, DEEP) +
		circle(190, 38, 17, WHITE) +
		line('M190 27v12l8 5', RED),
	legal:
		sheet(28, 50, 76, 96, 4) +
		seal(86, 126) +
		line('M160 34v104', WOOD, 6) +
		line('M116 48h88', DEEP, 5) +
		circle(160, 32, 7, YELLOW) +
		rect(130, 138, 60, 8, WOOD, 3) +
		line('M118 50l-14 40h28zM202 50l-14 40h28z', GREY, 2) +
		shape('M100 90h36a18 15 0 0 1-36 0zM184 90h36a18 15 0 0 1-36 0z', TEAL),
	permit:
		rect(46, 20, 104, 78, WOOD, 4) +
		rect(54, 28, 88, 62, WHITE) +
		rect(76, 38, 44, 6, TEAL, 3) +
		[52, 62, 72].map((y) => rect(64, y, y === 72 ? 40 : 68, 4, HAZE, 2)).join('') +
		shape('M122 74l-6 26 11-6 11 6-6-26z', RED) +
		circle(127, 74, 11, YELLOW) +
		rect(24, 116, 192, 10, WOOD, 2) +
		rect(32, 126, 176, 20, SAND) +
		shape('M176 82c-8-22 32-22 24 0l-4 14h-16z', DEEP) +
		rect(168, 96, 40, 12, DEEP, 3) +
		rect(172, 108, 32, 8, RED, 2),
	ip:
		[
			[64, 12],
			[24, 28],
			[104, 28],
			[12, 66],
			[116, 66],
		]
			.map(([x = 0, y = 0]) => line(`M${x} ${y}l${(64 - x) * 0.12} ${(66 - y) * 0.16}`, YELLOW, 4))
			.join('') +
		circle(64, 66, 36, YELLOW) +
		shape('M46 92h36l-4 26H50z', YELLOW) +
		line('M54 64l10 10 10-10M64 74v30', WOOD) +
		rect(48, 118, 32, 18, DEEP, 4) +
		rect(56, 136, 16, 8, DEEP, 3) +
		sheet(128, 34, 86, 112, 3) +
		`<circle cx="171" cy="116" r="20" fill="none" stroke="${TEAL}" stroke-width="4"/>` +
		line('M164 126v-20h9a6 6 0 0 1 0 12h-9m8 0 8 8', TEAL, 4),
	succession:
		person(62, DEEP, GREY) +
		person(184, TEAL) +
		shape('M88 106l24-6 4 10-24 8zM158 106l-24-6-4 10 24 8z', SKIN) +
		`<path d="M76 40c28-30 72-30 96-2" fill="none" stroke="${YELLOW}" stroke-width="4" stroke-dasharray="1 9" stroke-linecap="round"/>` +
		shape('M168 26l10 16-18-2z', YELLOW) +
		`<circle cx="116" cy="88" r="10" fill="none" stroke="${RED}" stroke-width="5"/>` +
		line('M123 95l17 17M134 106l6-6', RED, 5),
	inheritance:
		shape('M22 84l58-46 58 46z', DEEP) +
		rect(34, 82, 92, 64, MIST) +
		rect(68, 102, 26, 44, TEAL, 2) +
		rect(44, 96, 16, 18, CREAM, 1) +
		rect(102, 96, 16, 18, CREAM, 1) +
		sheet(140, 30, 78, 116, 0) +
		line('M179 72v16M158 104V88h42v16', GREY, 3) +
		circle(179, 66, 10, TEAL) +
		circle(158, 112, 9, YELLOW) +
		circle(200, 112, 9, RED),
	'it-dx':
		rect(44, 46, 128, 86, DEEP, 6) +
		rect(52, 54, 112, 70, WHITE, 2) +
		line('M64 110V96M80 110V84M96 110V92M112 110V72', SEA, 9) +
		line('M62 84l18-14 18 8 28-16', RED) +
		rect(128, 96, 26, 18, MIST, 3) +
		line('M134 105l5 5 9-10', GREEN) +
		shape('M26 134h164l8 12H18z', GREY) +
		shape('M168 60a16 16 0 0 1 6-31 20 20 0 0 1 38 6 13 13 0 0 1-4 25z', SEA),
}

/** The signpost, for a category without a drawing of its own. */
const signpost =
	rect(116, 16, 9, 130, WOOD) +
	shape('M76 28h96l12 15-12 15H76z', DEEP) +
	shape('M162 68H76L64 83l12 15h86z', TEAL) +
	rect(92, 41, 64, 4, WHITE, 2) +
	rect(88, 81, 56, 4, WHITE, 2)

/** The scene of a category by its slug: what is inside an SVG with the viewBox 0 0 240 160. */
export const categoryScene = (slug: string): string =>
	`<ellipse cx="120" cy="147" rx="108" ry="8" fill="${SAND}"/>${(Object.hasOwn(scenes, slug) ? scenes[slug] : undefined) ?? signpost}`

/** The same as a picture by itself, under 3 KB compressed, without text, styles or scripts. */
export const categorySceneSvg = (slug: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160" viewBox="0 0 240 160">${categoryScene(slug)}</svg>`
