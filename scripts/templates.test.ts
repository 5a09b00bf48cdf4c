import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { categories } from '../seed/taxonomy/index.ts'
import { BUILT, readTemplates, sourceHash, TEMPLATES } from './templates.ts'
import { templatePicture } from './templates-picture.ts'

const templates = readTemplates()
const tools = new Map(categories.flatMap((category) => category.tasks.flatMap((task) => task.tools.map((tool) => [tool.slug, tool]))))

test('every tool that promises a template has its file, and every template its tool', () => {
	const promised = [...tools.values()].filter(({ kind }) => kind === 'template')
	expect(promised.filter(({ slug, file }) => file !== `${slug}.${templates.get(slug)?.format}`).map(({ slug }) => slug)).toEqual([])
	expect([...templates.keys()].filter((slug) => tools.get(slug)?.kind !== 'template')).toEqual([])
})

test('the committed files are those of the present sources (npm run templates)', async () => {
	const built = JSON.parse(readFileSync(BUILT, 'utf8')) as Record<string, string>
	for (const [slug, { format }] of templates) {
		expect(built[slug]).toBe(await sourceHash(slug))
		const file = path.join(TEMPLATES, `${slug}.${format}`)
		expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
		expect(statSync(file).size).toBeLessThan(40_000)
		const printed = path.join(TEMPLATES, `${slug}.pdf`)
		expect(readFileSync(printed).subarray(0, 5).toString()).toBe('%PDF-')
		expect(statSync(printed).size).toBeLessThan(200_000)
	}
})

test.each([...templates])('the picture of %s shows its headings, as committed, in 3 KB', (slug, template) => {
	const picture = readFileSync(path.join(TEMPLATES, `${slug}.svg`), 'utf8')
	expect(picture).toBe(templatePicture(template))
	expect(brotliCompressSync(picture).length).toBeLessThanOrEqual(3_072)
	expect(picture).toContain(template.format === 'xlsx' ? template.sheets[0]?.columns[0]?.slice(0, 2) : template.title.slice(0, 4))
})
