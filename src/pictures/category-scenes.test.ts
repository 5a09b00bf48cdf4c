import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { articleCoverSvg } from './article-cover.ts'
import { categorySceneSvg } from './category-scenes.ts'

const root = path.resolve(import.meta.dirname, '../..')
const slugs = readdirSync(path.join(root, 'content/taxonomy'), { withFileTypes: true }).flatMap((entry) =>
	entry.isDirectory() ? [entry.name] : [],
)

test('every category has a scene of its own, and an unknown one the signpost', () => {
	expect(slugs.length).toBeGreaterThanOrEqual(12)
	const drawings = new Set(['unknown', ...slugs].map((slug) => categorySceneSvg(slug)))
	expect(drawings.size).toBe(slugs.length + 1)
	expect(categorySceneSvg('constructor')).toBe(categorySceneSvg('unknown'))
})

test.each(slugs)('the scene of %s and its covers are at most 3 KB compressed, in the colours of the tokens', (slug) => {
	const tokens = readFileSync(path.join(root, 'src/web/layout/tokens.css'), 'utf8')
	const scene = categorySceneSvg(slug)
	const colours = [...scene.matchAll(/"(#[\da-f]{6})"/g)].map(([, colour = '']) => colour)
	expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([])
	for (const drawing of [scene, ...[1, 2, 3, 4, 5].map((id) => articleCoverSvg({ id, categorySlug: slug }))]) {
		expect(brotliCompressSync(drawing).length).toBeLessThanOrEqual(3_072)
		expect(drawing).not.toMatch(/<style|<script|<text|style=|href=|NaN|undefined/)
	}
})
