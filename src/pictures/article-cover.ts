import { categoryDrawing } from '../domain/taxonomy/category-drawings.ts'
import { drawing } from './portraits.ts'

/** Ground, shape, line: calm pairs that keep the drawing apart from white text-free ground. */
const PALETTES = [
	['#e3eef0', '#c5dde1', '#0b5c6b'],
	['#f1ebe0', '#e2d3ba', '#7a5618'],
	['#e8ecf4', '#cdd7ea', '#3a4f86'],
	['#e9f0e6', '#cfe0c8', '#3f6a3a'],
	['#f4e8e5', '#e9cfc8', '#94463a'],
	['#eeebf3', '#d9d1e6', '#5d4a86'],
] as const

const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
	`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`

/** Background of the drawing: hills, sheets, waves or steps. */
const GROUNDS: readonly ((shape: string, line: string, pick: ReturnType<typeof drawing>['pick']) => string)[] = [
	(shape, line, pick) =>
		`<path d="M0 ${pick([250, 270, 290])}C120 210 220 300 340 ${pick([250, 262])}S560 200 640 ${pick([236, 256])}V360H0Z" fill="${shape}"/>` +
		circle(pick([120, 500, 540]), pick([84, 104]), 34, line, 0.16),
	(shape, line, pick) =>
		[0, 1, 2]
			.map(
				(n) =>
					`<rect x="${70 + n * pick([176, 180])}" y="${84 - n * 14}" width="150" height="${230 + n * 14}" rx="10" fill="${n === 1 ? '#ffffff' : shape}" fill-opacity=".75"/>`,
			)
			.join('') + `<path d="M0 314H640" stroke="${line}" stroke-opacity=".25" stroke-width="4"/>`,
	(shape, line) =>
		[0, 1, 2, 3]
			.map(
				(n) =>
					`<path d="M0 ${232 + n * 34}q40 -24 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0" fill="none" stroke="${n % 2 ? line : shape}" stroke-opacity="${n % 2 ? 0.2 : 1}" stroke-width="10"/>`,
			)
			.join(''),
	(shape, line) =>
		[0, 1, 2, 3, 4]
			.map(
				(n) =>
					`<rect x="${n * 128}" y="${300 - n * 44}" width="128" height="${60 + n * 44}" fill="${n % 2 ? shape : line}" fill-opacity="${n % 2 ? 1 : 0.12}"/>`,
			)
			.join(''),
]

/** An SVG of 16:9 under 3 KB without text, styles or scripts: the category's drawing on a ground that the id chooses. */
export function articleCoverSvg({ id, categorySlug }: { id: number; categorySlug: string }): string {
	const { pick } = drawing(id ^ 0x51ce)
	const [ground, shape, line] = pick(PALETTES)
	const behind = pick(GROUNDS)(shape, line, pick)
	const x = pick([196, 320, 444])
	const motif = categoryDrawing(categorySlug)
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">` +
		`<rect width="640" height="360" fill="${ground}"/>${behind}` +
		circle(x, 180, 112, '#ffffff') +
		`<g transform="translate(${x - 72} 108) scale(6)" fill="none" stroke="${line}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"><path d="${motif}"/></g></svg>`
	)
}
