import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

/** The classes in the selectors of a CSS module; global ones (`:global`) are left out. */
function classesOf(css: string): Set<string> {
	const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/:global\([^)]*\)/g, '')
	const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector).filter((one) => !one.trim().startsWith('@'))
	return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)))
}

/** The classes that a file names, by the CSS module that it imports them from. */
function usesIn(file: string): { sheet: string; name: string }[] {
	const text = read(file)
	const code = text.replaceAll(/^import .*$/gm, '')
	return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'$/gm)].flatMap(([, alias = '', to = '']) => {
		const sheet = path.posix.join(path.posix.dirname(file), to)
		return [...code.matchAll(new RegExp(`(?<![\\w.])${alias}(?:\\.(\\w+)|\\[)`, 'g'))].map(([, name]) => ({
			sheet,
			name: name ?? '[computed]',
		}))
	})
}

/** The classes that a CSS module composes from another one. */
function composedIn(file: string): { sheet: string; name: string }[] {
	return [...read(file).matchAll(/composes: ([\w\s]+) from '(\.[^']+)'/g)].flatMap(([, names = '', from = '']) =>
		names.split(/\s+/).map((name) => ({ sheet: path.posix.join(path.posix.dirname(file), from), name })),
	)
}

const sheets = new Map(filesOf('src/**/*.module.css').map((file) => [file, classesOf(read(file))]))
const uses = [
	...filesOf('src/**/*.{ts,tsx}').flatMap((file) => usesIn(file).map((use) => ({ file, ...use }))),
	...filesOf('src/**/*.module.css').flatMap((file) => composedIn(file).map((use) => ({ file, ...use }))),
]

test('every class that a file names has a rule in its CSS module', () => {
	expect(uses.length).toBeGreaterThan(1_000)
	expect(uses.filter(({ sheet, name }) => !sheets.get(sheet)?.has(name))).toEqual([])
})

test('every rule of a CSS module is for a class that some file names', () => {
	const used = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`))
	const idle = [...sheets].flatMap(([sheet, names]) => [...names].map((name) => `${sheet} .${name}`)).filter((one) => !used.has(one))
	expect(idle).toEqual([])
})

test('style sheets use only the breakpoints of tokens.css', () => {
	const [, named = ''] = /Breakpoints: ([^.]+)\./.exec(read('src/web/layout/tokens.css')) ?? []
	const found = filesOf('src/**/*.css').flatMap((file) =>
		[...read(file).matchAll(/@(?:media|container)[^{]*\b(?:min|max)-width:\s*([\d.]+\w+)/g)].map(([, width = '']) => width),
	)
	expect([...new Set(found)].toSorted()).toEqual(named.split(', ').toSorted())
})

const tokens = read('src/web/layout/tokens.css')

/** The declarations of all style sheets but the tokens themselves. */
const declarations = filesOf('src/web/**/*.css')
	.filter((file) => file !== 'src/web/layout/tokens.css')
	.flatMap((file) =>
		[...read(file).matchAll(/^\s*(--[\w-]+|[a-z-]+): ([^;{}]+);/gm)].map(([, property = '', value = '']) => ({ file, property, value })),
	)

/** Sheets of drawings whose lengths are those of an SVG's own coordinates. */
const drawings = ['cost-chart', 'ways-picture', 'map-sketch'].map((name) => `${name}.module.css`)

test('style sheets name colours by their tokens', () => {
	expect(declarations.filter(({ value }) => /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(value))).toEqual([])
})

test('there are seven sizes of type, none below 14 px, and every sheet uses these', () => {
	const sizes = [...tokens.matchAll(/--text-\w+: ([\d.]+)rem;/g)].map(([, size]) => Number(size))
	expect(sizes).toHaveLength(7)
	expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.875)
	const others = declarations.filter(
		({ file, property, value }) =>
			property === 'font-size' &&
			!/^(?:var\(--text-\w+\)|inherit|100%|[\d.]+pt)$/.test(value) &&
			!drawings.some((name) => file.endsWith(name)),
	)
	expect(others).toEqual([])
})

test('paddings, margins and gaps are steps of the scale, or a hairline of up to 3 px', () => {
	const others = declarations.filter(
		({ property, value }) =>
			/^(?:padding|margin|(?:row-|column-)?gap)(?:-|$)/.test(property) &&
			[...value.matchAll(/(?<![\w.-])-?([\d.]+)(rem|em|px)\b/g)].some(([, size, unit]) => unit !== 'px' || Number(size) > 3),
	)
	expect(others).toEqual([])
})

test('corners have one of two radii, or are round', () => {
	const others = declarations.filter(
		({ property, value }) =>
			property.endsWith('radius') && value.split(/ \/ | /).some((part) => !/^(?:var\(--radius(?:-lg)?\)|50%|0|inherit)$/.test(part)),
	)
	expect(others).toEqual([])
})

test('one shadow, for what floats', () => {
	const others = declarations.filter(
		({ property, value }) =>
			property === 'box-shadow' && !/^(?:var\(--shadow\)|none|(?:inset )?(?:0 ){2,3}-?[013](?:px)? .*var\(.*|inset 0 -3px .*)$/.test(value),
	)
	expect(others).toEqual([])
})

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
	const hexOf = (name: string) => new RegExp(`--${name}: (#[\\da-f]{6});`).exec(tokens)?.[1] ?? ''
	const [dark = 0, light = 0] = [luminance(hexOf(one)), luminance(hexOf(other))].toSorted((a, b) => a - b)
	return (light + 0.05) / (dark + 0.05)
}

test.each([
	...['ink', 'ink-2', 'accent', 'accent-strong', 'primary', 'good', 'warn', 'bad', 'star'].flatMap((text) =>
		['paper', 'paper-2'].map((ground) => [text, ground, 4.5] as const),
	),
	...['ink', 'accent', 'accent-strong', 'ink-2'].map((text) => [text, 'accent-soft', 4.5] as const),
	...['accent-strong', 'primary', 'primary-strong', 'step-5', 'step-6', 'bad'].map((ground) => ['accent-ink', ground, 4.5] as const),
	...[1, 2, 3, 4].map((step) => ['ink', `step-${step}`, 4.5] as const),
	...['good', 'warn', 'bad'].map((tone) => [tone, `${tone}-soft`, 4.5] as const),
	['paper-2', 'accent-strong', 4.5],
	['signpost', 'accent-strong', 4.5],
	['ink', 'mark', 4.5],
	['line-strong', 'paper', 3],
	['line-strong', 'paper-2', 3],
	['focus', 'paper-2', 3],
] as const)('%s on %s has a contrast of at least %d', (text, ground, least) => {
	expect(contrast(text, ground)).toBeGreaterThanOrEqual(least)
})
