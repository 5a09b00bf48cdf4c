import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importsOf } from './imports.ts'

/**
 * `npm run structure`: prints the figures of the code's structure, so that a change can be compared with the state
 * before it. Reads files as text and runs no code of the project. `test/structure.test.ts` enforces the limits.
 */

export type Figures = {
	/** Source files, tests not counted, of the largest folder. */
	largestDomainFolder: { folder: string; files: number }
	largestWebFolder: { folder: string; files: number }
	/** Imports inside src/web that lead into another room. What every room may use does not count as a room. */
	webImportsBetweenRooms: number
	/** Groups of files that import each other in a circle, type imports included. */
	importCycles: number
	/** Lines of TypeScript, tests not counted. */
	seedLines: number
	/** Statements with an unchecked row type: `sql<Row>`. */
	uncheckedStatements: number
	/** Widths at which style sheets change. */
	breakpoints: number
	/** Rules of three declarations or more that occur in more than one style sheet. */
	repeatedRules: number
}

/**
 * Folders of src/web that serve every room, so that importing them ties no rooms together: the form kit, texts of dates,
 * hours, fees and places, widgets and layouts that know no room, the session in the browser, and the sitemap.
 */
const sharedWebRooms = new Set(['ui', 'layout', 'session', 'forms', 'format', 'seo'])
const isTest = (file: string) => /\.test\.tsx?$|-for-test\.tsx?$/.test(file)

/** Measures the checkout at `root`. */
export function measure(root: string): Figures {
	const source = filesBelow(root, 'src').filter((file) => /\.tsx?$/.test(file) && !isTest(file))
	const texts = new Map(source.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
	const imports = new Map([...texts].map(([file, text]) => [file, neighboursOf(file, text).filter((target) => texts.has(target))]))
	const styles = filesBelow(root, 'src')
		.filter((file) => file.endsWith('.css'))
		.map((file) => readFileSync(path.join(root, file), 'utf8'))
	return {
		largestDomainFolder: largestFolder(source, 'src/domain/'),
		largestWebFolder: largestFolder(source, 'src/web/'),
		webImportsBetweenRooms: countImportsBetweenRooms(imports),
		importCycles: countCycles(imports),
		seedLines: filesBelow(root, 'seed')
			.filter((file) => file.endsWith('.ts') && !isTest(file))
			.reduce((lines, file) => lines + readFileSync(path.join(root, file), 'utf8').split('\n').length - 1, 0),
		uncheckedStatements: [...texts.values()].reduce(
			(count, text) => count + (text.match(/\bsql<(?!boolean>|number>|string>)/g)?.length ?? 0),
			0,
		),
		breakpoints: new Set(
			styles.flatMap((css) => css.match(/@(?:media|container)[^{]*\b(?:min|max)-width:\s*[\d.]+(?:px|rem|em)/g) ?? []).map(widthOf),
		).size,
		repeatedRules: countRepeatedRules(styles),
	}
}

/** Counts functions in src over 60 lines and over a complexity of 20, as the linter sees them (structure.oxlint.json). */
export function measureFunctions(root: string): { long: number; complex: number } {
	const { stdout } = spawnSync(
		process.execPath,
		[path.join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'scripts/structure.oxlint.json', '-f', 'json', 'src'],
		{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
	)
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
	const count = (rule: string) => diagnostics.filter(({ code, filename }) => code.includes(rule) && !isTest(filename)).length
	return { long: count('max-lines-per-function'), complex: count('complexity') }
}

function filesBelow(root: string, folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
		.toSorted()
}

/** The repository's own files that a file imports when it is loaded, or takes types from. */
function neighboursOf(file: string, text: string): string[] {
	const own = importsOf(text).filter(({ from, isLate }) => from.startsWith('.') && !isLate)
	return own.map(({ from }) => path.posix.join(path.posix.dirname(file), from))
}

function largestFolder(files: readonly string[], prefix: string): { folder: string; files: number } {
	const counts = Map.groupBy(
		files.filter((file) => file.startsWith(prefix)),
		(file) => path.posix.dirname(file),
	)
	const [folder, found] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', []]
	return { folder, files: found.length }
}

function countImportsBetweenRooms(imports: ReadonlyMap<string, readonly string[]>): number {
	const roomOf = (file: string) => (file.startsWith('src/web/') && file.split('/').length > 3 ? file.split('/')[2] : undefined)
	return [...imports].reduce((count, [file, targets]) => {
		const own = roomOf(file)
		if (own === undefined) return count
		const foreign = targets.map(roomOf).filter((room) => room !== undefined && room !== own && !sharedWebRooms.has(room))
		return count + foreign.length
	}, 0)
}

/** Counts strongly connected components of two files or more (Tarjan). */
function countCycles(imports: ReadonlyMap<string, readonly string[]>): number {
	const order = new Map<string, number>()
	const low = new Map<string, number>()
	const stack: string[] = []
	const open = new Set<string>()
	let cycles = 0
	const visit = (file: string) => {
		order.set(file, order.size)
		low.set(file, order.get(file)!)
		stack.push(file)
		open.add(file)
		for (const target of imports.get(file) ?? []) {
			if (!order.has(target)) visit(target)
			if (open.has(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!))
		}
		if (low.get(file) !== order.get(file)) return
		const component = stack.splice(stack.indexOf(file))
		for (const member of component) open.delete(member)
		if (component.length > 1) cycles++
	}
	for (const file of imports.keys()) if (!order.has(file)) visit(file)
	return cycles
}

const widthOf = (query: string) => /([\d.]+(?:px|rem|em))$/.exec(query)?.[1] ?? query

function countRepeatedRules(styles: readonly string[]): number {
	const sheetsOf = new Map<string, number>()
	for (const css of styles) {
		const bodies = [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/\{([^{}]+)\}/g)].map(([, body = '']) =>
			body
				.split(';')
				.map((declaration) => declaration.trim())
				.filter((declaration) => declaration !== ''),
		)
		const own = new Set(bodies.filter((declarations) => declarations.length >= 3).map((declarations) => declarations.toSorted().join(';')))
		for (const rule of own) sheetsOf.set(rule, (sheetsOf.get(rule) ?? 0) + 1)
	}
	return [...sheetsOf.values()].filter((sheets) => sheets > 1).length
}

if (import.meta.main) {
	const root = process.cwd()
	const figures = measure(root)
	const functions = measureFunctions(root)
	const rows: [string, string | number, string][] = [
		[`files in the largest folder of src/domain (${figures.largestDomainFolder.folder})`, figures.largestDomainFolder.files, '30'],
		[`files in the largest folder of src/web (${figures.largestWebFolder.folder})`, figures.largestWebFolder.files, '30'],
		['imports between rooms of src/web', figures.webImportsBetweenRooms, '80'],
		['import cycles, types counted', figures.importCycles, '0'],
		['lines of TypeScript under seed/, tests not counted', figures.seedLines, '9000'],
		['functions over 60 lines in src', functions.long, '40'],
		['functions of a complexity over 20 in src', functions.complex, '0'],
		['breakpoints in style sheets', figures.breakpoints, '4'],
		['rules of 3 declarations or more in several style sheets', figures.repeatedRules, '60'],
		['unchecked sql<Row> statements', figures.uncheckedStatements, '0'],
	]
	for (const [name, value, goal] of rows) console.log(`${String(value).padStart(6)}  ≤ ${goal.padEnd(5)} ${name}`)
}
