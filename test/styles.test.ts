import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

/** The classes in the selectors of a CSS module; those of the whole site (`:global`) are not its own. */
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

const sheets = new Map(filesOf('src/**/*.module.css').map((file) => [file, classesOf(read(file))]))
const uses = filesOf('src/**/*.{ts,tsx}').flatMap((file) => usesIn(file).map((use) => ({ file, ...use })))

test('every class that a file names has a rule in its CSS module', () => {
	expect(uses.length).toBeGreaterThan(1_000)
	expect(uses.filter(({ sheet, name }) => !sheets.get(sheet)?.has(name))).toEqual([])
})

test('every rule of a CSS module is for a class that some file names', () => {
	const used = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`))
	const idle = [...sheets].flatMap(([sheet, names]) => [...names].map((name) => `${sheet} .${name}`)).filter((one) => !used.has(one))
	expect(idle).toEqual([])
})

test('style sheets change at the widths that tokens.css names, and at no other', () => {
	const [, named = ''] = /Breakpoints: ([^.]+)\./.exec(read('src/web/layout/tokens.css')) ?? []
	const found = filesOf('src/**/*.css').flatMap((file) =>
		[...read(file).matchAll(/@(?:media|container)[^{]*\b(?:min|max)-width:\s*([\d.]+\w+)/g)].map(([, width = '']) => width),
	)
	expect([...new Set(found)].toSorted()).toEqual(named.split(', ').toSorted())
})
