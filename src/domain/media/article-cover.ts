import { drawing } from './portraits.ts'

/** Line drawings of the categories by their slug, on a grid of 24: the same as on the top page. */
const MOTIFS: Readonly<Record<string, string>> = {
	funding: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.5 7.5 12 12l3.5-4.5M12 12v5M9.3 12.6h5.4M9.3 15h5.4',
	'startup-loan': 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM10 20v-5h4v5',
	subsidy: 'M6 3h8l4 4v14H6ZM14 3v4h4M12 10v6M9.5 12.5 12 10l2.5 2.5M9 18.5h6',
	incorporation: 'M5 21V5l8-2v18M13 9l6 2v10M3 21h18M8 8h2M8 12h2M8 16h2M16 14h.5M16 17.5h.5',
	'tax-accounting': 'M6 3h12v18H6ZM9 6.5h6v3H9ZM9 13h.5M12 13h.5M15 13h.5M9 17h.5M12 17h.5M15 17h.5',
	labor:
		'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.8-6 6.5-6s6.5 2 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.4c2.2.8 3.5 2.7 3.5 5.6',
	legal: 'M12 3v18M7 21h10M5 6.5h14M5 6.5 2.5 13a2.7 2.7 0 0 0 5 0ZM19 6.5 16.5 13a2.7 2.7 0 0 0 5 0Z',
	permit: 'M9.5 3h5v5l2 3.5H20V16H4v-4.5h3.5l2-3.5ZM5 20h14',
	ip: 'M9 17.5c0-2.5-3-3.8-3-8a6 6 0 0 1 12 0c0 4.2-3 5.5-3 8ZM9.5 21h5M12 12.5v5M10 10.5l2 2 2-2',
	succession: 'M4 8h13M13.5 4.5 17 8l-3.5 3.5M20 16H7M10.5 12.5 7 16l3.5 3.5',
	inheritance: 'M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M12 12.5v7.5M12 15.5l2.5-2M12 17.5l-2.5-2',
	'it-dx': 'M3 4.5h18v12H3ZM8.5 20.5h7M12 16.5v4M9.5 8 7 10.5 9.5 13M14.5 8l2.5 2.5-2.5 2.5',
}
const SIGNPOST = 'M12 3v18M12 5h7l2 2.5-2 2.5h-7M12 12H5l-2 2.5L5 17h7M8 21h8'

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

/** What lies behind the drawing: hills, sheets, waves or steps. */
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
	const motif = Object.hasOwn(MOTIFS, categorySlug) ? MOTIFS[categorySlug] : SIGNPOST
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">` +
		`<rect width="640" height="360" fill="${ground}"/>${behind}` +
		circle(x, 180, 112, '#ffffff') +
		`<g transform="translate(${x - 72} 108) scale(6)" fill="none" stroke="${line}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"><path d="${motif}"/></g></svg>`
	)
}
