import { categoryScene } from './category-scenes.ts'
import { drawing } from './portraits.ts'

/** Ground and shape of the background: pale pairs before which the scene's own colours keep their contrast. */
const PALETTES = [
	['#e3eef0', '#d0e3e6'],
	['#fbf7ef', '#f1ead9'],
	['#eff5f3', '#d8e9e6'],
	['#f6eee6', '#eedfce'],
	['#eceff5', '#dae1ee'],
] as const

/** Background of the drawing: hills, sheets of paper, waves or steps. */
const GROUNDS: readonly ((shape: string, pick: ReturnType<typeof drawing>['pick']) => string)[] = [
	(shape, pick) =>
		`<path d="M0 ${pick([210, 230, 250])}C120 170 220 260 340 ${pick([210, 222])}S560 160 640 ${pick([196, 216])}V360H0Z" fill="${shape}"/>`,
	(shape) =>
		[0, 1, 2].map((n) => `<rect x="${40 + n * 200}" y="${64 - n * 14}" width="160" height="320" rx="12" fill="${shape}"/>`).join(''),
	(shape) =>
		[0, 1, 2, 3]
			.map(
				(n) =>
					`<path d="M0 ${92 + n * 62}q40-24 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0" fill="none" stroke="${shape}" stroke-width="12"/>`,
			)
			.join(''),
	(shape) =>
		[0, 1, 2, 3, 4]
			.map((n) => (n % 2 ? '' : `<rect x="${n * 128}" y="${280 - n * 44}" width="128" height="${80 + n * 44}" fill="${shape}"/>`))
			.join(''),
]

/** An SVG of 16:9 under 3 KB without text, styles or scripts: the scene of the category on a ground that the id chooses. */
export function articleCoverSvg({ id, categorySlug }: { id: number; categorySlug: string }): string {
	const { pick } = drawing(id ^ 0x51ce)
	const [ground, shape] = pick(PALETTES)
	const behind = pick(GROUNDS)(shape, pick)
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">` +
		`<rect width="640" height="360" fill="${ground}"/>${behind}` +
		`<g transform="translate(${pick([56, 104, 152])} 24) scale(2)">${categoryScene(categorySlug)}</g></svg>`
	)
}
