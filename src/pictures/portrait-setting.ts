/** What is around a drawn person: the room of the profession, and the credential on a board of the signpost. */

/** Wall and what stands before it. */
type Colours = readonly [wall: string, thing: string]

const shelf = (thing: string) =>
	[60, 104, 148].map((y) => `<path d="M14 ${y}h172v5H14z" fill="${thing}"/>`).join('') +
	`<path d="${[22, 34, 44, 58, 140, 150, 164, 174]
		.map((x, n) => `M${x} ${30 + (n % 3) * 4}h8v${30 - (n % 3) * 4}h-8zM${x} ${76 + (n % 2) * 5}h8v${28 - (n % 2) * 5}h-8z`)
		.join('')}" fill="${thing}"/>`

const window = (thing: string) =>
	`<path d="M122 22h64v100h-64z" fill="#ffffff" fill-opacity=".7"/><path d="M122 92c18-22 40-8 64-26v56h-64z" fill="${thing}"/><path d="M152 22h4v100h-4zM118 120h72v5h-72z" fill="#ffffff"/>`

const chart = (thing: string) =>
	`<path d="M18 30h58v70H18z" fill="#ffffff" fill-opacity=".65"/><path d="M26 90V76h9v14zM40 90V64h9v26zM54 90V48h9v42z" fill="${thing}"/><path d="M150 140c-4-44 10-58 30-66-2 30-4 54-16 66z" fill="${thing}"/>`

const plan = (thing: string) =>
	`<path d="M120 30h62v76h-62z" fill="#ffffff" fill-opacity=".6"/><path d="M128 40h20v24h-20zM152 40h22v12h-22zM152 58h22v40h-22zM128 70h20v28h-20z" fill="none" stroke="${thing}" stroke-width="4"/><path d="M14 128h60v5H14z" fill="${thing}"/>`

const hills = (thing: string) => `<path d="M0 132C40 108 70 150 120 124C152 108 178 112 200 122V200H0Z" fill="${thing}"/>`
const sun = (thing: string) => `<circle cx="100" cy="104" r="78" fill="${thing}"/>`

/** By the number of the profession (domain/taxonomy/attributes.ts): each has its room in two or three colours. */
const rooms: Readonly<Record<number, { draw: readonly ((thing: string) => string)[]; colours: readonly Colours[] }>> = {
	1: {
		draw: [chart, window, hills],
		colours: [
			['#dfeaea', '#bcd5d6'],
			['#e3ecf0', '#c9dae0'],
		],
	},
	2: {
		draw: [window, sun, chart],
		colours: [
			['#f0e4df', '#e2cbc2'],
			['#f1ead9', '#e4d5b3'],
		],
	},
	3: {
		draw: [plan, shelf, hills],
		colours: [
			['#e1eae0', '#c8d9c6'],
			['#ebe5d9', '#dccfb9'],
		],
	},
	4: {
		draw: [shelf, plan, window],
		colours: [
			['#ebe5d9', '#d8c9b0'],
			['#e6e8eb', '#d0d5db'],
		],
	},
	5: {
		draw: [shelf, shelf, window],
		colours: [
			['#e4ddd2', '#cdbfa9'],
			['#dde3ea', '#c2cdd9'],
		],
	},
	6: {
		draw: [plan, shelf, sun],
		colours: [
			['#e5e3ee', '#cfcbe0'],
			['#e0ebea', '#c3d9d6'],
		],
	},
	7: {
		draw: [chart, hills, window],
		colours: [
			['#f1ead9', '#e4d5b3'],
			['#e1eae0', '#c8d9c6'],
		],
	},
	8: {
		draw: [chart, window, shelf],
		colours: [
			['#dde7ee', '#c6d6e2'],
			['#e6e8eb', '#d0d5db'],
		],
	},
	9: {
		draw: [window, sun, chart],
		colours: [
			['#e0ebea', '#c3d9d6'],
			['#e5e3ee', '#cfcbe0'],
		],
	},
}
const plain = {
	draw: [hills, sun],
	colours: [
		['#ebe5d9', '#dccfb9'],
		['#dde7ee', '#c6d6e2'],
	],
} as const

/** The ground of a portrait; any profession that is not known has a plain one. */
export function portraitGround(professionId: number | null, pick: <T>(from: readonly T[]) => T): string {
	const { draw, colours } = (professionId === null ? undefined : rooms[professionId]) ?? plain
	const [wall, thing] = pick<Colours>(colours)
	const thingDrawn = pick<(colour: string) => string>(draw)(thing)
	return `<rect width="200" height="200" fill="${wall}"/>${thingDrawn}`
}

/** A character takes a square, a Latin letter about half of one. */
const widthOf = (text: string, size: number) => Array.from(text).reduce((sum, letter) => sum + (letter < '\u0100' ? 0.64 : 1) * size, 0)

/** The credential on a board whose right end points on, within the part of the picture that a round frame leaves. */
export function plaqueSvg(text: string): string {
	const SIZE = 17
	const width = widthOf(text, SIZE)
	const left = 100 - (width + 22) / 2
	const right = left + width + 16
	return (
		`<path d="M${left} 144H${right}l9 12.500l-9 12.500H${left}z" fill="#0a3f49"/>` +
		`<text x="${left + 8}" y="162.500" font-family="sans-serif" font-size="${SIZE}" font-weight="700" fill="#ffffff" textLength="${width}">${text}</text>`
	)
}
